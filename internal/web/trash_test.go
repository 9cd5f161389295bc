package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/web/page"
)

// A deletion can be undone on the next page, or restored from the trash.
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

// The trash is searched by name and kind, and owners can delete a single entry for good.
func TestTheTrashIsSearched(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	for _, name := range []string{"Leica", "Rollei"} {
		item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": name})
		p.Make(t, "/api/items/"+item+"/copies", apitest.M{})
		b.post("/items/"+item+"/delete", url.Values{})
	}
	b.get("/trash").want(t, http.StatusOK, "Leica", "Rollei", "1 copy", "Empty the trash")
	found := b.get("/trash?q=leic&type=item").want(t, http.StatusOK, "Leica")
	if strings.Contains(found.body, "Rollei") || strings.Contains(found.body, "Empty the trash") {
		t.Error("a filter leaves nothing out")
	}
	b.get("/trash?type=location").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/trash?type=wine").want(t, http.StatusUnprocessableEntity)
	entry := p.Send(t, "GET", "/api/trash?q=leica", nil).Listed(t)[0]
	b.post("/trash/"+entry+"/delete", url.Values{}).leadsTo(t, "/trash")
	if page := b.get("/trash").want(t, http.StatusOK, "Rollei"); strings.Contains(page.body, "Leica") {
		t.Error("it is still there")
	}
}

// Objects deleted together are restored together, as far as they exist. Conflicts are shown, and the
// rest is offered again.
func TestDeletingManyIsUndone(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b, stranger := s.signedIn(t, p), s.signedIn(t, s.Owner(t))
	id := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	shelf := "/collections/" + id
	var items []string
	for _, name := range []string{"Leica", "Rollei", "Canon", "Nikon"} {
		items = append(items, p.Make(t, "/api"+shelf+"/items", apitest.M{"name": name}))
	}
	undo := func(page seen) url.Values {
		t.Helper()
		_, entries, _ := strings.Cut(page.want(t, http.StatusOK, "Undo", `action="/trash/restore"`).body, `name="entries" value="`)
		entries, _, _ = strings.Cut(entries, `"`)
		return url.Values{"entries": {entries}}
	}
	b.post(shelf+"/items/delete", url.Values{"item": items[:2]}, "HX-Request", "true")
	b.post(shelf+"/items/delete", url.Values{"item": items[2:], "done": {"2"}}).leadsTo(t, shelf+"?deleted=4")
	all := undo(b.get(shelf + "?deleted=4&sort=name"))
	stranger.post("/trash/restore", all).leadsTo(t, "/trash?restored=0")
	stranger.get("/trash?restored=0").want(t, http.StatusOK, "This is not in the trash any more.")

	first := p.Send(t, "GET", "/api/trash?q=leica", nil).Listed(t)[0]
	b.post("/trash/"+first+"/restore", url.Values{}) // meanwhile, elsewhere
	b.post(shelf+"/delete", url.Values{})
	b.post("/trash/restore", all).want(t, http.StatusConflict, "“Cameras”, which it was in, is in the trash, too.")
	above := p.Send(t, "GET", "/api/trash?object_type=collection", nil).Listed(t)[0]
	b.post("/trash/"+above+"/restore", url.Values{}).leadsTo(t, shelf)
	again := undo(b.get(shelf))
	b.post("/trash/restore", again, "Referer", s.URL+shelf+"?deleted=4&sort=name").leadsTo(t, shelf+"?restored=3&sort=name")
	b.get(shelf+"?restored=3").want(t, http.StatusOK, "3 items restored.", "Leica", "Rollei", "Canon", "Nikon")
	b.post("/trash/restore", again).leadsTo(t, "/trash?restored=0")
	for _, odd := range []string{"", "x", "1-", "-5", "0", "9223372036854775807-9223372036854775807", "5-1", "1-99999999999"} {
		b.post("/trash/restore", url.Values{"entries": {odd}}).leadsTo(t, "/trash?restored=0")
	}
}

// Ranges of consecutive ids are short, and decode unchanged.
func TestRanges(t *testing.T) {
	for text, ids := range map[string][]int64{"": nil, "7": {7}, "3-7.12": {3, 4, 5, 6, 7, 12}, "1.3.5-6": {1, 3, 5, 6}} {
		if got := page.Ranged(ids); got != text {
			t.Errorf("%v is written %q", ids, got)
		}
		if got := page.Unranged(text); !slices.Equal(got, ids) {
			t.Errorf("%q is read %v", text, got)
		}
	}
	if got := page.Unranged("1-9000000.5"); len(got) != page.MostUndo {
		t.Errorf("%d ids", len(got))
	}
}
