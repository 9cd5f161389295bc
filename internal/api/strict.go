package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"vitrine/internal/fault"
)

// A request that prefers handling=strict is refused if it says something that
// would otherwise be passed over. What there is to say stands in the OpenAPI
// document.

// vocabulary is what a request to a route may say, besides the members that are
// read: what a GET shows may be sent back, and counts for nothing.
type vocabulary struct{ parameters, attributes map[string]bool }

// vocabularies are those of all routes, by pattern.
var vocabularies = sync.OnceValue(func() map[string]vocabulary {
	s, err := parseSpec(openapiJSON)
	if err != nil {
		panic(err) // tests read the document, too
	}
	all := map[string]vocabulary{}
	for _, path := range s.Paths {
		for method, op := range map[string]*specOperation{"GET": path.Value.Get, "POST": path.Value.Post, "PUT": path.Value.Put, "PATCH": path.Value.Patch, "DELETE": path.Value.Delete} {
			if op != nil {
				all[method+" "+path.Name] = vocabulary{s.queryOf(op), s.attributesShown(op)}
			}
		}
	}
	return all
})

// queryOf names the parameters of the query.
func (s *spec) queryOf(op *specOperation) map[string]bool {
	names := map[string]bool{}
	for _, p := range op.Parameters {
		if p = s.parameter(p); p.In == "query" {
			names[p.Name] = true
		}
	}
	return names
}

// attributesShown names the attributes of the object that is answered.
func (s *spec) attributesShown(op *specOperation) map[string]bool {
	names := map[string]bool{}
	for _, response := range op.Responses {
		shown := s.schema(s.response(response.Value).Content["application/json"].Schema)
		for _, name := range []string{"data", "attributes"} {
			shown = s.property(shown, name)
		}
		if shown != nil && strings.HasPrefix(response.Name, "2") {
			for _, p := range shown.Properties {
				names[p.Name] = true
			}
		}
	}
	return names
}

func (s *spec) property(of *specSchema, name string) *specSchema {
	if of == nil {
		return nil
	}
	for _, p := range of.Properties {
		if p.Name == name {
			return s.schema(p.Value)
		}
	}
	return nil
}

// wantsStrict tells whether a request prefers to be refused. Of several wishes
// the first counts, and one that nobody knows does not.
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

// strictly holds the query of a request that wants it to what the route knows,
// and has its body held to it when it is read.
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

// refuseUnknown notes the members of a strict request that nobody reads. Of a
// PATCH only what it says itself counts.
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
