package main

import (
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

const components = "#/components/"

// objects knows which paths show a single object. Their answers have an ETag, and
// changes to the object support If-Match.
type objects struct {
	document *yaml.Node
	at       map[string]*yaml.Node // by path: what GET answers
	kinds    map[string]bool       // the schemas of all
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

// each visits the operations of the API proper, which have x-access.
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

// kind is the schema of the one object in an answer, the only member of its
// envelope; empty if there is none. Objects with a secret shown once have their
// own schema, so no GET answers with it.
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

// single reports whether an answer is an object that can be read again.
func (all objects) single(answer *yaml.Node) bool { return all.kinds[all.kind(answer)] }

// subject is the GET answer at the path that a changing operation concerns: up to
// and including the last id.
func (all objects) subject(path string) *yaml.Node {
	if end := strings.LastIndexByte(path, '}'); end >= 0 {
		path = path[:end+1]
	}
	return all.at[path]
}

// changed names the answer to a conflicting change, which shows the present
// object. It is added on first use.
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
				text("X-RateLimit-Remaining"), ref("headers", "RateRemaining"),
				text("X-RateLimit-Reset"), ref("headers", "RateReset")),
			text("content"), member(subject, "content")))
	}
	return name
}

// addParameter adds a shared parameter to an operation.
func addParameter(o *yaml.Node, name string) {
	list := member(o, "parameters")
	if list == nil {
		list = sequence()
		next := "responses"
		if member(o, "requestBody") != nil {
			next = "requestBody"
		}
		insert(o, next, "parameters", list)
	}
	list.Content = append(list.Content, ref("parameters", name))
}
