package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

var givenID = regexp.MustCompile(`\sid="([^"]*)"`)

// No page gives an id twice: a label or a script would find the wrong element.
func TestIDsAreGivenOnce(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	w := s.World(t)
	owner := s.signedIn(t, w.Person)
	w.Personal(t)
	paths := []string{w.Fill("/collections/{collection}") + "?view=table&cols=place,condition,status,set,value"}
	for _, p := range s.pages.Pages {
		if method, pattern, _ := strings.Cut(p.Pattern, " "); method == http.MethodGet {
			paths = append(paths, w.Fill(strings.TrimSuffix(pattern, "{$}")))
		}
	}
	seen := 0
	for _, path := range paths {
		given := map[string]bool{}
		for _, found := range givenID.FindAllStringSubmatch(owner.get(path).body, -1) {
			if given[found[1]] {
				t.Errorf("%s gives the id %q twice", path, found[1])
			}
			given[found[1]] = true
			seen++
		}
	}
	if seen < 1000 {
		t.Errorf("only %d ids were seen", seen)
	}
}
