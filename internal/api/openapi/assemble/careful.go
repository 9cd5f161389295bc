package main

import (
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

const components = "#/components/"

// objects knows which paths show a single object. Such an answer has an ETag,
// and what changes the object heeds If-Match.
type objects struct {
	document *yaml.Node
	at       map[string]*yaml.Node // by path: what GET answers
	kinds    map[string]bool       // the schemas of all of them
}

func findObjects(document *yaml.Node) objects {
	all := objects{document, map[string]*yaml.Node{}, map[string]bool{}}
	each(document, func(path, method string, o *yaml.Node) {
		answer := member(member(o, "responses"), "200")
		if kind := all.kind(answer); method == "get" && kind != "" {
			all.at[path], all.kinds[kind] = answer, true
		}
	})
	return all
}

// each visits the operations of the API proper, which say who may call them.
func each(document *yaml.Node, visit func(path, method string, o *yaml.Node)) {
	paths := member(document, "paths")
	for i := 0; paths != nil && i < len(paths.Content); i += 2 {
		item := paths.Content[i+1]
		for j := 0; j < len(item.Content); j += 2 {
			if o := item.Content[j+1]; member(o, "x-access") != nil && member(o, "responses") != nil {
				visit(paths.Content[i].Value, item.Content[j].Value, o)
			}
		}
	}
}

// kind is the name of the schema of the one object in an answer, which is the
// only member of its envelope; empty if there is none. What is shown only once
// has a schema of its own, so that no GET answers the same.
func (all objects) kind(answer *yaml.Node) string {
	envelope := member(all.resolve(dig(answer, "content", "application/json", "schema")), "properties")
	if envelope == nil || len(envelope.Content) != 2 {
		return ""
	}
	if target := dig(envelope, "data", "$ref"); target != nil {
		return target.Value[strings.LastIndexByte(target.Value, '/')+1:]
	}
	return ""
}

// resolve follows a reference to a schema.
func (all objects) resolve(schema *yaml.Node) *yaml.Node {
	target := dig(schema, "$ref")
	if target == nil {
		return schema
	}
	return dig(all.document, "components", "schemas", strings.TrimPrefix(target.Value, components+"schemas/"))
}

// single tells whether an answer is an object that can be read again.
func (all objects) single(answer *yaml.Node) bool { return all.kinds[all.kind(answer)] }

// subject is what GET answers at the path that a changing operation is about:
// up to and including the last id.
func (all objects) subject(path string) *yaml.Node {
	if end := strings.LastIndexByte(path, '}'); end >= 0 {
		path = path[:end+1]
	}
	return all.at[path]
}

// changed names the answer to a change that came too late, which shows the
// object as it is now. It is written down when first asked for.
func (all objects) changed(subject *yaml.Node) string {
	name := all.kind(subject) + "Changed"
	responses := dig(all.document, "components", "responses")
	if member(responses, name) == nil {
		responses.Content = append(responses.Content, text(name), mapping(
			text("description"), text("The object is not as `If-Match` says, and nothing was done. This is how it is now."),
			text("headers"), mapping(
				text("X-Request-Id"), ref("headers", "RequestId"),
				text("Cache-Control"), ref("headers", "Revalidate"),
				text("ETag"), ref("headers", "ETag"),
				text("X-RateLimit-Limit"), ref("headers", "RateLimit"),
				text("X-RateLimit-Remaining"), ref("headers", "RateRemaining")),
			text("content"), member(subject, "content")))
	}
	return name
}

// addParameter gives an operation a parameter that it shares with others.
func addParameter(o *yaml.Node, name string) {
	list := member(o, "parameters")
	if list == nil {
		list = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		next := "responses"
		if member(o, "requestBody") != nil {
			next = "requestBody"
		}
		insert(o, next, "parameters", list)
	}
	list.Content = append(list.Content, ref("parameters", name))
}

// insert puts a member before another one.
func insert(n *yaml.Node, before, name string, value *yaml.Node) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == before {
			n.Content = append(n.Content[:i:i], append([]*yaml.Node{text(name), value}, n.Content[i:]...)...)
			return
		}
	}
	n.Content = append(n.Content, text(name), value)
}

// dig follows names through mappings; nil if one of them is missing.
func dig(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		n = member(n, name)
	}
	return n
}
