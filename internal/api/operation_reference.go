package api

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
)

// An operation may refer to the object of an earlier one, whose id is not known yet: $0 is that of the
// first. References replace ids in paths and bodies.

var (
	earlier = regexp.MustCompile(`^\$(0|[1-9][0-9]*)$`)
	inPath  = regexp.MustCompile(`/\$(0|[1-9][0-9]*)\b`)
)

const noReference = "A reference must name an earlier operation, whose object is there."

// references replaces references by ids, and notes invalid ones.
type references struct {
	id     func(number int) (string, bool)
	broken bool
}

// checkReferences checks that references name earlier operations that leave an object.
func (b *batch) checkReferences(wrong *fault.Invalid, i int) {
	may := func(n int) (string, bool) { return "1", n < i && b.operations[n].method != "DELETE" }
	if _, _, where := b.operations[i].filled(may); where != "" {
		wrong.Add("operations."+strconv.Itoa(i)+"."+where, noReference)
	}
}

// filled is the path and body of an operation that is about to be done.
func (b *batch) filled(i int) (path string, content jsontext.Value, err error) {
	path, content, wrong := b.operations[i].filled(func(n int) (string, bool) { return idIn(b.done[n]) })
	if wrong != "" {
		return path, content, fault.On("operations."+strconv.Itoa(i)+"."+wrong, noReference)
	}
	return path, content, nil
}

// filled replaces the references of an operation. Wrong is the part with an invalid reference: path or
// body.
func (o operation) filled(id func(int) (string, bool)) (path string, content jsontext.Value, wrong string) {
	refs := references{id: id}
	segments := strings.Split(o.path, "/")
	for i, segment := range segments {
		segments[i] = refs.word(segment)
	}
	if refs.broken {
		return o.path, o.content, "path"
	}
	content = refs.body(o.content)
	if refs.broken {
		return o.path, o.content, "body"
	}
	return strings.Join(segments, "/"), content, ""
}

// word is a text, or the id that it refers to.
func (r *references) word(s string) string {
	if !earlier.MatchString(s) {
		return s
	}
	if n, err := strconv.Atoi(s[1:]); err == nil {
		if id, ok := r.id(n); ok {
			return id
		}
	}
	r.broken = true
	return s
}

// body replaces the references in members that hold ids. A body that is no object is left for its
// handler to refuse.
func (r *references) body(content jsontext.Value) jsontext.Value {
	members, err := parseObject(content, maxDepth)
	if err != nil || len(members) == 0 {
		return content
	}
	out := []byte{'{'}
	for i, name := range sortedNames(members) {
		v := members[name]
		switch {
		case name == "custom_fields" && v.Kind() == '{':
			v = r.keys(v)
		case strings.HasSuffix(name, "_ids") && v.Kind() == '[':
			v = r.list(v)
		case strings.HasSuffix(name, "_id"):
			v = r.value(v)
		}
		out = appendRaw(out, i, name, v)
	}
	return append(out, '}')
}

func (r *references) value(v jsontext.Value) jsontext.Value {
	if v.Kind() != '"' {
		return v
	}
	return appendString(nil, r.word(unquote(v)))
}

func (r *references) list(v jsontext.Value) jsontext.Value {
	items, err := elements(v)
	if err != nil {
		return v
	}
	out := []byte{'['}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, r.value(item)...)
	}
	return append(out, ']')
}

// keys replaces the names of members. If two become the same, the reader refuses them.
func (r *references) keys(v jsontext.Value) jsontext.Value {
	members, err := parseObject(v, maxDepth)
	if err != nil {
		return v
	}
	out := []byte{'{'}
	for i, name := range sortedNames(members) {
		out = appendRaw(out, i, r.word(name), members[name])
	}
	return append(out, '}')
}

func appendRaw(out []byte, i int, name string, v jsontext.Value) []byte {
	if i > 0 {
		out = append(out, ',')
	}
	return append(append(appendString(out, name), ':'), v...)
}

// idIn is the id of the object that an answer shows.
func idIn(a answer) (string, bool) {
	value := jsontext.Value(a.body)
	for _, name := range []string{"data", "id"} {
		members, err := parseObject(value, maxDepth)
		if err != nil {
			return "", false
		}
		value = members[name]
	}
	return unquote(value), len(value) > 0
}
