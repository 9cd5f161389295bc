package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is the OpenAPI document. Its schemas are compiled once each: most
// tests exchange a few bodies, but some of them ten thousand.
type contract struct {
	*openapi3.T
	operations map[string]*operation // by pattern, as in the route tables
	compiler   *jsonschema.Compiler
	mu         sync.Mutex
	compiled   map[string]*jsonschema.Schema // by place in the document
}

// operation is an operation with its place in the document.
type operation struct {
	*openapi3.Operation
	pattern, place string
	item           *openapi3.PathItem
}

var loadContract = sync.OnceValues(func() (*contract, error) {
	document, err := openapi3.NewLoader().LoadFromData(openapiJSON)
	if err != nil {
		return nil, err
	}
	plain, err := jsonschema.UnmarshalJSON(strings.NewReader(string(openapiJSON)))
	if err != nil {
		return nil, err
	}
	c := &contract{T: document, operations: map[string]*operation{}, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource("openapi.json", plain); err != nil {
		return nil, err
	}
	for path, item := range document.Paths.Map() {
		for method, o := range item.Operations() {
			place := "#/paths/" + pointer(path) + "/" + strings.ToLower(method)
			c.operations[method+" "+path] = &operation{o, method + " " + path, place, item}
		}
	}
	return c, nil
})

func theContract(t testing.TB) *contract {
	t.Helper()
	c, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pointer escapes a name for a JSON pointer.
func pointer(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// validate holds a value against the schema at a place of the document.
func (c *contract) validate(place string, value any) error {
	c.mu.Lock()
	schema := c.compiled[place]
	if schema == nil {
		var err error
		if schema, err = c.compiler.Compile("openapi.json" + place); err != nil {
			c.mu.Unlock()
			return err
		}
		c.compiled[place] = schema
	}
	c.mu.Unlock()
	return schema.Validate(value)
}

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	if !strings.HasPrefix(c.OpenAPI, "3.1.") {
		t.Errorf("version %s, want 3.1", c.OpenAPI)
	}
	if err := c.Validate(t.Context(), openapi3.EnableMultiError()); err != nil {
		t.Error(err)
	}
	fromYAML, err := openapi3.NewLoader().LoadFromData(openapiYAML)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "openapi.yaml", fromYAML, c.T)
}

// Every route has its operation, and every operation its route.
func TestRoutesAreOperations(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	routes := []string{"GET /api/health", "GET /livez", "GET /readyz"}
	for _, rt := range server(t).api.routes {
		routes = append(routes, rt.pattern)
	}
	slices.Sort(routes)
	same(t, "operations", slices.Sorted(maps.Keys(c.operations)), routes)
}

// documentedAccess is how the document may describe who is let in. A route open
// to all members may show each of them their own only.
var documentedAccess = map[access][]string{
	open:   {"anyone"},
	member: {"members", "self"},
	editor: {"editors"},
	self:   {"self"},
	owner:  {"owners"},
}

func TestOperationsSayWhoMayCall(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	for _, rt := range server(t).api.routes {
		o := c.operations[rt.pattern]
		if o == nil {
			continue // told by TestRoutesAreOperations
		}
		who, _ := o.Extensions["x-access"].(string)
		if !slices.Contains(documentedAccess[rt.access], who) {
			t.Errorf("%s: x-access %q, want one of %q", rt.pattern, who, documentedAccess[rt.access])
		}
		if unguarded := o.Security != nil && len(*o.Security) == 0; unguarded != (rt.access == open) {
			t.Errorf("%s: security %v", rt.pattern, o.Security)
		}
	}
}

// A patch may leave everything out, and takes away what a PUT may leave out.
func TestPatchesAreDerived(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	for pattern, patch := range c.operations {
		if !strings.HasPrefix(pattern, "PATCH ") {
			continue
		}
		whole, part := c.operations[asPut(pattern)].body().Schema.Value, patch.body().Schema.Value
		same(t, pattern+" members", slices.Sorted(maps.Keys(part.Properties)), slices.Sorted(maps.Keys(whole.Properties)))
		if len(part.Required) > 0 || patch.RequestBody.Value.Content["application/merge-patch+json"] == nil {
			t.Errorf("%s requires %q", pattern, part.Required)
		}
		for name, p := range part.Properties {
			if p.Value.Type.Includes("null") == slices.Contains(whole.Required, name) || p.Value.Default != nil {
				t.Errorf("%s: %s has the types %v and the default %v", pattern, name, p.Value.Type, p.Value.Default)
			}
		}
	}
}

// What a reader needs is there for every operation.
func TestOperationsAreDescribed(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	names := map[string]string{}
	for pattern, o := range c.operations {
		if o.Summary == "" || len(o.Tags) != 1 || c.Tags.Get(o.Tags[0]) == nil {
			t.Errorf("%s needs a summary and one tag that is described", pattern)
		}
		if other, taken := names[o.OperationID]; taken || o.OperationID == "" {
			t.Errorf("%s needs an operationId of its own, not %q like %s", pattern, o.OperationID, other)
		}
		names[o.OperationID] = pattern
		for _, m := range placeholder.FindAllStringSubmatch(pattern, -1) {
			if p := o.item.Parameters.GetByInAndName("path", m[1]); p == nil || p.Example == nil || p.Description == "" {
				t.Errorf("%s: the parameter %s needs a description and an example", pattern, m[1])
			}
		}
		if body := o.body(); body != nil && body.Example == nil {
			t.Errorf("%s: the body needs an example", pattern)
		}
	}
	for _, tag := range c.Tags {
		if group, _ := tag.Extensions["x-group"].(string); tag.Description == "" || group == "" {
			t.Errorf("the tag %s needs a description and an x-group", tag.Name)
		}
	}
}

// body is what an operation takes as JSON, nil if it takes none.
func (o *operation) body() *openapi3.MediaType {
	if o.RequestBody == nil {
		return nil
	}
	return o.RequestBody.Value.Content["application/json"]
}

// answer is what the document says of a status, and where.
func (o *operation) answer(status int) (place string, _ *openapi3.Response) {
	ref := o.Responses.Status(status)
	switch {
	case ref == nil:
		return "", nil
	case ref.Ref != "":
		return ref.Ref, ref.Value
	}
	return fmt.Sprintf("%s/responses/%d", o.place, status), ref.Value
}
