package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"vitrine/internal/fault"
	"vitrine/internal/openapi"
)

// A request that prefers handling=strict is refused if anything in it would be ignored. The OpenAPI
// document defines what is known.

// vocabulary is what a request may contain besides the members that its route reads: attributes that a
// GET shows may be sent back, without effect.
type vocabulary struct{ parameters, attributes map[string]bool }

// vocabularies are those of all routes, by pattern.
var vocabularies = sync.OnceValue(func() map[string]vocabulary {
	document, err := openapi.Parse(openapi.JSON)
	if err != nil {
		panic(err) // tests read the document, too
	}
	all := map[string]vocabulary{}
	for _, path := range document.Paths {
		for _, op := range path.Value.Operations() {
			all[op.Name+" "+path.Name] = vocabulary{queryOf(document, op.Value), attributesAnswered(document, op.Value)}
		}
	}
	return all
})

// queryOf names the parameters of the query.
func queryOf(d *openapi.Document, op *openapi.Operation) map[string]bool {
	names := map[string]bool{}
	for _, p := range op.Parameters {
		if p = d.Parameter(p); p.In == "query" {
			names[p.Name] = true
		}
	}
	return names
}

// attributesAnswered names the attributes of the answered object.
func attributesAnswered(d *openapi.Document, op *openapi.Operation) map[string]bool {
	names := map[string]bool{}
	for _, response := range op.Responses {
		shown := d.Schema(d.Response(response.Value).Content["application/json"].Schema)
		for _, name := range []string{"data", "attributes"} {
			shown = property(d, shown, name)
		}
		if shown != nil && strings.HasPrefix(response.Name, "2") {
			for _, p := range shown.Properties {
				names[p.Name] = true
			}
		}
	}
	return names
}

func property(d *openapi.Document, of *openapi.Schema, name string) *openapi.Schema {
	if of == nil {
		return nil
	}
	for _, p := range of.Properties {
		if p.Name == name {
			return d.Schema(p.Value)
		}
	}
	return nil
}

// wantsStrict reports whether a request prefers strict handling. The first of
// several preferences counts; unknown ones do not.
func wantsStrict(h http.Header) bool {
	for wish := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		wish, _, _ = strings.Cut(wish, ";")
		name, value, _ := strings.Cut(wish, "=")
		if strings.EqualFold(strings.TrimSpace(name), "handling") {
			return strings.EqualFold(strings.Trim(strings.TrimSpace(value), `"`), "strict")
		}
	}
	return false
}

// strictly checks the query of a strict request, and has its body checked when it
// is read.
func (r *request) strictly(h http.Header, rt route) error {
	if !wantsStrict(r.Header) {
		return nil
	}
	h.Set("Preference-Applied", "handling=strict")
	r.strict = new(vocabularies()[rt.pattern])
	var wrong fault.Invalid
	for _, name := range slices.Sorted(maps.Keys(r.query())) {
		if base, _, _ := strings.Cut(name, "["); !r.strict.parameters[base] {
			wrong.Add(strings.ToValidUTF8(name, "\uFFFD"), "There is no such parameter here.")
		}
	}
	return wrong.Err()
}

// refuseUnknown reports members of a strict request that the route does not read.
// Of a PATCH only its own members count.
func (b *body) refuseUnknown() {
	sent := b
	if b.patch != nil {
		sent = b.patch
	}
	if sent.strict == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(sent.members)) {
		if !slices.Contains(b.read, name) && !sent.strict.attributes[name] {
			b.wrong.Add(name, "There is no such field here.")
		}
	}
}
