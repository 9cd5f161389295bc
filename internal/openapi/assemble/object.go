package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	yaml "github.com/oasdiff/yaml3"
)

const server = "https://vitrine.example"

// object is an entry of `objects` on a page: what its resource shows.
type object struct {
	name string
	node *yaml.Node
	self string // its path, with placeholders
	noun string // its name in prose
}

// resources are all objects, by name and by id placeholder.
type resources struct {
	document     *yaml.Node
	byName, byID map[string]object
}

// deriveObjects builds the schema of every object from its attributes.
func deriveObjects(document *yaml.Node) (resources, error) {
	all := resources{document, map[string]object{}, map[string]object{}}
	for name, node := range values(member(document, "objects")) {
		o := object{name, node, word(node, "self"), word(node, "noun")}
		if o.noun == "" {
			o.noun = separated(name, " ")
		}
		if member(node, "attributes") == nil || o.self == "" || member(node, "example") == nil {
			return all, fmt.Errorf("%s needs attributes, self and an example", name)
		}
		all.byName[name] = o
		if strings.HasSuffix(o.self, "}") {
			id := o.self[strings.LastIndexByte(o.self, '{')+1 : len(o.self)-1]
			if _, taken := all.byID[id]; !taken { // the same object may be shown in another place, too
				all.byID[id] = o
			}
		}
	}
	schemas := dig(document, "components", "schemas")
	for name := range values(member(document, "objects")) {
		o := all.byName[name]
		o.addTimes()
		o.hideSecret()
		set(schemas, name, o.schema(all))
		if secret := member(o.node, "secret"); secret != nil {
			set(schemas, "New"+name, o.secretSchema(schemas, secret))
		}
	}
	remove(document, "objects")
	return all, nil
}

// times are attributes of nearly all objects, with examples.
var times = [][2]string{{"created_at", "1767225600"}, {"updated_at", "1767312000"}}

// addTimes adds them unless the page says `times: false`.
func (o object) addTimes() {
	if word(o.node, "times") == "false" {
		return
	}
	attributes, example := member(o.node, "attributes"), member(o.node, "example")
	for _, at := range times {
		if member(attributes, at[0]) == nil {
			set(attributes, at[0], ref("schemas", "Time"))
		}
		if member(example, at[0]) == nil {
			set(example, at[0], mustParse("%s", at[1]))
		}
	}
}

const envelope = `
type: object
additionalProperties: false
required: [type, id, attributes, links]
properties:
  type: {type: string, const: %s, x-go-type: string}
  id: {$ref: Id}
  attributes: {type: object, additionalProperties: false}
  links: {type: object, additionalProperties: false}`

// schema is the object in its envelope, with an example.
func (o object) schema(all resources) *yaml.Node {
	schema := mustParse(envelope, o.kind())
	properties := member(schema, "properties")
	if about := member(o.node, "id"); about != nil {
		insert(member(properties, "id"), "$ref", "description", about)
	}
	if key := word(o.node, "key"); key != "" {
		set(member(properties, "id"), "$ref", quoted(components+"schemas/"+key))
	}
	required(member(properties, "attributes"), member(o.node, "attributes"), member(o.node, "optional"))
	for name, sibling := range values(member(o.node, "beside")) {
		insert(properties, "links", name, sibling)
	}
	links := mapping()
	for name, path := range values(o.links()) {
		set(links, name, mustParse("{type: string, format: uri, pattern: '%s$'}", all.pattern(path.Value)))
	}
	required(member(properties, "links"), links, nil)
	set(schema, "examples", sequence(o.example(all)))
	return schema
}

// required sets the properties of an object schema; all but the optional ones are
// required.
func required(schema, properties, optional *yaml.Node) {
	names := sequence()
	for name := range values(properties) {
		if optional == nil || !slices.ContainsFunc(optional.Content, func(n *yaml.Node) bool { return n.Value == name }) {
			names.Content = append(names.Content, text(name))
		}
	}
	names.Style, schema.Style = yaml.FlowStyle, 0
	set(schema, "required", names)
	set(schema, "properties", properties)
}

// kind is the type that an answer shows.
func (o object) kind() string {
	if given := word(o.node, "type"); given != "" {
		return given
	}
	return separated(o.name, "_")
}

// links are the paths of an object's links by name.
func (o object) links() *yaml.Node {
	links := mapping(text("self"), text(o.self))
	if more := member(o.node, "links"); more != nil {
		links.Content = append(links.Content, more.Content...)
	}
	return links
}

func (o object) example(all resources) *yaml.Node {
	attributes := plain(member(o.node, "example"))
	id := member(attributes, "id")
	remove(attributes, "id")
	links := mapping()
	for name, path := range values(o.links()) {
		set(links, name, text(server+all.address(path.Value)))
	}
	return mapping(text("type"), text(o.kind()), text("id"), id, text("attributes"), attributes, text("links"), links)
}

// hideSecret adds the token of an object that has one; it is not shown again.
func (o object) hideSecret() {
	if member(o.node, "secret") != nil {
		set(member(o.node, "attributes"), "token", mustParse(`{description: Not shown again., type: "null"}`))
		set(member(o.node, "example"), "token", mustParse("null"))
	}
}

// secretSchema is the answer to creating an object with a token, shown once: in
// the object and beside it.
func (o object) secretSchema(schemas, secret *yaml.Node) *yaml.Node {
	shown := plain(member(schemas, o.name))
	remove(shown, "examples")
	token := ref("schemas", secret.Value)
	set(dig(shown, "properties", "attributes", "properties"), "token", token)
	schema := mustParse("{type: object, additionalProperties: false, required: [data, token]}")
	schema.Style = 0
	set(schema, "properties", mapping(text("data"), shown, text("token"), token))
	return schema
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// pattern matches the addresses of a path, whose ids are numbers unless their
// object has another key.
func (all resources) pattern(path string) string {
	return placeholder.ReplaceAllStringFunc(path, func(match string) string {
		o := all.byID[match[1:len(match)-1]]
		key := cmp.Or(word(o.node, "key"), word(o.node, "named"))
		if key == "" {
			return "[1-9][0-9]*"
		}
		return strings.Trim(word(dig(all.document, "components", "schemas", key), "pattern"), "^$")
	})
}

// address fills the placeholders of a path with the ids of the examples.
func (all resources) address(path string) string {
	return placeholder.ReplaceAllStringFunc(path, func(match string) string {
		o := all.byID[match[1:len(match)-1]]
		if named := word(o.node, "named"); named != "" { // in paths, by something else than its id
			return dig(all.document, "components", "schemas", named, "examples").Content[0].Value
		}
		return word(member(o.node, "example"), "id")
	})
}

// separated splits a name like CustomField into words.
func separated(name, by string) string {
	return strings.ToLower(capital.ReplaceAllString(name, "${1}"+by+"$2"))
}

var capital = regexp.MustCompile(`([a-z])([A-Z])`)
