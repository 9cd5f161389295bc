package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/web/page"
)

// All collections can be reached, however many; the sidebar has a few.
func TestManyCollections(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	const many, perPage = page.PerPage + 5, page.PerPage
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

// The table sorts by any field, shows the chosen columns, and filters by fields; the address contains
// no empty parameters.
func TestTheTableOfACollection(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	kind := w.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	shelf := "/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "collection_type_ids": []string{kind}})
	fields := map[string]string{}
	for _, field := range []string{"text", "number", "boolean", "rating", "date", "select"} {
		fields[field] = w.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "The " + field, "field_type": field, "options": []string{"SLR", "Folding"}})
	}
	for _, c := range []struct {
		name, kind string
		year       int
	}{{"Leica", "SLR", 1955}, {"Nikon", "SLR", 1968}, {"Bessa", "Folding", 1951}} {
		w.Make(t, "/api"+shelf+"/items", apitest.M{"name": c.name, "collection_type_id": kind, "custom_fields": apitest.M{fields["number"]: c.year, fields["select"]: c.kind}})
	}
	w.Make(t, "/api"+shelf+"/items", apitest.M{"name": "Untyped"})
	order := func(page seen) string {
		var found []string
		for _, m := range regexp.MustCompile(`data-item="[^"]*">([^<]*)<`).FindAllStringSubmatch(page.body, -1) {
			found = append(found, m[1])
		}
		return strings.Join(found, " ")
	}
	wants := func(query, want string) {
		t.Helper()
		if got := order(b.get(shelf+"?view=table&"+query).want(t, http.StatusOK)); got != want {
			t.Errorf("%s shows %q, want %q", query, got, want)
		}
	}
	year, style := "custom_fields["+fields["number"]+"]", url.QueryEscape("custom_fields["+fields["select"]+"]")
	wants("sort="+url.QueryEscape(year), "Bessa Leica Nikon")
	wants("sort="+url.QueryEscape("-"+year), "Nikon Leica Bessa")
	wants("sort=name&"+style+"=SLR", "Leica Nikon")
	wants("sort=name&"+url.QueryEscape(year+"[min]")+"=1955", "Leica Nikon")
	wants("sort=name&"+url.QueryEscape(year+"[min]")+"=1952&"+url.QueryEscape(year+"[max]")+"=1960", "Leica")
	wants("sort=name", "Bessa Leica Nikon Untyped")
	page := b.get(shelf+"?view=table&sort=name&"+style+"=SLR").want(t, http.StatusOK, "2 items", "The select: SLR", "Clear filters", `aria-sort="ascending"`)
	if strings.Contains(page.body, "The date</a>") {
		t.Error("the fifth field is a column before anybody asked for it")
	}
	b.get(shelf+"?view=table&cols=name&cols="+fields["date"]).leadsTo(t, shelf+"?cols="+fields["date"]+"&view=table")
	if page := b.get(shelf+"?view=table").want(t, http.StatusOK, `id="sort-by-`+fields["date"]); strings.Contains(page.body, `id="sort-by-`+fields["text"]) {
		t.Error("the columns are forgotten")
	}
	b.get(shelf).want(t, http.StatusOK, "<table") // also remembered
	b.get(shelf+"?q=&sort=name&type=&view=grid&"+style+"=").leadsTo(t, shelf+"?sort=name")
	fragment := b.get(shelf+"?q=&sort=name&type=&view=table&"+style+"=SLR", "HX-Request", "true")
	if got := fragment.Header.Get("HX-Push-Url"); strings.Contains(got, "q=") || !strings.Contains(got, style+"=SLR") {
		t.Errorf("the address becomes %q", got)
	}
	b.get(shelf+"?sort="+url.QueryEscape("custom_fields[999999999]")).want(t, http.StatusOK) // a view may be older than its fields
	b.get(shelf+"?"+url.QueryEscape(year+"[min]")+"=many").want(t, http.StatusUnprocessableEntity)
}

// A card opens beside its list.
func TestPeek(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	page := b.get("/items/"+w.IDs["item"]+"/peek").want(t, http.StatusOK, "data-open", "Copies")
	if strings.Contains(page.body, "<html") {
		t.Error("a peek is a part of a page")
	}
	b.get("/items/999999999/peek").want(t, http.StatusNotFound)
}

// Cards have the shape of most photos; a thing without one is drawn in the colour of its type, and
// what things are worth stands below their name.
func TestCardsLookLikeWhatIsCollected(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	shelf := w.Fill("/collections/{collection}")
	if page := b.get(shelf).want(t, http.StatusOK, "/thumb"); strings.Contains(page.body, "upright") || strings.Contains(page.body, "drawn") {
		t.Error("a square photo is upright, or drawn")
	}
	kind := w.Make(t, "/api/collection-types", apitest.M{"name": "Comic", "color": "#AA3366"})
	other := w.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private", "currency": "EUR", "collection_type_ids": []string{kind}})
	bare := w.Make(t, "/api/collections/"+other+"/items", apitest.M{"name": "Quiet Lantern", "collection_type_id": kind})
	held := w.Make(t, "/api/items/"+bare+"/copies", apitest.M{"quantity": 3})
	b.get("/collections/"+other).want(t, http.StatusOK, `class="drawn"`, `fill="#AA3366"`, "Quiet Lantern</b>", "<span>×3</span>")
	w.Make(t, "/api/copies/"+held+"/valuations", apitest.M{"type": "user_estimate", "amount": 1500, "valued_at": "2026-01-02"})
	b.get("/collections/"+other).want(t, http.StatusOK, "€45")
	apitest.Exec(t, s.Harness, `update photos set width = 200, height = 300`)
	for _, path := range []string{shelf, "/tags/" + w.IDs["tag"]} {
		if page := b.get(path); path == shelf || strings.Contains(page.body, "/thumb") {
			page.want(t, http.StatusOK, `class="grid upright"`)
		}
	}
	apitest.Exec(t, s.Harness, `update photos set width = 300, height = 200`)
	b.get(shelf).want(t, http.StatusOK, `class="grid lying"`)
}
