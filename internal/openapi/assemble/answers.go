package main

import (
	"cmp"
	"slices"
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

// operation is what determines an operation's shared answers.
type operation struct {
	*yaml.Node
	objects
	method  string
	access  string     // x-access: who may call it
	ids     bool       // the path names an object
	subject *yaml.Node // the GET answer of the object that is changed; nil if it cannot be read
}

// takes reports whether the operation has a body of a media type.
func (o operation) takes(kind string) bool {
	return dig(o.Node, "requestBody", "content", kind) != nil
}

// takesJSON reports whether JSON is all that it takes.
func (o operation) takesJSON() bool {
	return member(o.Node, "requestBody") != nil && !o.takes(formData) && !o.takes(octets)
}

func (o operation) takesFile() bool { return o.takes(formData) || o.takes(octets) }

func (o operation) takesForm() bool { return o.takes(formData) }

// includes reports whether more than attributes can be asked for. Such an answer
// has no ETag.
func (o operation) includes() bool {
	parameters := member(o.Node, "parameters")
	return parameters != nil && slices.ContainsFunc(parameters.Content, func(p *yaml.Node) bool {
		return strings.HasPrefix(word(p, "$ref"), components+"parameters/Include")
	})
}

// repeatable reports whether the operation supports Idempotency-Key.
func (o operation) repeatable() bool { return o.method == "post" && o.access != "anyone" }

// cached reports whether the operation supports If-None-Match.
func (o operation) cached() bool {
	return o.method == "get" && o.single(dig(o.Node, "responses", "200"))
}

// shared lists the answers that follow from the kind of operation. Pages leave
// them out, so none can be forgotten.
var shared = []struct {
	status, name string
	has          func(operation) bool
}{
	{"304", "NotModified", func(o operation) bool { return o.cached() && o.access != "anyone" }},
	{"304", "NotModifiedForVisitors", func(o operation) bool { return o.cached() && o.access == "anyone" }},
	{"401", "Unauthenticated", func(o operation) bool { return o.access != "anyone" }},
	{"404", "NotFound", func(o operation) bool { return o.ids || o.access != "anyone" }}, // a restricted key may get 404 anywhere
	{"409", "Repeated", operation.repeatable},
	{"413", "TooLarge", operation.takesJSON},
	{"413", "FileTooLarge", operation.takesFile},
	{"415", "NotJSON", operation.takesJSON},
	{"415", "NotUpload", operation.takesForm},
	{"422", "Invalid", func(operation) bool { return true }}, // a strict request may contain unknown members anywhere
	{"429", "TooManyRequests", func(operation) bool { return true }},
	{"500", "ServerError", func(operation) bool { return true }},
	{"503", "Unavailable", func(operation) bool { return true }},
}

// completeAnswers adds shared answers and headers to every operation, and headers
// to every success. What a page states stays; a failure that it only describes
// gets the shared body.
func completeAnswers(document *yaml.Node) {
	all := findObjects(document)
	each(document, func(path, method string, node *yaml.Node) {
		o := operation{Node: node, objects: all, method: method, access: member(node, "x-access").Value, ids: strings.Contains(path, "{")}
		if method != "get" && method != "post" && o.access != "anyone" && !o.takesFile() {
			o.subject = all.subject(path)
		}
		complete(o)
	})
}

func complete(o operation) {
	answers := member(o.Node, "responses")
	for i := 0; i < len(answers.Content); i += 2 {
		answer := answers.Content[i+1]
		switch own := member(answer, "headers"); {
		case !strings.HasPrefix(answers.Content[i].Value, "2"):
		case own == nil:
			answer.Content = append(answer.Content, text("headers"), successHeaders(o, answer))
		case member(own, "X-Trash-Entry") != nil:
			own.Content = append(own.Content, successHeaders(o, answer).Content...)
		}
	}
	for _, s := range shared {
		if own := member(answers, s.status); own != nil && member(own, "content") == nil && member(own, "$ref") == nil {
			common := dig(o.document, "components", "responses", s.name)
			set(own, "headers", member(common, "headers"))
			set(own, "content", member(common, "content"))
		}
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

// successHeaders lists the headers of a success. The answer to a POST may be a
// stored one, which has no ETag.
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
	case o.single(answer) && o.includes():
		add("Cache-Control", "CacheControl")
		add("ETag", "PlainETag")
	case o.single(answer):
		add("Cache-Control", "Revalidate")
		add("ETag", "ETag")
	default:
		add("Cache-Control", "NoStore")
	}
	add("X-RateLimit-Limit", "RateLimit")
	add("X-RateLimit-Remaining", "RateRemaining")
	add("X-RateLimit-Reset", "RateReset")
	return headers
}

func sortMembers(n *yaml.Node) {
	pairs := slices.Collect(slices.Chunk(n.Content, 2))
	slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return cmp.Compare(a[0].Value, b[0].Value) })
	n.Content = slices.Concat(pairs...)
}
