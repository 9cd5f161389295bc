package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// All collections can be reached, however many there are; the sidebar has a few.
func TestManyCollections(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	const many = perPage + 5
	for i := range many {
		b.post("/collections", url.Values{"name": {fmt.Sprintf("Shelf %d", i)}}).want(t, http.StatusSeeOther)
	}
	page := b.get("/collections").want(t, http.StatusOK, fmt.Sprintf("%d collections", many), "All collections")
	next := regexp.MustCompile(`href="(/collections\?after=[^"]+)"`).FindStringSubmatch(page.body)
	if next == nil || strings.Count(page.body, `id="shelf-`) != perPage {
		t.Fatalf("%d collections on the first page, next %v", strings.Count(page.body, `id="shelf-`), next)
	}
	rest := b.get(next[1]).want(t, http.StatusOK)
	if n := strings.Count(rest.body, `id="shelf-`); n != 5 || strings.Contains(rest.body, "?after=") {
		t.Errorf("%d collections on the second page", n)
	}
	b.get("/").want(t, http.StatusOK, fmt.Sprintf("%d collections", many))
	b.get("/settings/keys/new").want(t, http.StatusOK, "Shelf 0", fmt.Sprintf("Shelf %d", many-1))
	b.get("/collections?after=nonsense").want(t, http.StatusUnprocessableEntity)
}
