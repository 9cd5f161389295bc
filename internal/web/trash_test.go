package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// What is deleted on a page can be undone on the next one, or restored from the trash.
func TestDeletingIsUndone(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica <M3>"})
	b.post("/items/"+item+"/delete", url.Values{}).leadsTo(t, "/collections/"+shelf)
	offered := b.get("/collections/"+shelf).want(t, http.StatusOK, "Moved to the trash.", "Undo")
	_, entry, _ := strings.Cut(offered.body, `action="/trash/`)
	entry, _, _ = strings.Cut(entry, "/")
	if again := b.get("/collections/" + shelf); strings.Contains(again.body, "Undo") {
		t.Error("it is offered twice")
	}
	b.get("/trash").want(t, http.StatusOK, "Leica &lt;M3&gt;", "Cameras", "29 days left")
	b.post("/collections/"+shelf+"/delete", url.Values{}).leadsTo(t, "/collections")
	b.post("/trash/"+entry+"/restore", url.Values{}).want(t, http.StatusConflict, "“Cameras”, which it was in, is in the trash, too.", "Restore that first")
	above := p.Send(t, "GET", "/api/trash?object_type=collection", nil).Listed(t)[0]
	b.post("/trash/"+above+"/restore", url.Values{}).leadsTo(t, "/collections/"+shelf)
	b.post("/trash/"+entry+"/restore", url.Values{}).leadsTo(t, "/items/"+item)
	b.get("/items/"+item).want(t, http.StatusOK, "Leica &lt;M3&gt;")
	b.post("/items/"+item+"/delete", url.Values{})
	b.post("/trash/empty", url.Values{}).leadsTo(t, "/trash")
	b.get("/trash").want(t, http.StatusOK, "Leica")
	b.post("/trash/empty", url.Values{"sure": {"1"}}).leadsTo(t, "/trash")
	b.get("/trash").want(t, http.StatusOK, "The trash is empty.")
}
