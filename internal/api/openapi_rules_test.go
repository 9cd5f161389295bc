package api

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// leaning names a member that means nothing without another one, and goes where
// that goes.
var leaning = map[string]string{"collection_type_id": "custom_fields"}

// formatBreaks holds, for each format, a text that does not have it; empty where a
// format is for people and machines do not hold anybody to it.
var formatBreaks = map[string]string{"email": "no address", "uri": "no address", "uuid": "no uuid", "date": "31.12.2026", "line": "two\nlines", "password": "", "int64": "", "int32": ""}

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
			schema, shown := o.body().Schema.Value, o.example(t, w)
			for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
				for _, p := range probes(t, name, schema.Properties[name].Value, o.presence(name), shown[name]) {
					t.Run(name+" "+p.name, func(t *testing.T) {
						o.try(t, w, p)
					})
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
	if p.value == absent || p.value == nil {
		delete(body, leaning[p.field])
	}
	p.judge(t, o.send(t, w, body))
}

// judge holds the answer to a probe against what must come of it.
func (p ruleProbe) judge(t *testing.T, r response) {
	t.Helper()
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
	mend := examples[o.pattern]
	if mend == nil {
		mend = examples[asPut(o.pattern)]
	}
	if mend != nil {
		maps.Copy(body, mend(t, w))
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// presence says whether a member may be left out.
type presence int

const (
	optional presence = iota
	required
	kept // it may be left out of a patch, but not taken away
)

func (o *operation) presence(name string) presence {
	schema := o.body().Schema.Value
	switch {
	case slices.Contains(schema.Required, name):
		return required
	case strings.HasPrefix(o.pattern, "PATCH ") && !schema.Properties[name].Value.Type.Includes("null"):
		return kept
	}
	return optional
}

// Every rule of every query parameter is broken once as well, and kept once.
// Those of paging are not rules: what makes no sense there is brought into
// range.
func TestEveryParameterRuleIsKept(t *testing.T) {
	t.Parallel()
	h := server(t)
	c := theContract(t)
	for _, pattern := range slices.Sorted(maps.Keys(c.operations)) {
		o := c.operations[pattern]
		filters := slices.DeleteFunc(slices.Clone(o.Parameters), func(p *openapi3.ParameterRef) bool {
			return p.Value.In != "query" || p.Value.Name == "page" || p.Value.Name == "per_page"
		})
		if len(filters) == 0 {
			continue
		}
		t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.world(t)
			_, path, _ := strings.Cut(pattern, " ")
			for _, f := range filters {
				for _, p := range queryProbes(t, w, f.Value.Name, f.Value.Schema.Value) {
					t.Run(p.field+" "+p.name, func(t *testing.T) {
						p.judge(t, w.send(t, "GET", w.fill(path)+"?"+p.value.(url.Values).Encode(), nil))
					})
				}
			}
		})
	}
}

// queryProbes lists queries with one parameter in them, wrong or just right.
func queryProbes(t testing.TB, w *world, name string, s *openapi3.Schema) []ruleProbe {
	t.Helper()
	known(t, name, s)
	var all []ruleProbe
	add := func(what string, value any, fits bool) {
		query, ok := value.(url.Values)
		if !ok {
			query = url.Values{name: {fmt.Sprint(value)}}
		}
		all = append(all, ruleProbe{what, name, query, fits})
	}
	refuse := func(what string, value any) { add(what, value, false) }
	accept := func(what string, value any) { add(what, value, true) }
	switch {
	case s.Type.Is("object"): // custom_fields[ID]=value
		field := func(id string) string { return name + "[" + id + "]" }
		accept("of a field", url.Values{field(w.textField(t)): {"Hergé"}})
		refuse("of no field", url.Values{field(mismatch(t, s.PropertyNames.Value)): {"Hergé"}})
		many := url.Values{}
		for i := range *s.MaxProps + 1 {
			many.Set(field(fmt.Sprint(i+1)), "Hergé")
		}
		refuse("too many", many)
		return all
	case !s.Type.Is("string"):
		refuse("as string", "no such thing")
	}
	if s.Type.Is("boolean") {
		accept("true", true)
		accept("false", false)
	}
	accept("blank", " ")
	textProbes(t, s, false, refuse, accept)
	enumProbes(s, refuse, accept)
	numberProbes(s, refuse, accept)
	return all
}
