package api

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/internal/apitest"
	"vitrine/internal/openapi"
)

func TestOpenAPIIsValid(t *testing.T) {
	t.Parallel()
	c := server(t).Contract
	if !strings.HasPrefix(c.OpenAPI, "3.1.") {
		t.Errorf("version %s, want 3.1", c.OpenAPI)
	}
	if err := c.Validate(t.Context(), openapi3.EnableMultiError()); err != nil {
		t.Error(err)
	}
	fromYAML, err := openapi3.NewLoader().LoadFromData(openapi.YAML)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "openapi.yaml", fromYAML, c.T)
}

// Every route has its operation, and every operation its route.
func TestRoutesAreOperations(t *testing.T) {
	t.Parallel()
	c := server(t).Contract
	routes := []string{"GET /api/health", "GET /livez", "GET /readyz"}
	for _, rt := range inside(server(t)).routes {
		routes = append(routes, rt.pattern)
	}
	slices.Sort(routes)
	same(t, "operations", slices.Sorted(maps.Keys(c.Operations)), routes)
}

// documentedAccess maps access to its descriptions in the document. A route open
// to all members may be limited to their own objects.
var documentedAccess = map[access][]string{
	anybody:  {"anyone"},
	member:   {"members", "self"},
	editor:   {"editors"},
	sharer:   {"editors"},
	proposer: {"members"},
	self:     {"self"},
	holder:   {"self"},
	owner:    {"owners"},
}

func TestOperationsSayWhoMayCall(t *testing.T) {
	t.Parallel()
	c := server(t).Contract
	for _, rt := range inside(server(t)).routes {
		o := c.Operations[rt.pattern]
		if o == nil {
			continue // reported by TestRoutesAreOperations
		}
		who, _ := o.Extensions["x-access"].(string)
		if !slices.Contains(documentedAccess[rt.access], who) {
			t.Errorf("%s: x-access %q, want one of %q", rt.pattern, who, documentedAccess[rt.access])
		}
		if unguarded := o.Security != nil && len(*o.Security) == 0; unguarded != (rt.access == anybody) {
			t.Errorf("%s: security %v", rt.pattern, o.Security)
		}
	}
}

// A patch requires nothing, and null removes what a PUT may omit.
func TestPatchesAreDerived(t *testing.T) {
	t.Parallel()
	c := server(t).Contract
	for pattern, patch := range c.Operations {
		if !strings.HasPrefix(pattern, "PATCH ") {
			continue
		}
		whole, part := c.Operations[apitest.AsPut(pattern)].Body().Schema.Value, patch.Body().Schema.Value
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

// Every operation has what a reader needs.
func TestOperationsAreDescribed(t *testing.T) {
	t.Parallel()
	c := server(t).Contract
	names := map[string]string{}
	for pattern, o := range c.Operations {
		if o.Summary == "" || len(o.Tags) != 1 || c.Tags.Get(o.Tags[0]) == nil {
			t.Errorf("%s needs a summary and one tag that is described", pattern)
		}
		if other, taken := names[o.OperationID]; taken || o.OperationID == "" {
			t.Errorf("%s needs an operationId of its own, not %q like %s", pattern, o.OperationID, other)
		}
		names[o.OperationID] = pattern
		for _, m := range placeholder.FindAllStringSubmatch(pattern, -1) {
			if p := o.Item.Parameters.GetByInAndName("path", m[1]); p == nil || p.Example == nil || p.Description == "" {
				t.Errorf("%s: the parameter %s needs a description and an example", pattern, m[1])
			}
		}
		if body := o.Body(); body != nil && body.Example == nil {
			t.Errorf("%s: the body needs an example", pattern)
		}
	}
	for _, tag := range c.Tags {
		if group, _ := tag.Extensions["x-group"].(string); tag.Description == "" || group == "" {
			t.Errorf("the tag %s needs a description and an x-group", tag.Name)
		}
	}
}
