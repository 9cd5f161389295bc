package api

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// A write-only key gets only the type and id of the object and the attributes that it sent itself.
// Everything else in an answer was written by others.

// blind reports whether the caller may not read. Routes for anybody show only public data.
func (r *request) blind(rt route) bool {
	return rt.access != anybody && !rt.many && !r.Actor.Allows(identity.Read)
}

// sentBack reduces an answer to what the caller sent. It drops the ETag, which is a hash of the rest.
func (r *request) sentBack(a answer) (answer, error) {
	a.single = false
	if a.status >= http.StatusMultipleChoices || len(a.body) == 0 {
		return a, nil
	}
	whole, err := parseObject(a.body, maxDepth)
	if err != nil {
		return answer{}, err
	}
	data, single := whole["data"]
	if !single { // a message
		return a, nil
	}
	shown, err := parseObject(data, maxDepth)
	if err != nil {
		return answer{}, err
	}
	attributes, err := parseObject(shown["attributes"], maxDepth)
	if err != nil {
		return answer{}, err
	}
	out := append([]byte(`{"data":{"type":`), shown["type"]...)
	out = append(append(out, `,"id":`...), shown["id"]...)
	out = append(r.appendSent(append(out, `,"attributes":{`...), attributes), '}')
	if r.named(shown["links"]) {
		out = append(append(out, `,"links":`...), shown["links"]...)
	}
	a.body = append(out, `}}`...)
	return a, nil
}

// appendSent writes the attributes that equal those sent.
func (r *request) appendSent(out []byte, attributes map[string]jsontext.Value) []byte {
	var names []string
	for name, value := range attributes {
		if sent, ok := r.sent[name]; ok && alike(sent, value) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(appendString(out, name), ':'), attributes[name]...)
	}
	return out
}

// alike reports whether two values are the same; ids and numbers may be texts.
func alike(sent, shown jsontext.Value) bool {
	plain := func(v jsontext.Value) string {
		v = v.Clone()
		if err := v.Canonicalize(); err != nil {
			return ""
		}
		return strings.Trim(string(v), `"`)
	}
	text := plain(sent)
	return text != "" && text == plain(shown)
}

// named reports whether the links name only the path of the request, or an object created there.
func (r *request) named(links jsontext.Value) bool {
	members, err := parseObject(links, maxDepth)
	if err != nil || len(members) != 1 {
		return false
	}
	self, ok := strings.CutPrefix(strings.Trim(string(members["self"]), `"`), r.Base)
	return ok && (strings.HasPrefix(self, r.URL.Path) || strings.HasPrefix(r.URL.Path, self))
}

// unnamed removes the conflicting objects from an error.
func unnamed(err error) error {
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		return catalog.Conflicts{}
	}
	return err
}
