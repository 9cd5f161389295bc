package api

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/internal/identity"
)

// examples puts into the example of an operation what cannot stand in a
// document: ids that exist, addresses that are free. What is nil is left out.
// A new operation needs a row only if its example does not work as it is; a PATCH
// without one takes that of its PUT.
var examples = map[string]func(t testing.TB, w *world) M{
	"POST /api/register":            func(testing.TB, *world) M { return M{"email": address()} },
	"POST /api/login":               func(_ testing.TB, w *world) M { return M{"email": w.email, "password": password} },
	"PUT /api/me":                   func(_ testing.TB, w *world) M { return M{"email": w.email} },
	"POST /api/locations":           func(_ testing.TB, w *world) M { return M{"parent_id": w.ids["location"]} },
	"PUT /api/locations/{location}": func(t testing.TB, w *world) M { return M{"parent_id": w.make(t, "/api/locations", M{"name": "House"})} },

	"POST /api/collection-types/{collectionType}/custom-fields":                func(_ testing.TB, w *world) M { return M{"group_id": w.ids["group"]} },
	"PATCH /api/collection-types/{collectionType}/custom-fields/{customField}": func(testing.TB, *world) M { return M{"field_type": "select"} }, // the kind that has options
	"POST /api/collections/{collection}/items":                                 itemExample,
	"PUT /api/collections/{collection}/items/{item}":                           itemExample,
	"POST /api/items/{item}/copies":                                            func(_ testing.TB, w *world) M { return M{"location_id": w.ids["location"]} },
	"PUT /api/items/{item}/copies/{copy}":                                      func(_ testing.TB, w *world) M { return M{"location_id": w.ids["location"]} },
	"POST /api/copies/{copy}/insurance-records":                                func(testing.TB, *world) M { return M{"policy_number": rand.Text()} }, // one active record each

	"POST /api/account/invitations":        func(testing.TB, *world) M { return M{"email": address()} },
	"POST /api/invitations/{token}/accept": inviteExample,
	"PUT /api/me/password": func(testing.TB, *world) M {
		return M{"current_password": password, "password": password, "password_confirmation": password}
	},
	"POST /api/password/reset":               resetExample,
	"POST /api/me/two-factor":                func(testing.TB, *world) M { return M{"password": password} },
	"POST /api/me/two-factor/confirm":        func(t testing.TB, w *world) M { return M{"code": codeAt(t, w.enrol(t), 0)} },
	"POST /api/me/two-factor/recovery-codes": proofExample,
	"DELETE /api/me/two-factor":              proofExample,
}

// inviteExample needs an invitation of its own each time: it may be accepted.
func inviteExample(t testing.TB, w *world) M {
	r := w.send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}).want(t, http.StatusCreated)
	w.ids["token"], _ = r.dig(t, "token").(string)
	return nil
}

// resetExample needs a link of its own each time, such as a mail has.
func resetExample(t testing.TB, w *world) M {
	token := identity.NewSecret(identity.ResetPrefix)
	scalar[int](t, w.harness, `with r as (
			insert into password_resets (account_id, user_id, token_hash, expires_at) select account_id, id, $2, now() + interval '1 hour' from users where email = $1
			on conflict (account_id, user_id) do update set token_hash = excluded.token_hash returning 1
		) select count(*)::int from r`, w.email, identity.HashToken(token))
	return M{"token": token}
}

// proofExample proves by a recovery code, which is good at any time.
func proofExample(t testing.TB, w *world) M {
	confirmed := w.send(t, "POST", "/api/me/two-factor/confirm", M{"code": codeAt(t, w.enrol(t), 0)}).want(t, http.StatusOK)
	return M{"password": password, "code": confirmed.dig(t, "data.attributes.recovery_codes.0")}
}

// enrol begins a second factor, whatever there was before, and tells its secret.
func (w *world) enrol(t testing.TB) string {
	t.Helper()
	scalar[int](t, w.harness, `with u as (update users set totp_enabled = false, totp_seed = null, code_failures = 0, code_blocked_until = null where email = $1 returning 1)
		select count(*)::int from u`, w.email)
	secret, _ := w.send(t, "POST", "/api/me/two-factor", M{"password": password}).want(t, http.StatusOK).dig(t, "data.attributes.secret").(string)
	return secret
}

