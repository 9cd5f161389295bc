package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// undocumented are the routes that are no part of the API: the document itself,
// the page made of it, and the pages that mails lead to.
var undocumented = []string{"GET /{$}", "GET /docs", "GET /docs/style.css", "GET /docs/icon.svg", "GET /api/openapi.json", "GET /api/openapi.yaml",
	"GET /invitations/{token}", "GET /password/reset", "GET /email/confirm", "GET /email/take-back", "GET /pages/form.css", "GET /pages/form.js"}

// check holds an exchange against the document: status, headers and body of the
// response, and the request where it was accepted.
func (h *harness) check(t testing.TB, sent string, r response) {
	t.Helper()
	if err := theContract(t).exchange(h.pattern(r.Request), sent, r); err != nil {
		t.Errorf("%s %s is not as documented: %v\n%s", r.Request.Method, r.Request.URL, err, r.body[:min(len(r.body), 1000)])
	}
}

// pattern is the route of a request, empty if there is none.
func (h *harness) pattern(r *http.Request) string {
	if path.Clean(r.URL.Path) != r.URL.Path {
		return ""
	}
	_, pattern := h.api.mux.Handler(r)
	return pattern
}

func (c *contract) exchange(pattern, sent string, r response) error {
	o := c.operations[pattern]
	if o == nil {
		if slices.Contains(undocumented, pattern) {
			return nil
		}
		return c.unknown(pattern, r)
	}
	place, answer := o.answer(r.StatusCode)
	if answer == nil {
		return fmt.Errorf("status %d is not documented", r.StatusCode)
	}
	errs := []error{c.headers(place, answer, r.Header), c.responseBody(place, answer, r)}
	if r.StatusCode < 300 {
		errs = append(errs, c.request(o, sent, r.Request))
	}
	return errors.Join(errs...)
}

// unknown is what every path and method gets that the document does not have.
func (c *contract) unknown(pattern string, r response) error {
	name := map[int]string{http.StatusNotFound: "NotFound", http.StatusMethodNotAllowed: "MethodNotAllowed"}[r.StatusCode]
	if pattern != "" || name == "" {
		return fmt.Errorf("the route %q is in no page of the document", pattern)
	}
	return c.responseBody("#/components/responses/"+name, c.Components.Responses[name].Value, r)
}

func (c *contract) headers(place string, answer *openapi3.Response, got http.Header) error {
	var errs []error
	for name, header := range answer.Headers {
		values := got.Values(name)
		if len(values) == 0 && header.Value.Required || len(values) > 1 {
			errs = append(errs, fmt.Errorf("header %s: %q", name, values))
		}
		if len(values) != 1 {
			continue
		}
		var value any = values[0]
		if header.Value.Schema.Value.Type.Is("integer") {
			value = json.Number(values[0])
		}
		at := place + "/headers/" + name
		if header.Ref != "" {
			at = header.Ref
		}
		if err := c.validate(at+"/schema", value); err != nil {
			errs = append(errs, fmt.Errorf("header %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func (c *contract) responseBody(place string, answer *openapi3.Response, r response) error {
	if r.Request.Method == http.MethodHead || answer.Content == nil {
		if len(r.body) > 0 {
			return errors.New("there is a body")
		}
		return nil
	}
	if got := r.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		return fmt.Errorf("content type %q", got)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(r.body)))
	if err != nil {
		return err
	}
	return c.validate(place+"/content/application~1json/schema", value)
}

// request holds what was accepted against what the document says is accepted.
// Queries are not looked at here: paging takes whatever it is given, and the
// rules of the others have a test of their own.
func (c *contract) request(o *operation, sent string, r *http.Request) error {
	if o.Security == nil && !strings.HasPrefix(strings.ToLower(r.Header.Get("Authorization")), "bearer ") {
		return errors.New("accepted without a token")
	}
	body := o.body()
	if body == nil {
		return nil
	}
	if strings.TrimSpace(sent) == "" {
		sent = "{}"
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(sent))
	if err != nil {
		return fmt.Errorf("accepted what is no JSON: %w", err)
	}
	return c.validate(o.place+"/requestBody/content/application~1json/schema", lenient(body.Schema.Value, value))
}

// lenient brings a body into the form that schemas describe. The introduction
// of the document says what clients may do besides: blanks around texts, blank
// or null for absent, numbers and booleans as texts, emoji without selector.
// Blank entries of a list of texts are dropped.
func lenient(schema *openapi3.Schema, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, property := range schema.Properties {
			if v[name] = lenient(property.Value, v[name]); v[name] == nil {
				delete(v, name)
			}
		}
		for name := range v {
			if further := schema.AdditionalProperties.Schema; further != nil && schema.Properties[name] == nil {
				v[name] = lenient(further.Value, v[name])
			}
		}
	case []any:
		if schema.Items == nil {
			return v
		}
		entry := schema.Items.Value
		v = slices.DeleteFunc(v, func(e any) bool {
			text, ok := e.(string)
			return ok && entry.Type.Is("string") && strings.TrimSpace(text) == ""
		})
		for i := range v {
			v[i] = lenient(entry, v[i])
		}
		return v
	case string:
		return lenientText(schema, v)
	}
	return value
}

func lenientText(schema *openapi3.Schema, text string) any {
	if schema.Format != "password" {
		text = strings.TrimSpace(text)
	}
	for _, listed := range schema.Enum {
		if s, ok := listed.(string); ok && strings.TrimSuffix(s, "\ufe0f") == strings.TrimSuffix(text, "\ufe0f") {
			return s
		}
	}
	switch {
	case text == "":
		return nil
	case schema.Type.Includes("string"):
		return text
	case schema.Type.Includes("boolean") && (text == "true" || text == "false"):
		return text == "true"
	case schema.Type.Includes("integer"):
		return json.Number(text)
	}
	return text
}

// The check itself must not let things through.
func TestTheContractIsHeld(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	id := u.make(t, "/api/locations", M{"name": "Attic"})
	c := theContract(t)
	const pattern = "GET /api/locations/{location}"
	for _, wrong := range []struct {
		name   string
		change func(*response)
	}{
		{"an unknown status", func(r *response) { r.StatusCode = http.StatusTeapot }},
		{"another attribute", func(r *response) {
			r.body = []byte(strings.Replace(string(r.body), `"name"`, `"extra":1,"name"`, 1))
		}},
		{"a missing attribute", func(r *response) { r.body = []byte(strings.Replace(string(r.body), `"emoji":"📦",`, "", 1)) }},
		{"an id that is a number", func(r *response) { r.body = []byte(strings.Replace(string(r.body), `"id":"`+id+`"`, `"id":`+id, 1)) }},
		{"no request id", func(r *response) { r.Header.Del("X-Request-Id") }},
		{"a limit that is no number", func(r *response) { r.Header.Set("X-RateLimit-Limit", "many") }},
		{"another content type", func(r *response) { r.Header.Set("Content-Type", "text/html") }},
		{"no token", func(r *response) { r.Request.Header.Del("Authorization") }},
	} {
		r := u.send(t, "GET", "/api/locations/"+id, nil).want(t, http.StatusOK)
		if err := c.exchange(pattern, "", r); err != nil {
			t.Fatal(err)
		}
		wrong.change(&r)
		if c.exchange(pattern, "", r) == nil {
			t.Errorf("%s is let through", wrong.name)
		}
	}
}
