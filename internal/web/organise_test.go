package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Tags are created, renamed, merged, deleted and restored.
func TestTagsAreKept(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/tags").want(t, http.StatusOK, "No tags yet.")
	b.post("/tags", url.Values{"name": {"Rare"}}).leadsTo(t, "/tags")
	b.post("/tags", url.Values{"name": {"ráre"}}).want(t, http.StatusUnprocessableEntity, "There is one of this name already.")
	shelf := b.post("/collections", url.Values{"name": {"Comics"}, "emoji": {"📚"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Tintin"}, "sorted": {"1"}, "tags": {"Rare; Scarce"}}).Header.Get("Location")
	rare := "/tags/" + apitest.Scalar[string](t, s.Harness, `select id::text from tags where name = 'Rare'`)
	scarce := "/tags/" + apitest.Scalar[string](t, s.Harness, `select id::text from tags where name = 'Scarce'`)
	b.get("/tags").want(t, http.StatusOK, "Rare", "Scarce", "1 item")
	b.get("/tags?q=sca").want(t, http.StatusOK, scarce)
	b.get("/tags?q=zzz").want(t, http.StatusOK, "zzz")
	b.get(rare).want(t, http.StatusOK, "Tintin", "📚 Comics", item)
	b.post(rare, url.Values{"name": {"Very rare"}, "color": {"#0D6650"}, "was": {"#6B7280"}, "hex": {"#6B7280"}}).leadsTo(t, rare)
	b.post(rare, url.Values{"name": {"scarce"}}).want(t, http.StatusUnprocessableEntity, `id="name-wrong"`)
	b.post(rare, url.Values{"name": {"Very rare"}, "hex": {"green"}}).want(t, http.StatusUnprocessableEntity, `id="color-wrong"`)
	b.get(rare+"/edit").want(t, http.StatusOK, "#0D6650", "Very rare")
	for _, into := range []string{"", "unheard of", "very RARE"} {
		b.post(rare+"/merge", url.Values{"into": {into}}).want(t, http.StatusUnprocessableEntity, `id="into-wrong"`)
	}
	b.post(scarce+"/merge", url.Values{"into": {"very rare"}}).leadsTo(t, rare)
	b.get(rare).want(t, http.StatusOK, "Tintin", "/restore")
	b.get(scarce).want(t, http.StatusNotFound)
	b.post(rare+"/delete", url.Values{}).leadsTo(t, "/tags")
	entry := apitest.Scalar[string](t, s.Harness, `select max(id)::text from trash_entries`)
	b.get("/tags").want(t, http.StatusOK, "/trash/"+entry+"/restore")
	b.post("/trash/"+entry+"/restore", url.Values{}).leadsTo(t, rare)
	b.get(item).want(t, http.StatusOK, "Very rare")
}

// The categories of a collection form a tree that can be built, rearranged and cut.
func TestCategoriesAreKept(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Comics"}}).Header.Get("Location")
	all := shelf + "/categories"
	b.get(all).want(t, http.StatusOK, "No categories yet.", all+"/new")
	europe := b.post(all, url.Values{"name": {"Europe <1>"}}).Header.Get("Location")
	belgium := b.post(all, url.Values{"name": {"Belgium"}, "parent_id": {idIn(europe)}, "description": {"Ligne claire"}}).Header.Get("Location")
	b.post(all, url.Values{"name": {"France"}, "parent_id": {idIn(europe)}, "next": {"1"}}).leadsTo(t, all+"/new?in="+idIn(europe))
	b.get(all+"/new?in="+idIn(europe)).want(t, http.StatusOK, `<option value="`+idIn(europe)+`" selected>Europe &lt;1&gt;</option>`)
	b.post(all, url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, `id="name-wrong"`)
	b.post(all, url.Values{"name": {"x"}, "parent_id": {"999999"}}).want(t, http.StatusUnprocessableEntity, `id="parent_id-wrong"`)
	b.post(shelf+"/items", url.Values{"name": {"Tintin"}, "sorted": {"1"}, "category_id": {idIn(belgium)}})
	b.get(europe).want(t, http.StatusOK, "Europe &lt;1&gt;", "Belgium", "France", "1 item", shelf+"?category="+idIn(europe))
	b.get(belgium).want(t, http.StatusOK, "Ligne claire")
	b.get(europe+"/branch", "HX-Request", "true").want(t, http.StatusOK, "Belgium")
	b.get(europe+"/branch").leadsTo(t, europe)
	b.get(all+"?q=BEL").want(t, http.StatusOK, "Europe &lt;1&gt; › ")
	b.post(europe, url.Values{"name": {"Europe"}, "parent_id": {idIn(belgium)}}).want(t, http.StatusUnprocessableEntity, "A category cannot be inside itself")
	b.post(belgium, url.Values{"name": {"Wallonia"}, "parent_id": {""}}).leadsTo(t, belgium)
	b.get(belgium+"/edit").want(t, http.StatusOK, `value="Wallonia"`, "Items stay, without a category.")
	b.post(belgium, url.Values{"name": {"Wallonia"}, "parent_id": {idIn(europe)}}).leadsTo(t, belgium)
	b.get(europe+"/edit").want(t, http.StatusOK, "2 categories inside it are deleted as well.")
	b.post(europe+"/delete", url.Values{}).leadsTo(t, all)
	b.get(belgium).want(t, http.StatusNotFound)
	entry := apitest.Scalar[string](t, s.Harness, `select max(id)::text from trash_entries`)
	b.post("/trash/"+entry+"/restore", url.Values{}).leadsTo(t, europe)
	b.get(europe).want(t, http.StatusOK, "Wallonia", "1 item")
}

// A set shows its progress and what is missing.
func TestSetsAreCompleted(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/sets").want(t, http.StatusOK, "No sets yet.", "/series")
	shelf := b.post("/collections", url.Values{"name": {"Comics"}}).Header.Get("Location")
	b.get("/sets/new?collection="+idIn(shelf)).want(t, http.StatusOK, `<option value="`+idIn(shelf)+`" selected>`)
	b.post("/sets", url.Values{"name": {"Albums"}}).want(t, http.StatusUnprocessableEntity, `id="collection_id-wrong"`)
	b.post("/sets", url.Values{"name": {"Albums"}, "collection_id": {idIn(shelf)}, "target_count": {"0"}}).want(t, http.StatusUnprocessableEntity, `id="target_count-wrong"`)
	set := b.post("/sets", url.Values{"name": {"Albums"}, "collection_id": {idIn(shelf)}, "target_count": {"3"}}).Header.Get("Location")
	b.get(set).want(t, http.StatusOK, "0 of 3", "3 parts are not catalogued yet.", "Nothing is in this set yet.", "/items/new?set="+idIn(set))
	var items []string
	for _, name := range []string{"Volume 1", "Volume 2"} {
		items = append(items, b.post(shelf+"/items", url.Values{"name": {name}, "sorted": {"1"}, "set_id": {idIn(set)}, "wanted": {"1"}}).Header.Get("Location"))
	}
	b.get(set).want(t, http.StatusOK, "0 of 3", "One part is not catalogued yet.", "2 wanted", "Missing")
	owned := url.Values{"status": {"owned"}, "quantity": {"1"}}
	b.post(items[0]+"/copies", owned)
	b.get(set).want(t, http.StatusOK, "1 of 3", `aria-label="33 %"`, "1 wanted", "Owned", "Missing")
	b.post(items[0]+"/wanted", url.Values{"wanted": {"1"}})
	b.get(set).want(t, http.StatusOK, "Owned, and another one wanted")
	b.post(items[1]+"/copies", owned)
	b.post(set, url.Values{"name": {"All albums"}, "target_count": {"2"}}).leadsTo(t, set)
	b.get(set).want(t, http.StatusOK, "2 of 2", "Complete")
	b.get("/sets").want(t, http.StatusOK, "All albums", "2 of 2", "Complete")
	b.get("/sets?collection="+idIn(shelf)+"&q=alb").want(t, http.StatusOK, "All albums")
	b.get("/sets?collection=999999").want(t, http.StatusOK, "Nothing matches these filters.")
	b.post(set, url.Values{"name": {"All albums"}}).leadsTo(t, set)
	b.get(set).want(t, http.StatusOK, "2 of 2 catalogued")
	b.post(set+"/delete", url.Values{}).leadsTo(t, "/sets")
	entry := apitest.Scalar[string](t, s.Harness, `select max(id)::text from trash_entries`)
	b.post("/trash/"+entry+"/restore", url.Values{}).leadsTo(t, set)
}

// A series holds items of several collections.
func TestSeriesAreKept(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/series").want(t, http.StatusOK, "No series yet.")
	b.post("/series", url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, `id="name-wrong"`)
	series := b.post("/series", url.Values{"name": {"Tintin"}, "description": {"By Hergé"}}).Header.Get("Location")
	b.get(series).want(t, http.StatusOK, "Nothing is in this series yet.", "By Hergé")
	for _, name := range []string{"Comics", "Films"} {
		shelf := b.post("/collections", url.Values{"name": {name}}).Header.Get("Location")
		b.post(shelf+"/items", url.Values{"name": {"Of " + name}, "sorted": {"1"}, "series_id": {idIn(series)}})
	}
	b.get(series).want(t, http.StatusOK, "Of Comics", "Of Films", "2 items")
	b.get("/series?q=tin").want(t, http.StatusOK, "Tintin", "2 items")
	b.post(series, url.Values{"name": {"The adventures of Tintin"}}).leadsTo(t, series)
	b.get(series+"/edit").want(t, http.StatusOK, "The adventures of Tintin")
	b.post(series+"/delete", url.Values{}).leadsTo(t, "/series")
	b.get(series).want(t, http.StatusNotFound)
}

// Wanted items are listed across collections, those wanted most first; adding a copy ends the wish.
func TestWishesComeTrue(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/wanted").want(t, http.StatusOK, "Nothing is wanted.")
	shelf := b.post("/collections", url.Values{"name": {"Comics"}}).Header.Get("Location")
	wish := url.Values{"name": {"Tintin"}, "sorted": {"1"}, "wanted": {"1"}, "wanted_priority": {"high"}, "wanted_max_price": {"80"}, "wanted_currency_code": {"CHF"}}
	item := b.post(shelf+"/items", wish).Header.Get("Location")
	wish.Set("name", "Spirou")
	wish.Set("wanted_priority", "low")
	b.post(shelf+"/items", wish)
	page := b.get("/wanted").want(t, http.StatusOK, "Tintin", "Spirou", "up to CHF", item+"/copies/new", "Got it")
	if strings.Index(page.body, "Tintin") > strings.Index(page.body, "Spirou") {
		t.Error("what is wanted little comes first")
	}
	if page := b.get("/wanted?show=low").want(t, http.StatusOK, "Spirou"); strings.Contains(page.body, "Tintin") {
		t.Error("one part shows another")
	}
	b.get("/wanted?show=normal").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/wanted?show=badly").want(t, http.StatusUnprocessableEntity)
	b.post(item+"/copies", url.Values{"status": {"owned"}, "quantity": {"1"}})
	if page := b.get("/wanted"); strings.Contains(page.body, "Tintin") {
		t.Error("what is there is still wanted")
	}
}

// Viewers see no control that would be refused.
func TestViewersSeeWhatItemsAreSortedBy(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	w.Send(t, "PATCH", w.Fill("/api/items/{item}"), apitest.M{"wanted": true}).Want(t, http.StatusOK)
	b := s.signedIn(t, w.Join(t, identity.Viewer))
	for _, path := range []string{"/tags", "/tags/{tag}", "/collections/{collection}/categories", "/collections/{collection}/categories/{category}", "/sets", "/sets/{set}", "/series", "/series/{series}", "/wanted"} {
		page := b.get(w.Fill(path)).want(t, http.StatusOK)
		for _, control := range []string{"/new", "/edit", "/delete", "/merge", `method="post" action="/tags"`} {
			if strings.Contains(page.body, control) {
				t.Errorf("%s shows a viewer %s", path, control)
			}
		}
	}
}

// Of ten thousand of each kind some are offered, and the others found by name.
func TestManyToSortBy(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	account := apitest.Scalar[int64](t, s.Harness, `select account_id from collections where id = $1`, w.IDs["collection"])
	for _, insert := range []string{
		`insert into tags (account_id, name, name_key) select %d, 'Word ' || n, 'word ' || n from generate_series(1, 5000) n`,
		`insert into series (account_id, name, name_key) select %d, 'Row ' || n, 'row ' || n from generate_series(1, 5000) n`,
		`insert into sets (account_id, collection_id, name, name_key) select %d, ` + w.IDs["collection"] + `, 'Whole ' || n, 'whole ' || n from generate_series(1, 5000) n`,
		`insert into categories (account_id, collection_id, name, name_key) select %d, ` + w.IDs["collection"] + `, 'Shelf ' || n, 'shelf ' || n from generate_series(1, 5000) n`,
	} {
		apitest.Exec(t, s.Harness, fmt.Sprintf(insert, account))
	}
	for path, most := range map[string]int{"/collections/{collection}": 800, "/collections/{collection}/items/new": 800, "/items/{item}/edit": 800, "/tags": 60, "/series": 60, "/sets": 60,
		"/collections/{collection}/categories": 500, "/collections/{collection}/categories/{category}/edit": 300} {
		page := b.get(w.Fill(path)).want(t, http.StatusOK)
		shown := 0
		for _, word := range []string{">Word ", ">Row ", ">Whole ", ">Shelf "} {
			shown += strings.Count(page.body, word)
		}
		if shown > most {
			t.Errorf("%s shows %d of them", path, shown)
		}
	}
	b.get(w.Fill("/collections/{collection}")).want(t, http.StatusOK, "/categories/choices", "/sets/choices", "/series/choices", "/tags/choices")
	b.get(w.Fill("/collections/{collection}/categories/choices?category_id=&q=Shelf+4999")).want(t, http.StatusOK, "selected>Shelf 4999</option>")
	b.get("/tags?q=4999").want(t, http.StatusOK, "Word 4999")
}
