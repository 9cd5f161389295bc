package input

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/internal/apitest"
)

// probes lists wrong and just right values of a member; shown is its example.
func probes(t testing.TB, name string, s *openapi3.Schema, must presence, shown any) []ruleProbe {
	t.Helper()
	var all []ruleProbe
	refuse := func(what string, value any) { all = append(all, ruleProbe{what, name, value, false}) }
	accept := func(what string, value any) { all = append(all, ruleProbe{what, name, value, true}) }
	switch must {
	case required:
		refuse("missing", absent)
	case kept:
		accept("missing", absent)
	case optional:
		accept("missing", absent)
		accept("null", nil)
		if !s.Type.Includes("null") {
			t.Errorf("%s is optional, so null means absent; its type must say so", name)
		}
	}
	valueProbes(t, name, s, must != optional, refuse, accept)
	listProbes(t, name, s, shown, refuse, accept)
	objectProbes(t, name, s, shown, refuse, accept)
	return all
}

// valueProbes break the rules for a single value, a member or an entry of one.
func valueProbes(t testing.TB, name string, s *openapi3.Schema, required bool, refuse, accept note) {
	t.Helper()
	known(t, name, s)
	for kind, value := range map[string]any{"null": nil, "string": "no such thing", "integer": 7, "number": 1.5, "boolean": true, "array": []any{}, "object": M{}} {
		if !s.Type.Includes(kind) && !apitest.AlsoAccepts(s, kind) && !(kind == "integer" && s.Type.Includes("number")) && (kind != "null" || required) {
			refuse("as "+kind, value)
		}
	}
	textProbes(t, s, required, refuse, accept)
	enumProbes(s, refuse, accept)
	numberProbes(s, refuse, accept)
	alternativeProbes(s, refuse, accept)
}

// alternativeProbes apply the same rules to a type accepted besides the
// documented one.
func alternativeProbes(s *openapi3.Schema, refuse, accept note) {
	if apitest.AlsoAccepts(s, "integer") && s.Format == "date" {
		refuse("between two days", 20_605*86400+1)
		accept("as Unix time", 20_605*86400) // within the year of the examples
	}
	if apitest.AlsoAccepts(s, "string") {
		refuse("as another text", "no such thing")
		accept("as a text", map[bool]string{true: "true", false: "2100-01-01"}[s.Type.Includes("boolean")])
	}
}

// listProbes make an array too long and break the rules of its entries.
func listProbes(t testing.TB, name string, s *openapi3.Schema, shown any, refuse, accept note) {
	t.Helper()
	if s.Items == nil {
		return
	}
	entry := s.Items.Value
	valueProbes(t, name+" entry", entry, true,
		func(what string, value any) { refuse("with an entry "+what, []any{value}) },
		func(what string, value any) { accept("with an entry "+what, []any{value}) })
	if entry.Type.Is("string") && len(entry.Enum) == 0 && entry.Pattern == "" {
		accept("with a blank entry", []any{" "})
	}
	if s.MinItems > 0 {
		refuse("too few", []any{})
	}
	if s.MaxItems != nil {
		var fitting any = "x"
		if apitest.AlsoAccepts(entry, "integer") {
			fitting = 1
		}
		switch entries := shown.(type) { // they must exist
		case []any:
			fitting = entries[0]
		case []string:
			fitting = entries[0]
		}
		refuse("too many", slices.Repeat([]any{fitting}, int(*s.MaxItems)+1))
		accept("just not too many", slices.Repeat([]any{fitting}, int(*s.MaxItems)))
	}
}

// objectProbes break the rules for names and values of an object, one entry of
// the example at a time.
func objectProbes(t testing.TB, name string, s *openapi3.Schema, shown any, refuse, accept note) {
	t.Helper()
	if s.PropertyNames != nil {
		refuse("with a name not matching", M{mismatch(t, s.PropertyNames.Value): nil})
	}
	if s.AdditionalProperties.Schema == nil {
		return
	}
	entries, _ := shown.(M)
	if len(entries) == 0 {
		t.Errorf("%s needs an example with an entry", name)
	}
	for key := range entries {
		value := anyOfTypes(s.AdditionalProperties.Schema.Value)
		valueProbes(t, name+" value", value, true,
			func(what string, value any) { refuse("with a value "+what, M{key: value}) },
			func(what string, value any) { accept("with a value "+what, M{key: value}) })
		if value.Type.Includes("null") {
			accept("with a value null", M{key: nil})
		}
	}
}

