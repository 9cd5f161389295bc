package input

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"vitrine/internal/catalog"
)

// oddNames are unusual but valid names.
var oddNames = []string{
	"", " ", " inner  blanks ", "\ttab\t", "line\nbreak", "null", "0", "{}", `"quoted"`, `back\slash`, "<script>&amp;", "a,b;c", "%00%s$1", "\x01\x7f",
	"e\u0301", "École", "\u200b", "\u2028", "\ufeff", "\u202eright to left", "漫画", "🖼️", "👩‍👩‍👧", "\U0010ffff", "ﷺ", strings.Repeat("é", 255), strings.Repeat("𝔘", 255),
}

// anyName draws a storable name, odd or random.
func anyName() *rapid.Generator[string] {
	random := rapid.StringN(0, 60, -1).Filter(func(s string) bool { return !strings.ContainsRune(s, 0) && utf8.ValidString(s) })
	return rapid.OneOf(rapid.SampledFrom(oddNames), random)
}

func anyFields() *rapid.Generator[[]catalog.DocumentField] {
	return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) catalog.DocumentField {
		f := catalog.DocumentField{Name: anyName().Draw(rt, "name"), Type: rapid.SampledFrom([]string{"text", "number", "date", "boolean", "select", "rating"}).Draw(rt, "type")}
		if f.Type == "select" {
			f.Options = rapid.SliceOfN(anyName(), 0, 5).Draw(rt, "options")
		}
		return f
	}), 0, 4)
}

func anyType() *rapid.Generator[catalog.DocumentType] {
	return rapid.Custom(func(rt *rapid.T) catalog.DocumentType {
		return catalog.DocumentType{
			Name:  anyName().Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(rt, "name"),
			Color: rapid.StringMatching(`#[0-9A-Fa-f]{6}`).Draw(rt, "color"),
			Groups: rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) catalog.DocumentGroup {
				return catalog.DocumentGroup{Name: anyName().Draw(rt, "group"), Fields: anyFields().Draw(rt, "fields")}
			}), 0, 3).Draw(rt, "groups"),
			StandaloneFields: anyFields().Draw(rt, "standalone"),
		}
	})
}

// tidy is a type as stored: texts trimmed, blank options removed.
func tidy(d catalog.DocumentType) catalog.DocumentType {
	fields := func(given []catalog.DocumentField) []catalog.DocumentField {
		kept := []catalog.DocumentField{}
		for _, f := range given {
			options := []string{}
			for _, o := range f.Options {
				if o = strings.TrimSpace(o); o != "" {
					options = append(options, o)
				}
			}
			kept = append(kept, catalog.DocumentField{Name: strings.TrimSpace(f.Name), Type: f.Type, Options: options})
		}
		return kept
	}
	stored := catalog.DocumentType{Name: strings.TrimSpace(d.Name), Color: d.Color, Groups: []catalog.DocumentGroup{}, StandaloneFields: fields(d.StandaloneFields)}
	for _, g := range d.Groups {
		stored.Groups = append(stored.Groups, catalog.DocumentGroup{Name: strings.TrimSpace(g.Name), Fields: fields(g.Fields)})
	}
	return stored
}

// The export equals what was created, and importing and exporting it again
// changes nothing.
func TestExportImportExport(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	rapid.Check(t, func(rt *rapid.T) {
		made := anyType().Draw(rt, "type")
		first := exportType(t, u, buildType(t, u, made))
		equal(rt, "exported", first, M{"schemaVersion": 1, "type": tidy(made)})
		answer := u.Send(t, "POST", "/api/collection-types/import", M{"json": encoded(first)})
		if answer.StatusCode != http.StatusCreated {
			rt.Fatalf("import: %s %s", answer.Status, answer.Content)
		}
		equal(rt, "exported again", exportType(t, u, answer.ID(t)), first)
	})
}

// buildType creates a type object by object, the fields of all groups in turn.
func buildType(t testing.TB, u *person, d catalog.DocumentType) string {
	t.Helper()
	id := u.Make(t, "/api/collection-types", M{"name": d.Name, "color": d.Color})
	path := "/api/collection-types/" + id
	lists, groups := [][]catalog.DocumentField{d.StandaloneFields}, []string{""}
	for _, g := range d.Groups {
		lists = append(lists, g.Fields)
		groups = append(groups, u.Make(t, path+"/custom-field-groups", M{"name": g.Name}))
	}
	for turn := range slices.MaxFunc(lists, func(a, b []catalog.DocumentField) int { return len(a) - len(b) }) {
		for i, fields := range lists {
			if turn < len(fields) {
				f := fields[turn]
				u.Make(t, path+"/custom-fields", M{"name": f.Name, "field_type": f.Type, "options": f.Options, "group_id": groups[i]})
			}
		}
	}
	return id
}

func exportType(t testing.TB, u *person, id string) any {
	t.Helper()
	return u.Send(t, "GET", "/api/collection-types/"+id+"/export", nil).Want(t, http.StatusOK).Dig(t, "data.attributes.schema")
}
