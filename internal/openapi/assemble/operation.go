package main

import (
	"fmt"
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

const (
	oneSchema = "{type: object, additionalProperties: false, required: [data], properties: {data: {$ref: %s}}}"
	allSchema = "{type: object, additionalProperties: false, required: [data], properties: {data: {type: array, items: {$ref: %s}}}}"
)

const pageSchema = `
type: object
additionalProperties: false
required: [data, links, meta]
properties:
  data: {type: array, maxItems: 100, items: {$ref: %s}}
  links: {$ref: PageLinks}
  meta: {$ref: PageMeta}`

const pageExample = `
data: []
links: {first: '%[1]s?page=1', last: '%[1]s?page=1', prev: null, next: null}
meta:
  current_page: 1
  from: 1
  last_page: 1
  links:
    - {url: null, label: Previous, active: false}
    - {url: '%[1]s?page=1', label: "1", active: true}
    - {url: null, label: Next, active: false}
  path: '%[1]s'
  per_page: 10
  to: 1
  total: 1
  total_capped: false
  next_after: null`

// deriveOperations completes the paths with their id parameters, request bodies
// and answers.
func deriveOperations(document *yaml.Node, all resources) error {
	for path, item := range values(member(document, "paths")) {
		item.Style = 0
		for method, o := range values(item) {
			if method == "parameters" {
				continue
			}
			if err := all.deriveOperation(document, path, o); err != nil {
				return fmt.Errorf("%s %s: %w", method, path, err)
			}
		}
		all.addIDs(path, item)
	}
	return nil
}

// addIDs adds a parameter for every id in a path.
func (all resources) addIDs(path string, item *yaml.Node) {
	if member(item, "parameters") != nil {
		return
	}
	parameters, within := sequence(), ""
	for _, match := range placeholder.FindAllStringSubmatch(path, -1) {
		o, known := all.byID[match[1]]
		if !known {
			continue // the page describes it
		}
		about := "The id of the " + o.noun
		if within != "" {
			about += ", which must belong to the " + within
		}
		within = o.noun
		parameters.Content = append(parameters.Content, mustParse(
			"{name: %s, in: path, required: true, description: '%s.', schema: {$ref: Id}, example: '%s'}",
			match[1], about, word(member(o.node, "example"), "id")))
	}
	if len(parameters.Content) > 0 {
		item.Content = append([]*yaml.Node{text("parameters"), parameters}, item.Content...)
	}
}

// deriveOperation expands the short members of an operation into OpenAPI.
func (all resources) deriveOperation(document *yaml.Node, path string, o *yaml.Node) error {
	o.Style = 0
	if access := member(o, "access"); access != nil {
		remove(o, "access")
		set(o, "x-access", access)
		if access.Value == "anyone" {
			set(o, "security", sequence())
		}
	}
	if err := deriveBody(document, o); err != nil {
		return err
	}
	if err := deriveEnd(o); err != nil {
		return err
	}
	deriveBytes(o)
	deriveDownload(o)
	return all.deriveAnswer(document, path, o)
}

// deriveBody writes the body that an operation takes, as JSON and perhaps also as
// a form with a file.
func deriveBody(document, o *yaml.Node) error {
	kinds := mapping()
	for _, given := range [][2]string{{"form", formData}, {"takes", "application/json"}} {
		input := member(o, given[0])
		if input == nil {
			continue
		}
		schema := dig(document, "components", "schemas", input.Value)
		if schema == nil {
			return fmt.Errorf("there is no schema %s", input.Value)
		}
		remove(o, given[0])
		if given[1] == formData { // a file has no example
			set(kinds, formData, mapping(text("schema"), ref("schemas", input.Value)))
			continue
		}
		kinds.Content = append(kinds.Content, content(ref("schemas", input.Value), exampleOf(schema)).Content...)
	}
	if len(kinds.Content) > 0 {
		set(o, "requestBody", mapping(text("required"), mustParse("true"), text("content"), kinds))
	}
	return nil
}

// exampleOf combines the examples of an input's members.
func exampleOf(input *yaml.Node) *yaml.Node {
	example := mapping()
	for name, property := range values(member(input, "properties")) {
		if given := member(property, "examples"); given != nil {
			set(example, name, plain(given.Content[0]))
		}
	}
	return example
}

// deriveAnswer writes the answer of a success. A page names it by kind: list, all
// (a list without pages), one, created, secret or nothing.
func (all resources) deriveAnswer(document *yaml.Node, path string, o *yaml.Node) error {
	answers := member(o, "responses")
	if answers == nil {
		answers = mapping()
	}
	for _, kind := range []string{"list", "all", "one", "created", "secret", "nothing", "trashed"} {
		name := word(o, kind)
		if name == "" {
			continue
		}
		subject, known := all.byName[name]
		if !known && kind != "nothing" && kind != "trashed" {
			return fmt.Errorf("there is no object %s", name)
		}
		remove(o, kind)
		status, answer := all.answer(document, kind, path, subject, o, name)
		if about := member(o, "answer"); about != nil {
			set(answer, "description", about)
			remove(o, "answer")
		}
		answers.Content = append([]*yaml.Node{quoted(status), answer}, answers.Content...)
	}
	remove(o, "responses")
	set(o, "responses", answers)
	return nil
}

func (all resources) answer(document *yaml.Node, kind, path string, subject object, o *yaml.Node, name string) (status string, _ *yaml.Node) {
	schemas := dig(document, "components", "schemas")
	one := func() *yaml.Node {
		set(schemas, "One"+name, mustParse(oneSchema, name))
		return mapping(text("data"), subject.example(all))
	}
	switch kind {
	case "list":
		addListParameters(o)
		page := mustParse(pageSchema, name)
		for sibling, schema := range values(member(o, "beside")) {
			insert(member(page, "properties"), "links", sibling, schema)
			required := member(page, "required")
			required.Content = append(required.Content, text(sibling))
		}
		if further := member(o, "meta"); further != nil {
			set(schemas, name+"Meta", withMembers(dig(schemas, "PageMeta"), further))
			set(member(page, "properties"), "meta", mustParse("{$ref: %s}", name+"Meta"))
		}
		set(schemas, name+"Page", page)
		example := mustParse(pageExample, server+all.address(path))
		set(example, "data", sequence(subject.example(all)))
		for sibling, schema := range values(member(o, "beside")) {
			set(example, sibling, plain(member(schema, "examples").Content[0]))
		}
		for further, schema := range values(member(o, "meta")) {
			set(member(example, "meta"), further, plain(member(schema, "examples").Content[0]))
		}
		remove(o, "beside")
		remove(o, "meta")
		return "200", answer("A page of "+plural(subject.noun)+".", name+"Page", example)
	case "all":
		set(schemas, name+"List", mustParse(allSchema, name))
		return "200", answer("All "+plural(subject.noun)+".", name+"List", mapping(text("data"), sequence(subject.example(all))))
	case "created":
		return "201", answer("The new "+subject.noun+".", "One"+name, one())
	case "secret":
		example, token := mapping(text("data"), subject.example(all)), dig(schemas, word(subject.node, "secret"), "examples").Content[0]
		set(dig(example, "data", "attributes"), "token", token)
		set(example, "token", token)
		return "201", answer("The new "+subject.noun+" with its token.", "New"+name, example)
	case "trashed":
		return "204", mapping(text("description"), text(name), text("headers"), mapping(text("X-Trash-Entry"), ref("headers", "TrashEntry")))
	case "nothing":
		return "204", mapping(text("description"), text(name))
	}
	if member(o, "requestBody") != nil {
		return "200", answer("The "+subject.noun+", as updated.", "One"+name, one())
	}
	return "200", answer("The "+subject.noun+".", "One"+name, one())
}

// withMembers is a schema of an object with more members, all of them required.
func withMembers(schema, further *yaml.Node) *yaml.Node {
	wider := plain(schema)
	for name, of := range values(further) {
		set(member(wider, "properties"), name, of)
		required := member(wider, "required")
		required.Content = append(required.Content, text(name))
	}
	return wider
}

func answer(about, schema string, example *yaml.Node) *yaml.Node {
	return mapping(text("description"), text(about), text("content"), content(ref("schemas", schema), example))
}

func content(schema, example *yaml.Node) *yaml.Node {
	return mapping(text("application/json"), mapping(text("schema"), schema, text("example"), example))
}

// addListParameters puts the parameters of every list before the operation's own.
func addListParameters(o *yaml.Node) {
	parameters := sequence(ref("parameters", "Page"), ref("parameters", "PerPage"), ref("parameters", "After"))
	if own := member(o, "parameters"); own != nil {
		parameters.Content = append(parameters.Content, own.Content...)
	}
	set(o, "parameters", parameters)
}

func plural(noun string) string {
	if stem, y := strings.CutSuffix(noun, "y"); y && !strings.HasSuffix(stem, "e") {
		return stem + "ies"
	}
	return noun + "s"
}
