package apitest

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// undocumented are the routes outside the API: the document itself and the page made
// of it.
var undocumented = []string{"GET /{$}", "GET /docs", "GET /docs/style.css", "GET /docs/icon.svg", "GET /api/openapi.json", "GET /api/openapi.yaml"}

// Exchange checks an exchange against the document: status, headers and body of
// the response, and the request if it was accepted.
func (c *Contract) Exchange(sent string, r Response) error {
	pattern := c.Pattern(r.Request)
	o := c.Operations[pattern]
	if o == nil {
		if slices.Contains(undocumented, pattern) {
			return nil
		}
		return c.unknown(pattern, r)
	}
	place, answer := o.Answer(r.StatusCode)
	if answer == nil {
		return fmt.Errorf("status %d is not documented", r.StatusCode)
	}
	errs := []error{c.headers(place, answer, r.Header), c.responseBody(place, answer, r)}
	if r.StatusCode < 300 {
		errs = append(errs, c.request(o, sent, r.Request))
	}
	return errors.Join(errs...)
}

// unknown is the answer to undocumented paths and methods.
func (c *Contract) unknown(pattern string, r Response) error {
	name := map[int]string{http.StatusNotFound: "NotFound", http.StatusMethodNotAllowed: "MethodNotAllowed"}[r.StatusCode]
	if pattern != "" || name == "" {
		return fmt.Errorf("the route %q is in no page of the document", pattern)
	}
	return c.responseBody("#/components/responses/"+name, c.Components.Responses[name].Value, r)
}

func (c *Contract) headers(place string, answer *openapi3.Response, got http.Header) error {
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

func (c *Contract) responseBody(place string, answer *openapi3.Response, r Response) error {
	if r.Request.Method == http.MethodHead || answer.Content == nil {
		if len(r.Content) > 0 {
			return errors.New("there is a body")
		}
		return nil
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if answer.Content["application/json"] == nil || kind != "application/json" && answer.Content[kind] != nil {
		return c.bytes(answer, r)
	}
	if got := r.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		return fmt.Errorf("content type %q", got)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(r.Content)))
	if err != nil {
		return err
	}
	return c.validate(place+"/content/application~1json/schema", value)
}

// bytes checks an answer that is no JSON: its type is documented, and its length is
// as announced.
func (c *Contract) bytes(answer *openapi3.Response, r Response) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	group, _, _ := strings.Cut(kind, "/")
	if err != nil || answer.Content[kind] == nil && answer.Content[group+"/*"] == nil {
		return fmt.Errorf("content type %q", r.Header.Get("Content-Type"))
	}
	if got := r.Header.Get("Content-Length"); got != strconv.Itoa(len(r.Content)) {
		return fmt.Errorf("length %q, and %d bytes", got, len(r.Content))
	}
	return nil
}

// request checks an accepted request against the document. Queries are left out:
// paging takes anything, and the other rules have a test of their own.
func (c *Contract) request(o *Operation, sent string, r *http.Request) error {
	if o.Security == nil && !strings.HasPrefix(strings.ToLower(r.Header.Get("Authorization")), "bearer ") {
		return errors.New("accepted without a token")
	}
	if o.RequestBody == nil {
		return nil
	}
	kind, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	body := o.RequestBody.Value.Content[kind]
	var value any
	var err error
	switch {
	case kind == "multipart/form-data" && body != nil:
		value, err = readForm(sent, parameters["boundary"])
	case o.Body() == nil: // bytes, which may be anything
		return nil
	default:
		kind, body = "application/json", o.Body()
		if strings.TrimSpace(sent) == "" {
			sent = "{}"
		}
		value, err = jsonschema.UnmarshalJSON(strings.NewReader(sent))
	}
	if err != nil {
		return fmt.Errorf("accepted what is no %s: %w", kind, err)
	}
	return c.validate(o.place+"/requestBody/content/"+pointer(kind)+"/schema", lenient(body.Schema.Value, value))
}

// lenient brings a body into the form that schemas describe. The introduction of
// the document says what clients may do besides: blanks around texts, blank or
// null for absent, numbers and booleans as texts, emoji without selector. Blank
// entries of a list of texts are dropped.
func lenient(schema *openapi3.Schema, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, property := range schema.Properties {
			if other, ok := property.Value.Extensions["x-also-named"].(string); ok && v[name] == nil {
				v[name] = v[other]
			}
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
	case json.Number:
		return lenientNumber(schema, v)
	}
	return value
}

// AlsoAccepts reports whether the service takes a type besides the documented
// one, which is all that generated clients need to know.
func AlsoAccepts(schema *openapi3.Schema, kind string) bool {
	kinds, _ := schema.Extensions["x-also-accepts"].([]any)
	return slices.Contains(kinds, any(kind))
}

// lenientNumber writes an id as text, and Unix time as the day it begins.
func lenientNumber(schema *openapi3.Schema, n json.Number) any {
	seconds, err := n.Int64()
	switch {
	case err != nil || !AlsoAccepts(schema, "integer"):
		return n
	case schema.Format == "date":
		return time.Unix(seconds, 0).UTC().Format(time.DateOnly)
	}
	return strconv.FormatInt(seconds, 10)
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
		if day, err := time.Parse(time.DateOnly, text); err == nil && AlsoAccepts(schema, "string") {
			return json.Number(strconv.FormatInt(day.Unix(), 10))
		}
		return json.Number(text)
	}
	return text
}
