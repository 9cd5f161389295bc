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
	access string // x-access: who may call it; empty outside the API proper
	ids    bool   // the path names an object
}

// shared lists the answers that follow from what an operation is. Pages leave
// them out, so that they cannot forget them.
var shared = []struct {
	status, name string
	has          func(operation) bool
}{
	{"401", "Unauthenticated", func(o operation) bool { return o.access != "anyone" }},
	{"404", "NotFound", func(o operation) bool { return o.ids || o.access == "editors" || o.access == "owners" }},
	{"413", "TooLarge", func(o operation) bool { return member(o.Node, "requestBody") != nil }},
	{"415", "NotJSON", func(o operation) bool { return member(o.Node, "requestBody") != nil }},
	{"422", "Invalid", func(o operation) bool { return member(o.Node, "requestBody") != nil }},
	{"429", "TooManyRequests", func(operation) bool { return true }},
	{"500", "ServerError", func(operation) bool { return true }},
	{"503", "Unavailable", func(operation) bool { return true }},
}

// completeAnswers gives every operation its shared answers and every success
// its headers. What a page says itself stays.
func completeAnswers(document *yaml.Node) {
	paths := member(document, "paths")
	for i := 0; i < len(paths.Content); i += 2 {
		path, item := paths.Content[i].Value, paths.Content[i+1]
		for j := 0; j < len(item.Content); j += 2 {
			access := member(item.Content[j+1], "x-access")
			if access != nil {
				complete(operation{item.Content[j+1], access.Value, strings.Contains(path, "{")})
			}
		}
	}
}

func complete(o operation) {
	answers := member(o.Node, "responses")
	for i := 0; i < len(answers.Content); i += 2 {
		if strings.HasPrefix(answers.Content[i].Value, "2") && member(answers.Content[i+1], "headers") == nil {
			answers.Content[i+1].Content = append(answers.Content[i+1].Content, text("headers"), successHeaders(o))
		}
	}
	for _, s := range shared {
		if s.has(o) && member(answers, s.status) == nil {
			answers.Content = append(answers.Content, quoted(s.status), ref("responses", s.name))
		}
	}
	sortMembers(answers)
}

func successHeaders(o operation) *yaml.Node {
	headers := mapping(text("X-Request-Id"), ref("headers", "RequestId"))
	if o.access != "anyone" {
		headers.Content = append(headers.Content, text("Cache-Control"), ref("headers", "CacheControl"))
	}
	headers.Content = append(headers.Content, text("X-RateLimit-Limit"), ref("headers", "RateLimit"),
		text("X-RateLimit-Remaining"), ref("headers", "RateRemaining"))
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
