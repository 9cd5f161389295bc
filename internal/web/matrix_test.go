package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/identity"
)

// personal are the objects that belong to one user, not to the account, and what only who runs the
// installation sees.
var personal = []string{"{key}", "{session}", "{view}", "/insurance/pack/{export}", "/exports/{export}", "/settings/installation"}

// Every page is requested by everybody: permitted users see it; others, and the owner of another
// account, get 404. Permitted users request only pages that change nothing.
func TestPageMatrix(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	w := s.World(t)
	owner, other := s.signedIn(t, w.Person), s.signedIn(t, s.Owner(t))
	w.Personal(t)
	members := map[identity.Role]*browser{identity.Owner: owner, identity.Editor: s.signedIn(t, w.Join(t, identity.Editor)), identity.Viewer: s.signedIn(t, w.Join(t, identity.Viewer))}
	for _, p := range s.pages.Pages {
		if p.Anybody || p.Right == identity.Leave {
			continue
		}
		method, pattern, _ := strings.Cut(p.Pattern, " ")
		path := w.Fill(strings.TrimSuffix(pattern, "{$}"))
		if strings.Contains(path, "//") {
			t.Fatalf("%s: the world has no object for it", p.Pattern)
		}
		answer := s.browser(t).send(method, path, url.Values{})
		if location := answer.Header.Get("Location"); answer.StatusCode != http.StatusSeeOther || !strings.HasPrefix(location, "/sign-in") {
			t.Errorf("%s: nobody is answered %d and led to %q", p.Pattern, answer.StatusCode, location)
		}
		for role, b := range members {
			may := p.Right.Allows(identity.Actor{Role: identity.Remember(role)}) && (role == identity.Owner || !has(pattern, personal...))
			if may && method == http.MethodPost {
				continue
			}
			found := b.send(method, path, url.Values{}).StatusCode
			if seen := found == http.StatusOK || found == http.StatusSeeOther; seen != may || !may && found != http.StatusNotFound {
				t.Errorf("%s: the %s is answered %d", p.Pattern, role, found)
			}
		}
		if has(pattern, "{") && !strings.HasSuffix(pattern, "{$}") {
			other.send(method, path, url.Values{}).want(t, http.StatusNotFound)
		}
	}
}

func has(pattern string, any ...string) bool {
	for _, part := range any {
		if strings.Contains(pattern, part) {
			return true
		}
	}
	return false
}