// anyOfTypes merges alternatives of one type each into one schema of all types,
// which the probes can break.
func anyOfTypes(s *openapi3.Schema) *openapi3.Schema {
	if len(s.OneOf) == 0 {
		return s
	}
	all := &openapi3.Schema{Type: &openapi3.Types{}}
	for _, one := range s.OneOf {
		*all.Type = append(*all.Type, one.Value.Type.Slice()...)
		if one.Value.MaxLength != nil {
			all.MaxLength = one.Value.MaxLength
		}
	}
	return all
}

type note func(what string, value any)

func textProbes(t testing.TB, s *openapi3.Schema, required bool, refuse, accept note) {
	t.Helper()
	free := s.Pattern == "" && (s.Format == "" || s.Format == "line") && s.Enum == nil && s.ContentMediaType == ""
	if s.MaxLength != nil {
		refuse("too long", long(s, int(*s.MaxLength)+1))
		if free { // in characters, not bytes
			accept("just not too long", strings.Repeat("é", int(*s.MaxLength)))
		}
	}
	if s.ContentMediaType != "" {
		refuse("not of the media type", strings.TrimSuffix(fmt.Sprint(s.Examples[0]), "}"))
		accept("just not too long", long(s, int(*s.MaxLength)))
	}
	if s.MinLength > 1 || s.MinLength == 1 && required {
		refuse("too short", strings.Repeat("x", int(s.MinLength)-1))
	}
	if s.Pattern != "" {
		refuse("not matching", mismatch(t, s))
	}
	if s.Format != "" {
		text, ok := formatBreaks[s.Format]
		if !ok {
			t.Errorf("formatBreaks does not know the format %s", s.Format)
		}
		if text != "" {
			refuse("not of the format", text)
		}
	}
}

func enumProbes(s *openapi3.Schema, refuse, accept note) {
	if len(s.Enum) > 0 {
		refuse("unlisted", "no such thing")
	}
	for _, v := range s.Enum {
		accept(fmt.Sprint("listed ", v), v)
	}
}

func numberProbes(s *openapi3.Schema, refuse, accept note) {
	if s.Min != nil {
		refuse("too small", *s.Min-1)
		accept("just not too small", *s.Min)
	}
	if s.Max != nil {
		refuse("too large", *s.Max+1)
		accept("just not too large", *s.Max)
	}
	if s.MultipleOf != nil {
		refuse("between multiples", *s.MultipleOf+1)
		accept("a multiple", *s.MultipleOf*20_605) // as days, within the year of the examples
	}
}

// long is a text of n characters that breaks no other rule.
func long(s *openapi3.Schema, n int) string {
	if s.Format == "email" {
		const host = "@example.org"
		return strings.Repeat("x", n-len(host)) + host
	}
	if s.Format == "uri" {
		const host = "https://example.org/"
		return host + strings.Repeat("x", n-len(host))
	}
	if s.ContentMediaType != "" {
		document := fmt.Sprint(s.Examples[0])
		return document + strings.Repeat(" ", n-len(document))
	}
	return strings.Repeat("x", n)
}

// mismatch is a non-matching text as close to an example as possible.
func mismatch(t testing.TB, s *openapi3.Schema) string {
	t.Helper()
	pattern := regexp.MustCompile(s.Pattern)
	example := "x"
	if len(s.Examples) > 0 {
		example = fmt.Sprint(s.Examples[0])
	}
	for _, text := range []string{strings.ToUpper(example), example + "!", "!"} {
		if !pattern.MatchString(text) {
			return text
		}
	}
	t.Fatalf("everything seems to match %s", s.Pattern)
	return ""
}

// known fails the test if a schema has a rule that no probe breaks.
func known(t testing.TB, name string, s *openapi3.Schema) {
	t.Helper()
	keywords := []string{"type", "description", "title", "examples", "default", "minLength", "maxLength", "enum", "pattern", "format",
		"contentMediaType", "minimum", "maximum", "multipleOf", "items", "minItems", "maxItems", "propertyNames", "additionalProperties", "maxProperties"}
	for keyword := range apitest.Normal(s).(M) {
		if !slices.Contains(keywords, keyword) && !strings.HasPrefix(keyword, "x-") {
			t.Errorf("%s has the rule %s, which this test does not know how to break", name, keyword)
		}
	}
	if s.Type == nil {
		t.Fatalf("%s has no type", name)
	}
}
