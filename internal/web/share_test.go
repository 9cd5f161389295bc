package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Photos shared from another app become photos of an item that is named afterwards. The request comes
// without one of our pages as its origin.
func TestSharedPhotosBecomeAnItem(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	collection := w.Fill("{collection}")
	for _, headers := range [][]string{{"Sec-Fetch-Site", "none"}, {"Sec-Fetch-Site", "none", "Origin", "null"}, {"Sec-Fetch-Site", "same-origin"}, {}} {
		body, kind := filesForm(t, "a.png", dot(41), "b.png", dot(42), "notes.txt", []byte("no picture"))
		to := b.sendBody("POST", "/share", body, append(headers, "Content-Type", kind)...).want(t, http.StatusSeeOther).Header.Get("Location")
		page := b.get(to).want(t, http.StatusOK, "notes.txt", `action="/share/item"`)
		query, _ := url.Parse(to)
		photos := query.Query()["photo"]
		if len(photos) != 2 || strings.Count(page.body, `name="photo"`) != 2 {
			t.Fatalf("%v: %s", headers, to)
		}
		b.get("/share/"+photos[0]).want(t, http.StatusOK)
		b.post("/share/item", url.Values{"photo": photos, "collection_id": {collection}}).want(t, http.StatusUnprocessableEntity, `aria-invalid="true"`, photos[1])
		item := b.post("/share/item", url.Values{"photo": photos, "name": {"From the phone"}, "collection_id": {collection}}).want(t, http.StatusSeeOther).Header.Get("Location")
		if got := strings.Count(b.get(item+"/photos").want(t, http.StatusOK, "From the phone").body, `class="pcard"`); got != 2 {
			t.Errorf("%s has %d photos", item, got)
		}
	}
	// What is photographed is owned, where the last thing went, unless somebody says otherwise.
	place := w.Make(t, "/api/locations", apitest.M{"name": "Cabinet"})
	for _, way := range []string{"", "own", "want", "none"} {
		form := url.Values{"name": {"Photographed"}, "collection_id": {collection}, "location_id": {place}, "own": {way}}
		item, _, _ := strings.Cut(b.post("/share/item", form).want(t, http.StatusSeeOther).Header.Get("Location"), "?")
		copies := w.Send(t, "GET", "/api"+item+"/copies", nil).Dig(t, "data").([]any)
		wanted := w.Send(t, "GET", "/api"+item, nil).Dig(t, "data.attributes.wanted")
		if owned := way == "" || way == "own"; (len(copies) == 1) != owned || wanted != (way == "want") {
			t.Errorf("%q: %d copies, wanted %v", way, len(copies), wanted)
		}
	}
	b.get("/share?photo="+strings.Repeat("ab", 32)).want(t, http.StatusOK, `value="own" checked`, `<option value="`+collection+`" selected`, `<option value="`+place+`" selected`)
	body, kind := filesForm(t, "a.png", dot(43))
	b.sendBody("POST", "/share", body, "Content-Type", kind, "Sec-Fetch-Site", "cross-site").want(t, http.StatusForbidden)
}

// Shared photos of others cannot be used, and expired ones are reported.
func TestSharedPhotosAreOnesOwn(t *testing.T) {
	t.Parallel()
	s, w, b := withFiles(t)
	body, kind := filesForm(t, "a.png", dot(44))
	to, _ := url.Parse(b.sendBody("POST", "/share", body, "Content-Type", kind).Header.Get("Location"))
	hash := to.Query().Get("photo")
	other, _ := s.registered(t)
	other.get("/share/"+hash).want(t, http.StatusNotFound)
	gone := strings.Repeat("ab", 32)
	item := b.post("/share/item", url.Values{"photo": {gone}, "name": {"Late"}, "collection_id": {w.Fill("{collection}")}}).want(t, http.StatusSeeOther).Header.Get("Location")
	if !strings.Contains(item, "refused=") {
		t.Errorf("nothing is said at %s", item)
	}
}

// Sharing without a session says that the photos are lost.
func TestSharingNeedsASession(t *testing.T) {
	t.Parallel()
	s, _, _ := withFiles(t)
	body, kind := filesForm(t, "a.png", dot(45))
	s.browser(t).sendBody("POST", "/share", body, "Content-Type", kind, "Sec-Fetch-Site", "none").leadsTo(t, "/sign-in?to=%2Fshare%3Flost")
	b, _ := s.registered(t)
	b.get("/share?lost").want(t, http.StatusOK, "share them once more", `name="photos"`)
}
