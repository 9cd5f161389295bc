package api

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/identity"
)

// patches makes a PATCH of every PUT on something that can be read at the same
// path: what the request does not mention stays as it is.
func patches(routes []route) []route {
	var made []route
	for _, rt := range routes {
		path, puts := strings.CutPrefix(rt.pattern, "PUT ")
		if puts && slices.ContainsFunc(routes, func(other route) bool { return other.pattern == "GET "+path }) {
			rt.pattern, rt.patches = "PATCH "+path, true
			if rt.right == identity.Edit {
				rt.right = identity.Amend
			}
			made = append(made, rt)
		}
	}
	return made
}

// merged is the body that a PUT would have needed: the object as it is shown,
// changed by the request as RFC 7396 says. A null stays a null, which is how a
// PUT leaves a value out. The one object within an object, custom_fields, is
// merged where it is kept: values that are not mentioned need not even be read.
func merged(r *request, current answer) (*body, error) {
	patch, err := r.readBody()
	if err != nil {
		return nil, err
	}
	shown, err := attributesOf(current)
	if err != nil {
		return nil, err
	}
	b := &body{members: shown, shown: map[string]bool{}, patch: patch}
	for name := range shown {
		b.shown[name] = true
	}
	for name, change := range patch.members {
		b.members[name] = change
		delete(b.shown, name)
	}
	return b, nil
}

// attributesOf takes the attributes out of the answer that shows one object.
func attributesOf(a answer) (map[string]jsontext.Value, error) {
	value := jsontext.Value(a.body)
	for _, name := range []string{"data", "attributes"} {
		members, err := parseObject(value, maxDepth)
		if err != nil {
			return nil, err
		}
		value = members[name]
	}
	return parseObject(value, maxDepth)
}
