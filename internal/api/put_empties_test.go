package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

// needed is what an object cannot be written without, besides what its schema requires.
var needed = map[string][]string{
	"PUT /api/copies/{copy}/location-history/{stay}": {"location_id", "moved_out_at"}, // unless the location is gone, and the copy nowhere else
	"PUT /api/policies/{policy}":                     {"collection_ids"},              // or a location, or a copy
}

// A PUT empties what it leaves out, or gives it its default, unless the document says that absent keeps it.
// Every PUT of the document is tried, with nothing but what it requires.
func TestPutEmptiesWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	h := server(t)
	emptied, kept := 0, 0
	for pattern, o := range h.Contract.Operations {
		path, put := strings.CutPrefix(pattern, "PUT ")
		if !put || o.Body() == nil || h.Contract.Operations["GET "+path] == nil || h.Contract.Operations["PATCH "+path] == nil { // what has no object to read has nothing to empty
			continue
		}
		w := h.World(t)
		w.Request(t, w.Person, pattern).Want(t, http.StatusOK)
		schema, bare := o.Body().Schema.Value, M{}
		full := w.Send(t, "GET", w.Fill(path), nil).Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
		for name, property := range schema.Properties {
			if is, shown := full[name]; shown && is == nil && aText(property.Value) {
				full[name] = "What was there"
			}
		}
		before := w.Send(t, "PUT", w.Fill(path), full).Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
		for _, name := range schema.Required {
			bare[name] = before[name]
		}
		for _, name := range needed[pattern] {
			bare[name] = before[name]
		}
		after := w.Send(t, "PUT", w.Fill(path), bare).Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
		for name, property := range schema.Properties {
			was, shown := before[name]
			if _, sent := bare[name]; sent || !shown {
				continue
			}
			p, about, is := property.Value, about(property.Value), after[name]
			switch {
			case strings.Contains(about, "Absent keeps"), strings.Contains(about, "Absent or `null` keeps"):
				if kept++; !cmp.Equal(is, was) {
					t.Errorf("%s: %s is kept by the document, and was %v, is %v", pattern, name, was, is)
				}
			case p.Default != nil:
				if !cmp.Equal(is, p.Default) {
					t.Errorf("%s: %s has the default %v, and is %v", pattern, name, p.Default, is)
				}
			case strings.Contains(about, "if absent"), strings.Contains(about, "may be left out"): // it becomes what the document says
			case slices.ContainsFunc([]any{nil, false, "", []any{}, M{}}, func(empty any) bool { return cmp.Equal(is, empty) }):
				if !cmp.Equal(was, is) {
					emptied++
				}
			default:
				t.Errorf("%s: %s was %v, was left out, and is %v; the document does not say that it stays: %q", pattern, name, was, is, about)
			}
		}
	}
	if emptied < 20 || kept < 10 {
		t.Errorf("%d attributes were emptied and %d kept: the test looks in the wrong place", emptied, kept)
	}
}

// about is what the document says of a member.
func about(p *openapi3.Schema) string {
	if p.Description == "" && len(p.AllOf) > 0 {
		return p.AllOf[0].Value.Description
	}
	return p.Description
}

// aText reports whether any text will do.
func aText(p *openapi3.Schema) bool {
	return p.Type != nil && p.Type.Includes("string") && p.Format == "" && p.Pattern == "" && p.Enum == nil && p.MaxLength != nil && *p.MaxLength >= 50
}
