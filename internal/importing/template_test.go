package importing

import (
	"testing"

	"vitrine/internal/catalog"
)

// A profile names fields and options of a template in English. They go to the same ones of a
// type that is made of it in another language.
func TestTemplatesInOtherLanguages(t *testing.T) {
	s, _ := cabinet()
	m := Mapping{Type: &TypeRef{Template: "vinyl-record", Language: "de_DE"}, Create: CreateAll}
	m.Create.Options = new(true)
	p := creating(s, m)
	headers := []string{"item_name", "field:Artist", "field:Sleeve condition", "field:Media condition", "field:Speed", "field:Mood"}
	for i, name := range headers {
		c := Column{Column: new(int64(i + 1)), To: name}
		if i > 0 {
			c.To, c.Name = "field", name[len("field:"):]
		}
		p.Mapping.Columns = append(p.Mapping.Columns, c)
	}
	d := planned(p, nil, headers, []string{"Blue Train", "John Coltrane", "generic sleeve", "Near Mint (NM)", "33⅓ rpm", "late"})[0]
	want(t, "plan", told(d), "create | item_name: -> Blue Train | type: -> Schallplatte | field[text]:Schallplatte/Interpret: -> John Coltrane | field[select]:Schallplatte/Hüllenzustand: -> Neutrale Hülle | field[select]:Schallplatte/Plattenzustand: -> Near Mint (NM) | field[select]:Schallplatte/Geschwindigkeit: -> 33⅓ U/min | field[text]:Schallplatte/Mood: -> late")
	want(t, "demands", asked(s), "types Schallplatte, fields Schallplatte > Mood, links Schallplatte")
}

// Into a collection whose type was made in another language, columns are guessed to go to
// its fields.
func TestColumnsGoIntoATypeInAnotherLanguage(t *testing.T) {
	kind := &Type{ID: 7, Name: "レコード", Fields: []catalog.CustomField{{ID: 1, Name: "アーティスト"}, {ID: 2, Name: "盤質"}, {ID: 3, Name: "Label"}}}
	m := Mapping{Type: &TypeRef{Template: "vinyl-record"}, Columns: []Column{{To: "item_name"}, {To: "field", Name: "artist"}, {To: "field", Name: "Media condition"}, {To: "field", Name: "Label"}, {To: "field", Name: "Genre"}, {To: "field", Name: "盤質"}}}
	m.Into(kind)
	var names []string
	for _, c := range m.Columns {
		names = append(names, c.Name)
	}
	want(t, "names", names, []string{"", "アーティスト", "Media condition", "Label", "Genre", "盤質"})
}
