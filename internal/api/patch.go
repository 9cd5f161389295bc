package api

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// patches makes a PATCH of every PUT on something that can be read at the same
// path: what the request does not mention stays as it is.
func patches(routes []route) []route {
	var made []route
	for _, rt := range routes {
		path, puts := strings.CutPrefix(rt.pattern, "PUT ")
		if puts && slices.ContainsFunc(routes, func(other route) bool { return other.pattern == "GET "+path }) {
			rt.pattern, rt.patches = "PATCH "+path, true
			made = append(made, rt)
		}
	}
	return made
}

// merged is the body that a PUT would have needed: the object as it is shown,
// changed by the request as RFC 7396 says.
func merged(r *request, current answer) (*body, error) {
	patch, err := r.readBody()
	if err != nil {
		return nil, err
	}
	shown, err := attributesOf(current)
	if err != nil {
		return nil, err
	}
	b := &body{members: shown, shown: map[string]bool{}}
	for name := range shown {
		b.shown[name] = true
	}
	for name, change := range patch.members {
		b.members[name] = mergeValue(b.members[name], change)
		delete(b.shown, name)
	}
	return b, nil
}

// mergeValue merges objects member by member and replaces everything else. A
// null stays a null, which is how a PUT leaves a value out.
func mergeValue(old, change jsontext.Value) jsontext.Value {
	if old.Kind() != '{' || change.Kind() != '{' {
		return change
	}
	members, err := parseObject(old, maxDepth)
	changes, broken := parseObject(change, maxDepth)
	if err != nil || broken != nil {
		return change
	}
	for name, c := range changes {
		members[name] = mergeValue(members[name], c)
	}
	encoded, err := json.Marshal(members)
	if err != nil {
		return change
	}
	return encoded
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
