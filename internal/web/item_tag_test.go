package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A tag is put on an item by name, ignoring case, and removed again.
func TestAnItemIsTagged(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	item := w.Fill("/items/{item}")
	b.post(item+"/tags", url.Values{"name": {"Rare <1>"}}).leadsTo(t, item+"#item-tags")
	b.post(item+"/tags", url.Values{"name": {" RÁRE <1> "}}).leadsTo(t, item+"#item-tags")
	id := apitest.Scalar[string](t, s.Harness, `select id::text from tags where name = 'Rare <1>'`)
	page := b.get(item).want(t, http.StatusOK, "Rare &lt;1&gt;", "/tags/"+id, item+"/tags/"+id+"/delete")
	if n := strings.Count(page.body, `action="`+item+"/tags/"+id+"/delete"); n != 1 {
		t.Errorf("the tag is there %d times", n)
	}
	b.get(item+"/peek").want(t, http.StatusOK, "Rare &lt;1&gt;")
	b.post(item+"/tags", url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, "Please fill this in.", "<html")
	part := b.post(item+"/tags", url.Values{"name": {strings.Repeat("x", 300)}}, "HX-Request", "true").want(t, http.StatusUnprocessableEntity, `role="alert"`)
	if strings.Contains(part.body, "<html") {
		t.Error("a part is a whole page")
	}
	b.post(item+"/tags", url.Values{"name": {"Signed"}}, "HX-Request", "true").want(t, http.StatusOK, "Signed", "autofocus")
	b.get("/tags/suggestions?name=ra").want(t, http.StatusOK, `value="Rare &lt;1&gt;"`)
	b.get("/tags/suggestions?tags=Signed,%20ra").want(t, http.StatusOK, `value="Signed, Rare &lt;1&gt;"`)
	b.post(item+"/tags/"+id+"/delete", url.Values{}).leadsTo(t, item+"#item-tags")
	b.post(item+"/tags/"+id+"/delete", url.Values{}, "HX-Request", "true").want(t, http.StatusOK, "Signed")
	if page := b.get(item); strings.Contains(page.body, "Rare") {
		t.Error("the tag is still there")
	}
	viewer := s.signedIn(t, w.Join(t, identity.Viewer)).get(item).want(t, http.StatusOK, "Signed")
	for _, control := range []string{`name="name"`, "/tags/" + id + "/delete", item + "/wanted"} {
		if strings.Contains(viewer.body, control) {
			t.Errorf("a viewer sees %s", control)
		}
	}
}

