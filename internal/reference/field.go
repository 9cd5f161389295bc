package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/openapi"
)

// field is a row of a table: a member of a body, or a parameter.
type field struct {
	Name, Type string
	Required   bool
	About      markup
	Rules      []rule
}

// rule is a limit in words, with the values it names.
type rule struct {
	Words  string
	Values []string
}

// fields lists the members of an object. Required matters only for what is sent;
// answers contain all members.
func (d document) fields(object *openapi.Schema, sent bool) []field {
	var rows []field
	for _, p := range object.Properties {
		f := d.field(p.Name, p.Value)
		f.Required = sent && slices.Contains(object.Required, p.Name)
		rows = append(rows, f)
	}
	return rows
}

func (d document) parameterField(p openapi.Parameter) field {
	f := d.field(p.Name, p.Schema)
	f.Required, f.About = p.Required, markdown(p.Description)
	return f
}

func (d document) field(name string, of *openapi.Schema) field {
	schema := d.Schema(of)
	return field{Name: name, Type: d.typeWords(schema), About: markdown(schema.Description), Rules: rulesOf(schema)}
}

// typeWords describes a schema's type: "string or null".
func (d document) typeWords(schema *openapi.Schema) string {
	switch {
	case len(schema.Type) == 0 && schema.Const != nil:
		return "string"
	case schema.Format == "binary":
		return "file"
	}
	names := slices.Clone(schema.Type)
	for i, name := range names {
		if name == "array" && schema.Items != nil {
			names[i] = "array of " + strings.Join(d.Schema(schema.Items).Type, " or ") + "s"
		}
	}
	return strings.Join(names, " or ")
}

// formatWords describe formats that add to the type.
var formatWords = map[string]string{"email": "an e-mail address", "uri": "an address", "uuid": "a UUID", "date": "a date, YYYY-MM-DD", "line": "one line"}

func rulesOf(s *openapi.Schema) []rule {
	var all []rule
	add := func(words string, values ...string) { all = append(all, rule{words, values}) }
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

// bounds describes a length. That a required value is not empty goes without
// saying.
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

// literals lists values, without null, which the type shows, and without
// duplicates of texts.
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
		text, err := jsontext.AppendUnquote(nil, v)
		if err != nil {
			panic(err) // parsed before
		}
		return string(text)
	}
	return string(v)
}

// example is the document's example, or else one built from the schema.
func (d document) example(given jsontext.Value, schema *openapi.Schema) []byte {
	if given != nil {
		return given
	}
	return d.sample(schema)
}

// sample builds a value for a schema from the examples in it.
func (d document) sample(of *openapi.Schema) []byte {
	schema := d.Schema(of)
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
		return slices.Concat([]byte{'['}, d.sample(schema.Items), []byte{']'})
	case len(schema.Properties) > 0:
		out := []byte{'{'}
		for i, p := range schema.Properties {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(appendName(out, p.Name), ':'), d.sample(p.Value)...)
		}
		return append(out, '}')
	}
	if len(schema.Type) == 0 {
		return []byte("null")
	}
	return []byte(plainSamples[schema.Type[0]])
}

func appendName(out []byte, name string) []byte {
	out, err := jsontext.AppendQuote(out, name)
	if err != nil {
		panic(err) // parsed before
	}
	return out
}

// plainSamples are used where the document gives no example.
var plainSamples = map[string]string{"string": `"…"`, "integer": "1", "number": "1", "boolean": "true", "array": "[]", "object": "{}", "null": "null"}
