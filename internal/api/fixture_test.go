package api

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/test/fixture"
)

// A route without a fixture would be tested without a body or object.
func TestEveryRouteHasAFixture(t *testing.T) {
	t.Parallel()
	h := server(t)
	actions, tested := fixture.Actions(), fixture.Tested()
	for _, rt := range inside(h).routes {
		if rt.access == anybody {
			continue
		}
		for _, id := range rt.ids {
			if fixture.Find(id).Name == "" && !slices.Contains([]string{"template", "log", "itemLog", "copyLog"}, id) { // not created by requests
				t.Errorf("%s: no fixture is called %q; declare it in a file of test/fixture and add it to All", rt.pattern, id)
			}
		}
		put := apitest.AsPut(rt.pattern)
		o := h.Contract.Operations[rt.pattern]
		if o != nil && o.Body() != nil && apitest.Bodies[put] == nil && tested[put] == "" {
			t.Errorf("%s takes a body: declare Another for a POST, Changed for a PUT, or a Route with its Body, in the fixture of its resource", rt.pattern)
		}
		if rt.access == editor && actions[put] != string(rt.action) {
			t.Errorf("%s is called %q in the log, and %q in the fixtures: declare Word and Tables of its resource, or a Route with its Action", rt.pattern, rt.action, actions[put])
		}
	}
	for pattern := range apitest.Bodies {
		if h.Contract.Operations[pattern] == nil {
			t.Errorf("a fixture has a body for %s, which is no route", pattern)
		}
	}
}

// Every golden file belongs to one exchange of a fixture, under a unique name.
func TestGoldenNamesAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range exchanges() {
		if seen[e.Name] || strings.ContainsAny(e.Name, " _/") {
			t.Errorf("the golden file %s is written twice, or is badly named", e.Name)
		}
		seen[e.Name] = true
	}
}
