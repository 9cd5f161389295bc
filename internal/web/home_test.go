package web

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// The start page shows the latest items with collection and photo, or that there are none. Viewers are
// not asked to add any.
func TestRecentlyAdded(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	viewer, b := s.signedIn(t, owner.Join(t, identity.Viewer)), s.signedIn(t, owner)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	b.get("/").want(t, http.StatusOK, "There are no items yet.", `class="btn" href="/add"`)
	if page := viewer.get("/").want(t, http.StatusOK, "There are no items yet."); strings.Contains(page.body, `href="/add"`) {
		t.Error("a viewer is asked to add an item")
	}
	for _, name := range []string{"First", "Second"} {
		owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": name})
	}
	page := viewer.get("/").want(t, http.StatusOK, "Recently added", `href="/items/1"`, "Comics")
	if strings.Index(page.body, "Second") > strings.Index(page.body, "First") {
		t.Error("the latest does not come first")
	}
	if strings.Contains(b.get("/?after=eyJ9").body, "There are no items yet.") {
		t.Error("the rest of the collections says that there are no items")
	}
}

// The start page does not wait for sums over the account: they are loaded as a part, until they are
// cached. A change makes them a part again.
func TestTheBoardComesLater(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "First"})
	const later = `hx-get="/board"`
	b.get("/").want(t, http.StatusOK, later, "Recently added", "Comics", `<noscript><a class="btn" href="/value">`)
	b.get("/board").want(t, http.StatusOK, "Estimated value", "Nothing needs attention.")
	if page := b.get("/").want(t, http.StatusOK, "Nothing needs attention."); strings.Contains(page.body, later) {
		t.Error("an answer in memory is asked for again")
	}
	owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Second"})
	b.get("/").want(t, http.StatusOK, later, "Second")
}