// The form of an item sets category, set, series, tags and wish; a form without these fields changes
// none of them.
func TestAnItemIsSorted(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	shelf := w.Fill("/collections/{collection}")
	inner := w.Make(t, w.Fill("/api/collections/{collection}/categories"), apitest.M{"name": "Manga", "parent_id": w.IDs["category"]})
	form := url.Values{"sorted": {"1"}, "name": {"Akira"}, "category_id": {inner}, "set_id": {w.IDs["set"]}, "series_id": {w.IDs["series"]}, "tags": {"Signed, First print，signed"},
		"wanted": {"1"}, "wanted_priority": {"high"}, "wanted_max_price": {"120.50"}, "wanted_currency_code": {"EUR"}}
	b.get(shelf+"/items/new?category="+inner+"&wanted=1").want(t, http.StatusOK, `<option value="`+inner+`" selected>Graphic novels › Manga</option>`, "The first editions", "Modern classics", `value="want" checked`)
	item := b.post(shelf+"/items", form).want(t, http.StatusSeeOther).Header.Get("Location")
	b.get(item).want(t, http.StatusOK, "Graphic novels › Manga", "The first editions", "Modern classics", "Signed", "First print", "Wanted · High · up to €120.50")
	first := apitest.Scalar[string](t, s.Harness, `select id::text from tags where name = 'First print'`)
	b.get(item+"/edit").want(t, http.StatusOK, `value="120.50"`, `<option value="high" selected>`, `value="`+first+`" checked`)
	b.get(shelf+"/items/new?like="+idIn(item)).want(t, http.StatusOK, `value="`+first+`" checked`, `<option value="`+w.IDs["set"]+`" selected`)
	b.post(item, url.Values{"name": {"Akira 1"}}).leadsTo(t, item)
	b.get(item).want(t, http.StatusOK, "Akira 1", "Graphic novels › Manga", "First print", "up to €120.50")
	for field, value := range map[string]string{"category_id": "999999", "set_id": "x", "tags": strings.Repeat("y", 300), "wanted_max_price": "much", "wanted_currency_code": "euro"} {
		wrong := url.Values{"sorted": {"1"}, "name": {"Akira 1"}, "tag_id": {first}, "wanted": {"1"}, field: {value}}
		b.post(item, wrong).want(t, http.StatusUnprocessableEntity, `id="`+field+`-wrong"`, `value="`+first+`" checked`)
		b.post(shelf+"/items", wrong).want(t, http.StatusUnprocessableEntity, `id="`+field+`-wrong"`, `value="`+first+`" checked`)
	}
	b.post(item, url.Values{"sorted": {"1"}, "name": {"Akira 1"}, "tag_id": {first}}).leadsTo(t, item)
	page := b.get(item).want(t, http.StatusOK, "First print", "Mark as wanted")
	for _, gone := range []string{"Manga", "Signed", "€120.50", "The first editions"} {
		if strings.Contains(page.body, gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	b.post(item+"/wanted", url.Values{"wanted": {"1"}}).leadsTo(t, item)
	b.get(item).want(t, http.StatusOK, "No longer wanted")
	b.post(item+"/copies", url.Values{"status": {"owned"}, "quantity": {"1"}}).leadsTo(t, item+"#copies")
	if page := b.get(item); strings.Contains(page.body, "No longer wanted") {
		t.Error("what is there is still wanted")
	}
	next := b.post(shelf+"/items", url.Values{"sorted": {"1"}, "name": {"Akira 2"}, "category_id": {inner}, "next": {"1"}}).Header.Get("Location")
	b.get(next).want(t, http.StatusOK, `<option value="`+inner+`" selected`)
}

// A list is filtered by category, set, series, tags and more; the address contains the filters, and
// each can be removed.
func TestAListIsNarrowed(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	shelf := "/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	outer := w.Make(t, "/api"+shelf+"/categories", apitest.M{"name": "Europe"})
	inner := w.Make(t, "/api"+shelf+"/categories", apitest.M{"name": "Belgium", "parent_id": outer})
	set := w.Make(t, "/api/sets", apitest.M{"name": "The albums", "collection_id": strings.TrimPrefix(shelf, "/collections/")})
	rare, signed := w.Make(t, "/api/tags", apitest.M{"name": "Rare"}), w.Make(t, "/api/tags", apitest.M{"name": "By hand"})
	make := func(name string, more apitest.M) string {
		more["name"] = name
		return w.Make(t, "/api"+shelf+"/items", more)
	}
	tintin := make("Tintin", apitest.M{"category_id": inner, "set_id": set, "tag_ids": []string{rare, signed}, "wanted": true, "wanted_priority": "high"})
	make("Spirou", apitest.M{"category_id": outer, "series_id": w.IDs["series"], "tag_ids": []string{rare}, "wanted": true})
	make("Batman", apitest.M{})
	w.Make(t, "/api/items/"+tintin+"/copies", apitest.M{})
	names := []string{"Batman", "Spirou", "Tintin"}
	for query, want := range map[string]string{
		"category=" + outer: "Spirou Tintin", "category=" + inner: "Tintin", "category=none": "Batman", "set=" + set: "Tintin", "series=" + w.IDs["series"]: "Spirou",
		"tag=" + rare: "Spirou Tintin", "tag=" + rare + "%2C" + signed: "Tintin", "wanted=yes": "Spirou", "wanted=normal": "Spirou", "wanted=no": "Batman Tintin",
		"copies=yes": "Tintin", "copies=no": "Batman Spirou", "photos=no": "Batman Spirou Tintin", "photos=yes": "", "category=x&tag=y&wanted=z": "Batman Spirou Tintin",
	} {
		for _, part := range []string{"false", "true"} {
			page := b.get(shelf+"?"+query, "HX-Request", part).want(t, http.StatusOK)
			var found []string
			for _, name := range names {
				if strings.Contains(page.body, `<span class="nm">`+name) {
					found = append(found, name)
				}
			}
			if got := strings.Join(found, " "); got != want {
				t.Errorf("%s shows %q, want %q", query, got, want)
			}
		}
	}
	b.get(shelf+"?category="+inner+"&tag="+rare+"&tag="+signed+"&q=").leadsTo(t, shelf+"?category="+inner+"&tag="+rare+"%2C"+signed)
	b.get(shelf+"?category="+inner+"&tag="+rare+"%2C"+signed).want(t, http.StatusOK, "Category: Europe › Belgium", "Tag: Rare", "Tag: By hand", `href="`+shelf+`?category=`+inner+`&amp;tag=`+signed+`"`, `<b class="n">3</b>`)
	b.get(shelf+"?series=999999").want(t, http.StatusOK, "Series: –", "Nothing matches these filters.")
	b.get(shelf+"/categories/choices?q=BEL&category=").want(t, http.StatusOK, `<option value="`+inner+`">Europe › Belgium</option>`, "Any")
	b.get(shelf+"/categories/choices?q=bel&category_id=").want(t, http.StatusOK, `<option value="`+inner+`" selected>Europe › Belgium</option>`)
	b.get(shelf+"/categories/choices?q=zzz&category_id="+outer).want(t, http.StatusOK, `<option value="`+outer+`" selected>`, "Nothing has this name.")
	b.get(shelf+"/sets/choices?q=alb&set_id=").want(t, http.StatusOK, `<option value="`+set+`" selected>The albums</option>`)
	b.get("/series/choices?q=modern&series_id=").want(t, http.StatusOK, `selected>Modern classics</option>`)
	b.get("/tags/choices?q=ra&tag="+signed).want(t, http.StatusOK, `value="`+signed+`" checked`, "Rare")
}
