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

// A key that may not read is told what became of what it sent, and no more: the type and
// id of the object, and those attributes that are as it sent them. All else in an answer
// is what somebody else stored.

// blind reports whether the caller may not read. Nobody at all may: they see what is for
// everybody.
func (r *request) blind(rt route) bool {
	return rt.access != anybody && !rt.many && !r.Actor.Allows(identity.Read)
}

// sentBack leaves in an answer what the caller has sent. There is no ETag, which is a
// hash of the rest.
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
	if !single { // a sentence
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

// appendSent writes the attributes that are as they were sent.
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

// named reports whether links name nothing but what is in the path of the request, and
// what was made there.
func (r *request) named(links jsontext.Value) bool {
	members, err := parseObject(links, maxDepth)
	if err != nil || len(members) != 1 {
		return false
	}
	self, ok := strings.CutPrefix(strings.Trim(string(members["self"]), `"`), r.Base)
	return ok && (strings.HasPrefix(self, r.URL.Path) || strings.HasPrefix(r.URL.Path, self))
}

// unnamed leaves out of an error what is in the way.
func unnamed(err error) error {
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		return catalog.Conflicts{}
	}
	return err
}
