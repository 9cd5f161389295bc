package apitest

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Contract is the OpenAPI document. Its schemas are compiled once: some tests
// exchange ten thousand bodies.
type Contract struct {
	*openapi3.T
	Operations map[string]*Operation // by pattern, such as GET /api/me
	routes     *http.ServeMux        // only to match requests to patterns
	compiler   *jsonschema.Compiler
	mu         sync.Mutex
	compiled   map[string]*jsonschema.Schema // by place in the document
}

// Operation is an operation with its place in the document.
type Operation struct {
	*openapi3.Operation
	Pattern, place string
	Item           *openapi3.PathItem
}

// contracts keeps one contract per document, which the servers of a package
// share.
var contracts = struct {
	sync.Mutex
	all map[string]*Contract
}{all: map[string]*Contract{}}

// contractOf is the contract that a server publishes.
func contractOf(t testing.TB, handler http.Handler) *Contract {
	t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/api/openapi.json", nil))
	document := w.Body.String()
	contracts.Lock()
	defer contracts.Unlock()
	if contracts.all[document] == nil {
		c, err := newContract(document)
		if err != nil {
			t.Fatalf("GET /api/openapi.json: status %d: %v", w.Code, err)
		}
		contracts.all[document] = c
	}
	return contracts.all[document]
}

func newContract(text string) (*Contract, error) {
	document, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		return nil, err
	}
	plain, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := &Contract{T: document, Operations: map[string]*Operation{}, routes: http.NewServeMux(), compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	for path, item := range document.Paths.Map() {
		for method, o := range item.Operations() {
			place := "#/paths/" + pointer(path) + "/" + strings.ToLower(method)
			c.Operations[method+" "+path] = &Operation{o, method + " " + path, place, item}
		}
	}
	for _, pattern := range append(slices.Collect(maps.Keys(c.Operations)), undocumented...) {
		c.routes.Handle(pattern, http.NotFoundHandler())
	}
	return c, c.compiler.AddResource("openapi.json", plain)
}

// Pattern is the route of a request, empty if undocumented.
func (c *Contract) Pattern(r *http.Request) string {
	if path.Clean(r.URL.Path) != r.URL.Path {
		return ""
	}
	_, pattern := c.routes.Handler(r)
	return pattern
}

// pointer escapes a name for a JSON pointer.
func pointer(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// validate checks a value against the schema at a place of the document.
func (c *Contract) validate(place string, value any) error {
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

// PagedLists are the patterns of all paged lists.
func (c *Contract) PagedLists() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c.Operations)), func(pattern string) bool {
		return c.Operations[pattern].Parameters.GetByInAndName("query", "per_page") == nil
	})
}

// Body is an operation's JSON request body, or nil.
func (o *Operation) Body() *openapi3.MediaType {
	if o.RequestBody == nil {
		return nil
	}
	return o.RequestBody.Value.Content["application/json"]
}

// Answer is the documented response for a status, and its place.
func (o *Operation) Answer(status int) (place string, _ *openapi3.Response) {
	ref := o.Responses.Status(status)
	switch {
	case ref == nil:
		return "", nil
	case ref.Ref != "":
		return ref.Ref, ref.Value
	}
	return fmt.Sprintf("%s/responses/%d", o.place, status), ref.Value
}
