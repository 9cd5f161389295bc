package main

import (
	"cmp"
	"slices"
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

// operation is what decides which answers an operation has besides its own.
type operation struct {
	*yaml.Node
	objects
	method  string
	access  string     // x-access: who may call it
	ids     bool       // the path names an object
	subject *yaml.Node // how GET shows the object that is changed; nil if it cannot be read
}

func (o operation) hasBody() bool { return member(o.Node, "requestBody") != nil }

// repeatable tells whether the operation heeds Idempotency-Key.
func (o operation) repeatable() bool { return o.method == "post" && o.access != "anyone" }

// cached tells whether the operation heeds If-None-Match.
func (o operation) cached() bool {
	return o.method == "get" && o.single(dig(o.Node, "responses", "200"))
}

// shared lists the answers that follow from what an operation is. Pages leave
// them out, so that they cannot forget them.
var shared = []struct {
	status, name string
	has          func(operation) bool
}{
	{"304", "NotModified", operation.cached},
	{"401", "Unauthenticated", func(o operation) bool { return o.access != "anyone" }},
	{"404", "NotFound", func(o operation) bool { return o.ids || o.access != "anyone" }}, // a restricted key finds nothing anywhere
	{"409", "Repeated", operation.repeatable},
	{"413", "TooLarge", operation.hasBody},
	{"415", "NotJSON", operation.hasBody},
	{"422", "Invalid", func(operation) bool { return true }}, // a strict request may say something unknown anywhere
	{"429", "TooManyRequests", func(operation) bool { return true }},
	{"500", "ServerError", func(operation) bool { return true }},
	{"503", "Unavailable", func(operation) bool { return true }},
}

// completeAnswers gives every operation its shared answers and headers, and
// every success the headers it has. What a page says itself stays.
func completeAnswers(document *yaml.Node) {
	all := findObjects(document)
	each(document, func(path, method string, node *yaml.Node) {
		o := operation{Node: node, objects: all, method: method, access: member(node, "x-access").Value, ids: strings.Contains(path, "{")}
		if method != "get" && method != "post" && o.access != "anyone" {
			o.subject = all.subject(path)
		}
		complete(o)
	})
}

func complete(o operation) {
	answers := member(o.Node, "responses")
	for i := 0; i < len(answers.Content); i += 2 {
		if strings.HasPrefix(answers.Content[i].Value, "2") && member(answers.Content[i+1], "headers") == nil {
			answers.Content[i+1].Content = append(answers.Content[i+1].Content, text("headers"), successHeaders(o, answers.Content[i+1]))
		}
	}
	for _, s := range shared {
		if s.has(o) && member(answers, s.status) == nil {
			answers.Content = append(answers.Content, quoted(s.status), ref("responses", s.name))
		}
	}
	if o.subject != nil {
		answers.Content = append(answers.Content, quoted("412"), ref("responses", o.changed(o.subject)))
		addParameter(o.Node, "IfMatch")
	}
	if o.cached() {
		addParameter(o.Node, "IfNoneMatch")
	}
	if o.repeatable() {
		addParameter(o.Node, "IdempotencyKey")
	}
	sortMembers(answers)
}

// successHeaders lists the headers of a success. The answer to a POST may be
// one that was kept, and then has no ETag.
func successHeaders(o operation, answer *yaml.Node) *yaml.Node {
	headers := mapping(text("X-Request-Id"), ref("headers", "RequestId"))
	add := func(name, component string) {
		headers.Content = append(headers.Content, text(name), ref("headers", component))
	}
	switch {
	case o.access == "anyone":
	case o.single(answer) && o.repeatable():
		add("Cache-Control", "CacheControl")
		add("ETag", "NewETag")
		add("Idempotent-Replayed", "Replayed")
	case o.single(answer):
		add("Cache-Control", "Revalidate")
		add("ETag", "ETag")
	default:
		add("Cache-Control", "NoStore")
	}
	add("X-RateLimit-Limit", "RateLimit")
	add("X-RateLimit-Remaining", "RateRemaining")
	return headers
}

func sortMembers(n *yaml.Node) {
	pairs := slices.Collect(slices.Chunk(n.Content, 2))
	slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return cmp.Compare(a[0].Value, b[0].Value) })
	n.Content = slices.Concat(pairs...)
}

func ref(kind, name string) *yaml.Node {
	n := mapping(text("$ref"), quoted("#/components/"+kind+"/"+name))
	n.Style = yaml.FlowStyle
	return n
}

func mapping(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content}
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

func quoted(s string) *yaml.Node {
	n := text(s)
	n.Style = yaml.DoubleQuotedStyle
	return n
}
