package api

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// docsField is a row of a table: a member of a body, or a parameter.
type docsField struct {
	Name, Type string
	Required   bool
	About      template.HTML
	Rules      []docsRule
}

// docsRule is a limit in words, with the values it names.
type docsRule struct {
	Words  string
	Values []string
}

// fields lists the members of an object. Whether one is required says something
// of what is sent; in an answer all of them are there.
func (s *spec) fields(object *specSchema, sent bool) []docsField {
	var rows []docsField
	for _, p := range object.Properties {
		f := s.field(p.Name, p.Value)
		f.Required = sent && slices.Contains(object.Required, p.Name)
		rows = append(rows, f)
	}
	return rows
}

func (s *spec) parameterField(p specParameter) docsField {
	f := s.field(p.Name, p.Schema)
	f.Required, f.About = p.Required, markdown(p.Description)
	return f
}

func (s *spec) field(name string, of *specSchema) docsField {
	schema := s.schema(of)
	return docsField{Name: name, Type: s.typeWords(schema), About: markdown(schema.Description), Rules: docsRules(schema)}
}

// typeWords says what kind of value a schema wants: "string or null".
func (s *spec) typeWords(schema *specSchema) string {
	if len(schema.Type) == 0 && schema.Const != nil {
		return "string"
	}
	names := slices.Clone(schema.Type)
	for i, name := range names {
		if name == "array" && schema.Items != nil {
			names[i] = "array of " + strings.Join(s.schema(schema.Items).Type, " or ") + "s"
		}
	}
	return strings.Join(names, " or ")
}

// formatWords are worth telling; the others repeat the type.
var formatWords = map[string]string{"email": "an e-mail address", "uri": "an address", "uuid": "a UUID", "date": "a date, YYYY-MM-DD", "line": "one line"}

func docsRules(s *specSchema) []docsRule {
	var all []docsRule
	add := func(words string, values ...string) { all = append(all, docsRule{words, values}) }
	if s.Const != nil {
		add("always", literal(s.Const))
	}
	if len(s.Enum) > 0 {
		add("one of", literals(s.Enum)...)
	}
	if words := formatWords[s.Format]; words != "" {
		add(words)
	}
	if words := bounds(s.MinLength, s.MaxLength, "characters"); words != "" {
		add(words)
	}
	if words := bounds(s.MinItems, s.MaxItems, "entries"); words != "" {
		add(words)
	}
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		add(fmt.Sprintf("%d to %d", *s.Minimum, *s.Maximum))
	case s.Minimum != nil && *s.Minimum != 0:
		add(fmt.Sprintf("from %d on", *s.Minimum))
	case s.Maximum != nil:
		add(fmt.Sprintf("up to %d", *s.Maximum))
	}
	if s.Pattern != "" {
		add("matches", s.Pattern)
	}
	if s.Default != nil {
		add("default", literal(s.Default))
	}
	return all
}

// bounds tells how long something may be. That it may not be empty goes
// without saying where it is required.
func bounds(least, most *int, unit string) string {
	switch {
	case least != nil && *least > 1 && most != nil:
		return fmt.Sprintf("%d to %d %s", *least, *most, unit)
	case most != nil:
		return fmt.Sprintf("at most %d %s", *most, unit)
	case least != nil && *least > 1:
		return fmt.Sprintf("at least %d %s", *least, unit)
	}
	return ""
}

// literals lists values. null is told by the type, and what is
// there as a text as well is told once.
func literals(values []jsontext.Value) []string {
	var all []string
	for _, v := range values {
		if l := literal(v); l != "null" && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

func literal(v jsontext.Value) string {
	if v.Kind() == '"' {
		return unquote(v)
	}
	return string(v)
}

// example is what the document shows, or else a value made from the schema.
func (s *spec) example(given jsontext.Value, schema *specSchema) []byte {
	if given != nil {
		return given
	}
	return s.sample(schema)
}

// sample makes a value that fits a schema, out of the examples in it.
func (s *spec) sample(of *specSchema) []byte {
	schema := s.schema(of)
	switch {
	case schema == nil:
		return []byte("null")
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case schema.Const != nil:
		return schema.Const
	case schema.Default != nil:
		return schema.Default
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Items != nil:
		return slices.Concat([]byte{'['}, s.sample(schema.Items), []byte{']'})
	case len(schema.Properties) > 0:
		out := []byte{'{'}
		for i, p := range schema.Properties {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(appendString(out, p.Name), ':'), s.sample(p.Value)...)
		}
		return append(out, '}')
	}
	if len(schema.Type) == 0 {
		return []byte("null")
	}
	return []byte(plainSamples[schema.Type[0]])
}

// plainSamples stand where the document gives no example.
var plainSamples = map[string]string{"string": `"…"`, "integer": "1", "number": "1", "boolean": "true", "array": "[]", "object": "{}", "null": "null"}
