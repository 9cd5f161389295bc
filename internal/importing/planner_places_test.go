package importing

import (
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

// What rows name and nobody has is made once, with what it lies in; a type is linked to the
// collection. What is there is found, however it is written.
func TestWhatRowsNameIsMade(t *testing.T) {
	type row = []string
	for name, c := range map[string]struct {
		headers row
		rows    []row
		want    string
	}{
		"a type of several rows":     {row{"item_name", "type"}, []row{{"Bust", "Medal"}, {"Head", "medal "}}, "types Medal, links Medal"},
		"a type with its fields":     {row{"item_name", "type", "field[number]:Medal/Size"}, []row{{"Bust", "Medal", "3"}}, "types Medal, links Medal, fields Medal > Size"},
		"fields of the only type":    {row{"item_name", "field[text]:Medal/Artist", "field[select]:Medal/Grade"}, []row{{"Bust", "Pisano", "Fine"}}, "types Medal, links Medal, fields Medal > Artist, fields Medal > Grade"},
		"a second field of a name":   {row{"item_name", "field[text]:Coin/Metal#2"}, []row{{"Ducat", "gold"}}, "fields Coin > Metal"},
		"a type that is there":       {row{"item_name", "type"}, []row{{"Ducat", "COIN"}}, ""},
		"a tree from its top":        {row{"item_name", "category"}, []row{{"Ducat", "Asia > Japan > Edo"}, {"Koban", "asia > JAPAN"}}, "categories Asia, categories Asia > Japan, categories Asia > Japan > Edo"},
		"a tree below what is there": {row{"item_name", "category", "location"}, []row{{"Ducat", "EUROPE > Genoa", "house > Cellar"}}, "categories EUROPE > Genoa, locations house > Cellar"},
		"tags, each once":            {row{"item_name", "tags"}, []row{{"Ducat", "rare; GOLD; rare"}, {"Florin", "Rare"}}, "tags rare"},
		"sets, series, conditions":   {row{"item_name", "set", "series", "condition"}, []row{{"Ducat", "doges", "Lagoon", "Poor"}}, "series Lagoon, conditions Poor"},
		"a name with a separator":    {row{"item_name", "set", "location"}, []row{{"Ducat", "A > B", `A\ > B`}}, "sets A > B, locations A > B"},
		"nothing by an error":        {row{"item_name", "type", "category", "quantity"}, []row{{"Bust", "Medal", "Asia", "many"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := cabinet()
			for i, d := range planned(creating(s, Mapping{}), nil, c.headers, c.rows...) {
				if d.Action != "create" && name != "nothing by an error" {
					t.Errorf("row %d: %s", i, told(d))
				}
			}
			want(t, "demands", asked(s), c.want)
		})
	}
}

// What may not be made must be there.
func TestWhatMayNotBeMadeIsRefused(t *testing.T) {
	for to, cell := range map[string]string{"type": "Medal", "field[text]:Coin/Mint": "Venice", "category": "Europe > Genoa", "tags": "gold; rare", "set": "Popes", "series": "Lagoon", "condition": "Poor", "location": "Attic"} {
		s, _ := cabinet()
		p := &Planner{Structure: s}
		want(t, to, told(planned(p, nil, []string{"item_name", to}, []string{"Ducat", cell})[0]), "error | unknown@B2")
		want(t, to+" is not made", asked(s), "")
	}
	for to, cell := range map[string]string{"type": "Coin", "field[text]:Coin/Metal": "gold", "category": "Europe", "tags": "gold", "set": "Doges", "condition": "Fine", "location": "House"} {
		s, _ := cabinet()
		want(t, to, planned(&Planner{Structure: s}, nil, []string{"item_name", to}, []string{"Ducat", cell})[0].Action, "create")
	}
}

// A select gets an option where the profile allows it, and a new select those of its cells.
func TestOptionsAreAdded(t *testing.T) {
	s := coins()
	p := creating(s, Mapping{})
	p.Mapping.Create.Options = new(true)
	rows := planned(p, nil, []string{"item_name", "type", "field[select]:Coin/Grade", "field[select]:Coin/Origin"}, []string{"Ducat", "Coin", "Fair", "Venice"}, []string{"Florin", "Coin", "fair", "Florence"})
	want(t, "first", told(rows[0]), "create | item_name: -> Ducat | type: -> Coin | field[select]:Coin/Grade: -> Fair | field[select]:Coin/Origin: -> Venice")
	want(t, "second", told(rows[1]), "create | item_name: -> Florin | type: -> Coin | field[select]:Coin/Grade: -> Fair | field[select]:Coin/Origin: -> Florence")
	want(t, "demands", asked(s), "options Coin > Grade > Fair, fields Coin > Origin")
	want(t, "options of the new one", s.Demands()[1].Options, []string{"Venice", "Florence"})
}

// Items whose rows name no type get the one that was chosen: by id, by name or of a template.
func TestTypeThatWasChosen(t *testing.T) {
	template := catalog.Templates()[0]
	for name, c := range map[string]struct {
		chosen   *TypeRef
		want, of string
	}{
		"none":                 {nil, "", ""},
		"by id":                {&TypeRef{ID: new(int64(5))}, "Coin", ""},
		"by a name":            {&TypeRef{Name: "coin"}, "Coin", ""},
		"by a name to be made": {&TypeRef{Name: "Medal"}, "Medal", "types Medal, links Medal"},
		"of a template":        {&TypeRef{Template: template.Slug}, template.Name, "types " + template.Name + ", links " + template.Name},
		"of one in German":     {&TypeRef{Template: "coin", Language: "de_DE"}, "Coin", ""}, // which is there in English
		"made in German":       {&TypeRef{Template: "wine", Language: "de_DE"}, "Wein", "types Wein, links Wein"},
		"of no template":       {&TypeRef{Template: "no-such"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := cabinet()
			d := planned(creating(s, Mapping{Type: c.chosen}), nil, []string{"item_name"}, []string{"Ducat"})[0]
			line := "create | item_name: -> Ducat"
			if c.want != "" {
				line += " | type: -> " + c.want
			}
			want(t, "plan", told(d), line)
			want(t, "demands", asked(s), c.of)
		})
	}
}

// Rows may name their collections. Each has its own categories, and one that is not there is
// made.
func TestRowsNameCollections(t *testing.T) {
	other := "1" + ducatUUID[1:]
	structure := func() *Structure {
		s := &Structure{Currency: "CHF"}
		s.AddCollection(&Collection{ID: 3, UUID: ducatUUID, Name: "Coins", Currency: "EUR", Categories: []Node{{ID: 21, Name: "Gold"}}})
		return s
	}
	headers := []string{"collection_uuid", "collection", "item_name", "category", "value"}
	s := structure()
	rows := planned(creating(s, Mapping{}), nil, headers, []string{ducatUUID, "", "Ducat", "gold", "5"}, []string{"", "coins", "Florin", "Gold", ""}, []string{"", "Medals", "Bust", "Gold", "5"}, []string{"", "MEDALS", "Head", "Gold", ""})
	for i, in := range []string{"Coins", "Coins", "Medals", "Medals"} {
		want(t, "collection", rows[i].Collection.Name+" "+rows[i].Action, in+" create")
	}
	want(t, "demands", asked(s), "collections Medals, categories Gold in Medals")
	want(t, "currencies", []string{*rows[0].Write.Value.CurrencyCode, *rows[2].Write.Value.CurrencyCode}, []string{"EUR", "CHF"})
	for name, c := range map[string]struct{ uuid, name, want string }{
		"no collection":              {"", "", "error | missing@B2"},
		"a uuid that is none":        {"7", "Coins", "error | bad_text@A2"},
		"a uuid that nobody has":     {other, "", "error | unknown@A2"},
		"a uuid of the trash":        {other, "Coins", "error | in_trash@A2"},
		"a name that is too long":    {"", strings.Repeat("x", 256), "error | too_long@B2"},
		"a new one, with its uuid":   {other[:35] + "1", "Medals", "create | item_name: -> Ducat"},
		"the uuid goes before names": {ducatUUID, "Medals", "create | item_name: -> Ducat"},
	} {
		found := &Found{}
		if strings.Contains(name, "trash") {
			found.Trashed = map[string]string{other: "4"}
		}
		want(t, name, told(planned(creating(structure(), Mapping{}), found, headers, []string{c.uuid, c.name, "Ducat", "", ""})[0]), c.want)
	}
}

// A photo that came with the table is added once, whatever it is called.
func TestPhotosOfRows(t *testing.T) {
	s, found := cabinet()
	found.Items[7].Photos = map[string]bool{"a": true}
	p := creating(s, Mapping{})
	p.SetPhotos([]PhotoFile{{"a.jpg", "a"}, {"b.jpg", "b"}, {"again.jpg", "b"}, {"notes.txt", ""}})
	rows := planned(p, found, []string{"item_uuid", "photo_files"}, []string{ducatUUID, "a.jpg; b.jpg; again.jpg"}, []string{ducatUUID, "again.jpg"}, []string{ducatUUID, "c.jpg; notes.txt"})
	want(t, "new ones", told(rows[0]), "update | photo_files: -> b.jpg")
	want(t, "those of the row before", rows[1].Write.Photos, []string{})
	want(t, "what is none", told(rows[2]), "error | photo_missing@B4 | photo_bad@B4")
}
