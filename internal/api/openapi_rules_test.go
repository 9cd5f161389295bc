package api

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// examples puts into the example of an operation what cannot stand in a
// document: ids that exist, addresses that are free. What is nil is left out.
// A new operation needs a row only if its example does not work as it is.
var examples = map[string]func(t testing.TB, w *world) M{
	"POST /api/register":            func(testing.TB, *world) M { return M{"email": address()} },
	"POST /api/login":               func(_ testing.TB, w *world) M { return M{"email": w.email, "password": password} },
	"PUT /api/me":                   func(_ testing.TB, w *world) M { return M{"email": w.email} },
	"POST /api/locations":           func(_ testing.TB, w *world) M { return M{"parent_id": w.ids["location"]} },
	"PUT /api/locations/{location}": func(t testing.TB, w *world) M { return M{"parent_id": w.make(t, "/api/locations", M{"name": "House"})} },
}

// formatBreaks holds, for each format, a text that does not have it; empty where a
// format is for people and machines do not hold anybody to it.
var formatBreaks = map[string]string{"email": "no address", "uri": "no address", "uuid": "no uuid", "date": "31.12.2026", "password": "", "int64": "", "int32": ""}

// ruleProbe is a body with one member changed, and what must come of it.
type ruleProbe struct {
	name, field string
	value       any // absent if it is the value absent
	fits        bool
}

var absent = new(int)

// Every rule of every request schema is broken once: that is status 422, and
// names the field and no other. What just keeps the rule is accepted, for else
// the refusal would prove nothing. A new operation is covered by existing.
func TestEveryRuleIsKept(t *testing.T) {
	t.Parallel()
	h := server(t)
	c := theContract(t)
	for _, pattern := range slices.Sorted(maps.Keys(c.operations)) {
		o := c.operations[pattern]
		if o.body() == nil {
			continue
		}
		t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.world(t)
			if r := o.send(t, w, o.example(t, w)); r.StatusCode >= 300 {
				t.Fatalf("the example gets %d: %s", r.StatusCode, r.body)
			}
			schema := o.body().Schema.Value
			for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
				required := slices.Contains(schema.Required, name)
				for _, p := range probes(t, name, schema.Properties[name].Value, required) {
					t.Run(name+" "+p.name, func(t *testing.T) { o.try(t, w, p) })
				}
			}
		})
	}
}

// try sends one probe.
func (o *operation) try(t *testing.T, w *world, p ruleProbe) {
	body := o.example(t, w)
	if body[p.field] = p.value; p.value == absent {
		delete(body, p.field)
	}
	r := o.send(t, w, body)
	if p.fits {
		if r.StatusCode >= 300 {
			t.Errorf("refused: %s", r.body)
		}
		return
	}
	errs, _ := r.want(t, http.StatusUnprocessableEntity).dig(t, "errors").(M)
	for name := range errs {
		if name != p.field && !strings.HasPrefix(name, p.field+".") {
			t.Errorf("the error is on %s: %s", name, r.body)
		}
	}
}

// send sends a body to the objects of a world, with a token where one is due.
func (o *operation) send(t testing.TB, w *world, body M) response {
	t.Helper()
	who := w.person
	if o.Security != nil {
		who = w.nobody()
	}
	method, path, _ := strings.Cut(o.pattern, " ")
	return who.send(t, method, w.fill(path), body)
}

// example is the body the document shows, made to work in a world.
func (o *operation) example(t testing.TB, w *world) M {
	t.Helper()
	body := M{}
	maps.Copy(body, o.body().Example.(M))
	if mend := examples[o.pattern]; mend != nil {
		maps.Copy(body, mend(t, w))
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// probes lists what can be wrong with a member, and what is just right.
func probes(t testing.TB, name string, s *openapi3.Schema, required bool) []ruleProbe {
	t.Helper()
	known(t, name, s)
	var all []ruleProbe
	refuse := func(what string, value any) { all = append(all, ruleProbe{what, name, value, false}) }
	accept := func(what string, value any) { all = append(all, ruleProbe{what, name, value, true}) }
	if required {
		refuse("missing", absent)
	} else {
		accept("missing", absent)
		accept("null", nil)
		if !s.Type.Includes("null") {
			t.Errorf("%s is optional, so null means absent; its type must say so", name)
		}
	}
	for kind, value := range map[string]any{"null": nil, "string": "no such thing", "integer": 7, "number": 1.5, "boolean": true, "array": []any{}, "object": M{}} {
		if !s.Type.Includes(kind) && !(kind == "integer" && s.Type.Includes("number")) && (kind != "null" || required) {
			refuse("as "+kind, value)
		}
	}
	textProbes(t, s, required, refuse, accept)
	if len(s.Enum) > 0 {
		refuse("unlisted", "no such thing")
		for _, v := range s.Enum {
			accept(fmt.Sprint("listed ", v), v)
		}
	}
	numberProbes(s, refuse, accept)
	if s.MaxItems != nil {
		refuse("too many", slices.Repeat([]any{1}, int(*s.MaxItems)+1))
	}
	if s.Items != nil && len(*s.Items.Value.Type) > 0 {
		refuse("with an entry of another type", []any{M{}})
	}
	return all
}

type note func(what string, value any)

func textProbes(t testing.TB, s *openapi3.Schema, required bool, refuse, accept note) {
	t.Helper()
	free := s.Pattern == "" && s.Format == "" && s.Enum == nil
	if s.MaxLength != nil {
		refuse("too long", long(s, int(*s.MaxLength)+1))
		if free { // counted in characters, not in bytes
			accept("just not too long", strings.Repeat("é", int(*s.MaxLength)))
		}
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

func numberProbes(s *openapi3.Schema, refuse, accept note) {
	if s.Min != nil {
		refuse("too small", *s.Min-1)
		accept("just not too small", *s.Min)
	}
	if s.Max != nil {
		refuse("too large", *s.Max+1)
		accept("just not too large", *s.Max)
	}
}

// long is a text of n characters that breaks no rule but the length.
func long(s *openapi3.Schema, n int) string {
	if s.Format == "email" {
		const host = "@example.org"
		return strings.Repeat("x", n-len(host)) + host
	}
	return strings.Repeat("x", n)
}

// mismatch is a text that does not match, as close to an example as can be.
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

// known fails the test if a schema has a rule that nothing here breaks.
func known(t testing.TB, name string, s *openapi3.Schema) {
	t.Helper()
	keywords := []string{"type", "description", "title", "examples", "default", "minLength", "maxLength", "enum", "pattern", "format",
		"minimum", "maximum", "items", "maxItems", "additionalProperties"}
	for keyword := range normal(s).(M) {
		if !slices.Contains(keywords, keyword) && !strings.HasPrefix(keyword, "x-") {
			t.Errorf("%s has the rule %s, which this test does not know how to break", name, keyword)
		}
	}
	if s.Type == nil {
		t.Fatalf("%s has no type", name)
	}
}
