package input

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/internal/apitest"
)

// leaning maps a member to the one it is meaningless without.
var leaning = map[string]string{"collection_type_id": "custom_fields"}

// formatBreaks holds a violation of each format; empty where a format is
// informative only.
var formatBreaks = map[string]string{"email": "no address", "uri": "no address", "uuid": "no uuid", "date": "31.12.2026", "line": "two\nlines", "password": "", "int64": "", "int32": ""}

// ruleProbe is a body with one member changed, and the expected outcome.
type ruleProbe struct {
	name, field string
	value       any // absent if it is the value absent
	fits        bool
}

var absent = new(int)

// Every rule of every request schema is broken once, which gives 422 and reports
// that field only. A value that just obeys is accepted, or the refusal would
// prove nothing. New operations are covered automatically.
func TestEveryRuleIsKept(t *testing.T) {
	t.Parallel()
	h := server(t)
	c := server(t).Contract
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		o := c.Operations[pattern]
		if o.Body() == nil || interdependent(pattern) {
			continue
		}
		t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.World(t)
			if r := sendTo(t, o, w, o.Example(t, w)); r.StatusCode >= 300 {
				t.Fatalf("the example gets %d: %s", r.StatusCode, r.Content)
			}
			schema, shown := o.Body().Schema.Value, o.Example(t, w)
			for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
				for _, p := range probes(t, name, schema.Properties[name].Value, presenceOf(o, name), shown[name]) {
					t.Run(name+" "+p.name, func(t *testing.T) {
						tryProbe(t, o, w, p)
					})
				}
			}
		})
	}
}

// interdependent reports whether the rules of an operation depend on each other, on
// the state of the copy, or on what was sent before, which these generators do not know
// yet. Tests of their own in internal/api cover them.
func interdependent(pattern string) bool {
	return slices.ContainsFunc([]string{"/provenance-events", "/maintenance-records", "/loans", "/location-history", "/api/trash", "/api/batch", "/api/imports", "/api/exports", "/api/proposals", "/merge", "DELETE /api/account"},
		func(part string) bool { return strings.Contains(pattern, part) })
}

// instead holds the alternative to a member that is required without it.
var instead = map[string]M{"json": {"template": "comic"}, "label": {"name": "Backup script"}, "sha256": {"external_url": "https://example.org/lots/7"}}

// companions are the members that a value needs.
var companions = map[string]M{"copies": {"query": "sort=-value&value_currency_code=EUR"}, "loans": {"query": nil}, "insurance_record": {"documentable_id": "{insuranceRecord}"}, "valuation": {"documentable_id": "{valuation}"}, "transaction": {"documentable_id": "{transaction}"},
	"provenance_event": {"documentable_id": "{provenanceEvent}"}, "maintenance_record": {"documentable_id": "{maintenanceRecord}"}, "loan": {"documentable_id": "{loan}"}}

// tryProbe sends one probe.
func tryProbe(t *testing.T, o *apitest.Operation, w *world, p ruleProbe) {
	body := o.Example(t, w)
	if body[p.field] = p.value; p.value == absent {
		delete(body, p.field)
	}
	if p.value == absent || p.value == nil {
		delete(body, leaning[p.field])
		maps.Copy(body, instead[p.field])
	}
	if text, ok := p.value.(string); ok {
		maps.Copy(body, w.FillBody(t, companions[text]))
	}
	p.judge(t, sendTo(t, o, w, body))
}

// judge compares the answer with the expected outcome.
func (p ruleProbe) judge(t *testing.T, r response) {
	t.Helper()
	if p.fits {
		if r.StatusCode >= 300 {
			t.Errorf("refused: %s", r.Content)
		}
		return
	}
	errs, _ := r.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors").(M)
	for name := range errs {
		if name != p.field && !strings.HasPrefix(name, p.field+".") {
			t.Errorf("the error is on %s: %s", name, r.Content)
		}
	}
}

// sendTo sends a body to the objects of a world, with a token where needed.
func sendTo(t testing.TB, o *apitest.Operation, w *world, body M) response {
	t.Helper()
	who := w.Person
	if o.Security != nil {
		who = w.Nobody()
	}
	method, path, _ := strings.Cut(o.Pattern, " ")
	return who.Send(t, method, w.Fill(path), body)
}

// presence says whether a member may be left out.
type presence int

const (
	optional presence = iota
	required
	kept // may be omitted from a patch, but not removed
)

func presenceOf(o *apitest.Operation, name string) presence {
	schema := o.Body().Schema.Value
	switch {
	case slices.Contains(schema.Required, name):
		return required
	case strings.HasPrefix(o.Pattern, "PATCH ") && !schema.Properties[name].Value.Type.Includes("null"):
		return kept
	}
	return optional
}

// besides are the parameters that others of a list need.
var besides = map[string]map[string]string{"GET /api/search": {"q": "a"}, "GET /api/copies": {"value_currency_code": "EUR"}, "GET /api/copies/export": {"value_currency_code": "EUR"}}

// Every rule of every query parameter is also broken and obeyed once. Paging has
// no rules: values are brought into range.
func TestEveryParameterRuleIsKept(t *testing.T) {
	t.Parallel()
	h := server(t)
	c := server(t).Contract
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		o := c.Operations[pattern]
		filters := slices.DeleteFunc(slices.Clone(o.Parameters), func(p *openapi3.ParameterRef) bool {
			return p.Value.In != "query" || p.Value.Name == "page" || p.Value.Name == "per_page"
		})
		if len(filters) == 0 {
			continue
		}
		t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.World(t)
			w.Show(t)
			_, path, _ := strings.Cut(pattern, " ")
			if strings.Contains(pattern, "{import}") { // one that was read
				path, _, _ = w.Prepare(t, w.Person, pattern)
			}
			for _, f := range filters {
				for _, p := range queryProbes(t, w, f.Value.Name, f.Value.Schema.Value) {
					query := p.value.(url.Values)
					if (pattern == "GET /api/search" && p.field == "q" || pattern == "GET /api/have") && p.name == "blank" { // it is required
						continue
					}
					for name, value := range besides[pattern] {
						if p.field != name {
							query.Set(name, value)
						}
					}
					t.Run(p.field+" "+p.name, func(t *testing.T) {
						p.judge(t, w.Send(t, "GET", w.Fill(path)+"?"+query.Encode(), nil))
					})
				}
			}
		})
	}
}

// queryProbes lists queries with one parameter, wrong or just right.
func queryProbes(t testing.TB, w *world, name string, s *openapi3.Schema) []ruleProbe {
	t.Helper()
	known(t, name, s)
	var all []ruleProbe
	add := func(what string, value any, fits bool) {
		query, ok := value.(url.Values)
		if !ok {
			text := fmt.Sprint(value)
			if number, ok := value.(float64); ok { // without an exponent
				text = strconv.FormatFloat(number, 'f', -1, 64)
			}
			query = url.Values{name: {text}}
		}
		all = append(all, ruleProbe{what, name, query, fits})
	}
	refuse := func(what string, value any) { add(what, value, false) }
	accept := func(what string, value any) { add(what, value, true) }
	switch {
	case s.Type.Is("object"): // custom_fields[ID]=value
		field := func(id string) string { return name + "[" + id + "]" }
		accept("of a field", url.Values{field(w.Spare(t, "textField")): {"Hergé"}})
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
