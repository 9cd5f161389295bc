package api

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// patches derives a PATCH from every PUT whose path can be read: members not
// mentioned stay.
func patches(routes []route) []route {
	var made []route
	for _, rt := range routes {
		path, puts := strings.CutPrefix(rt.pattern, "PUT ")
		listed := rt.action == catalog.TrashRestored // the path shows a list, not an object
		if puts && rt.prepare == nil && !listed && slices.ContainsFunc(routes, func(other route) bool { return other.pattern == "GET "+path }) {
			rt.pattern, rt.patches = "PATCH "+path, true
			if rt.right == identity.Edit {
				rt.right = identity.Amend
			}
			made = append(made, rt)
		}
	}
	return made
}

// merged is the body of the equivalent PUT: the shown object, changed as RFC 7396
// says. A null stays null, which is how a PUT omits a value. custom_fields, the
// only nested object, is merged in the database: values not mentioned need not be
// read.
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

// attributesOf extracts the attributes from an answer with one object.
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