// itemExample answers a field that takes any text.
func itemExample(t testing.TB, w *world) M {
	return M{"collection_type_id": w.ids["collectionType"], "custom_fields": M{w.textField(t): "Hergé"}}
}

// textField is a custom field of the world's type for texts, made when first
// asked for.
func (w *world) textField(t testing.TB) string {
	t.Helper()
	const name = "a text field"
	if w.ids[name] == "" {
		w.ids[name] = w.make(t, w.fill("/api/collection-types/{collectionType}/custom-fields"), M{"field_type": "text"})
	}
	return w.ids[name]
}

// leaning names a member that means nothing without another one, and goes where
// that goes.
var leaning = map[string]string{"collection_type_id": "custom_fields"}

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

// probes lists what can be wrong with a member, and what is just right. Shown is
// what it is in the example.
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
	listProbes(t, name, s, refuse, accept)
	objectProbes(t, name, s, shown, refuse, accept)
	return all
}

// valueProbes break the rules for a single value, be it a member or an entry of
// one.
func valueProbes(t testing.TB, name string, s *openapi3.Schema, required bool, refuse, accept note) {
	t.Helper()
	known(t, name, s)
	for kind, value := range map[string]any{"null": nil, "string": "no such thing", "integer": 7, "number": 1.5, "boolean": true, "array": []any{}, "object": M{}} {
		if !s.Type.Includes(kind) && !(kind == "integer" && s.Type.Includes("number")) && (kind != "null" || required) {
			refuse("as "+kind, value)
		}
	}
	textProbes(t, s, required, refuse, accept)
	enumProbes(s, refuse, accept)
	numberProbes(s, refuse, accept)
}

// listProbes make an array too long, and break the rules of its entries.
func listProbes(t testing.TB, name string, s *openapi3.Schema, refuse, accept note) {
	t.Helper()
	if s.Items == nil {
		return
	}
	entry := s.Items.Value
	valueProbes(t, name+" entry", entry, true,
		func(what string, value any) { refuse("with an entry "+what, []any{value}) },
		func(what string, value any) { accept("with an entry "+what, []any{value}) })
	if entry.Type.Is("string") && len(entry.Enum) == 0 {
		accept("with a blank entry", []any{" "})
	}
	if s.MinItems > 0 {
		refuse("too few", []any{})
	}
	if s.MaxItems != nil {
		var fitting any = "x"
		if entry.Type.Includes("integer") {
			fitting = 1
		}
		refuse("too many", slices.Repeat([]any{fitting}, int(*s.MaxItems)+1))
		accept("just not too many", slices.Repeat([]any{fitting}, int(*s.MaxItems)))
	}
}

// objectProbes break the rules for the names and values of an object, one entry
// of the example after the other.
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
		value := s.AdditionalProperties.Schema.Value
		valueProbes(t, name+" value", value, true,
			func(what string, value any) { refuse("with a value "+what, M{key: value}) },
			func(what string, value any) { accept("with a value "+what, M{key: value}) })
		if value.Type.Includes("null") {
			accept("with a value null", M{key: nil})
		}
	}
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

type note func(what string, value any)

func textProbes(t testing.TB, s *openapi3.Schema, required bool, refuse, accept note) {
	t.Helper()
	free := s.Pattern == "" && s.Format == "" && s.Enum == nil && s.ContentMediaType == ""
	if s.MaxLength != nil {
		refuse("too long", long(s, int(*s.MaxLength)+1))
		if free { // counted in characters, not in bytes
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
}

// long is a text of n characters that breaks no rule but the length.
func long(s *openapi3.Schema, n int) string {
	if s.Format == "email" {
		const host = "@example.org"
		return strings.Repeat("x", n-len(host)) + host
	}
	if s.ContentMediaType != "" {
		document := fmt.Sprint(s.Examples[0])
		return document + strings.Repeat(" ", n-len(document))
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
		"contentMediaType", "minimum", "maximum", "items", "minItems", "maxItems", "propertyNames", "additionalProperties", "maxProperties"}
	for keyword := range normal(s).(M) {
		if !slices.Contains(keywords, keyword) && !strings.HasPrefix(keyword, "x-") {
			t.Errorf("%s has the rule %s, which this test does not know how to break", name, keyword)
		}
	}
	if s.Type == nil {
		t.Fatalf("%s has no type", name)
	}
}
