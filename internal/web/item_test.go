package web

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// withFiles is a site with a store, and an account with one of everything.
func withFiles(t *testing.T) (*site, *apitest.World, *browser) {
	t.Helper()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	w := s.World(t)
	return s, w, s.signedIn(t, w.Person)
}

// A form of a copy offers every location by its path, and keeps the one it has.
func TestCopyFormOffersEveryLocation(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	study := w.Make(t, "/api/locations", apitest.M{"name": "Study"})
	last := ""
	for n := range 120 {
		last = w.Make(t, "/api/locations", apitest.M{"name": fmt.Sprintf("Shelf %03d", n), "parent_id": study})
	}
	copyID := w.Make(t, w.Fill("/api/items/{item}/copies"), apitest.M{"status": "owned", "location_id": last})
	form := w.Fill("/items/{item}/copies/") + copyID
	b.get(form+"/edit").want(t, http.StatusOK, `<option value="`+last+`" selected>📦 Study › Shelf 119</option>`)
	b.post(form, url.Values{"status": {"owned"}, "quantity": {"1"}, "location_id": {last}}).leadsTo(t, "/copies/"+copyID)
	b.get("/copies/"+copyID).want(t, http.StatusOK, "Study › Shelf 119")
}

// An item keeps its type after the collection unlinks it.
func TestItemKeepsATypeThatIsNoLongerLinked(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	item := w.Fill("/items/{item}")
	field := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	before := w.Send(t, "PATCH", w.Fill("/api/collections/{collection}/items/{item}"), apitest.M{"custom_fields": apitest.M{field: "Leitz"}})
	kept := before.Dig(t, "data.attributes.collection_type_id")
	values := before.Dig(t, "data.attributes.custom_fields").(map[string]any)
	if kept == nil || len(values) == 0 {
		t.Fatalf("the item has the type %v and the values %v", kept, values)
	}
	apitest.Exec(t, w.Harness, `delete from collection_type_links`)
	b.get(item+"/edit").want(t, http.StatusOK, fmt.Sprintf(`value="%s" checked`, kept))
	b.post(item, url.Values{"name": {"Renamed"}}).leadsTo(t, item)
	after := w.Send(t, "GET", w.Fill("/api/items/{item}"), nil)
	if after.Dig(t, "data.attributes.name") != "Renamed" || after.Dig(t, "data.attributes.collection_type_id") != kept || len(after.Dig(t, "data.attributes.custom_fields").(map[string]any)) != len(values) {
		t.Errorf("the item is now %v", after.Dig(t, "data.attributes"))
	}
	b.post(item, url.Values{"name": {"Renamed"}, "type": {"999999"}}).want(t, http.StatusUnprocessableEntity, "This collection does not have this type.")
}

// multipartForm is a form with fields and a file, if it has a name.
func multipartForm(t *testing.T, fields map[string]string, name string, content []byte) (*bytes.Buffer, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range fields {
		_ = form.WriteField(field, value) // to memory
	}
	if name != "" {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(content)
	}
	_ = form.Close()
	return &body, form.FormDataContentType()
}

// filesForm is a form with files.
func filesForm(t testing.TB, named ...any) (*bytes.Buffer, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i < len(named); i += 2 {
		part, err := form.CreateFormFile("file", named[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(named[i+1].([]byte))
	}
	_ = form.Close()
	return &body, form.FormDataContentType()
}

// uploads sends files by one form, and perhaps only the beginning of it.
func (b *browser) uploads(path string, cut int, named ...any) seen {
	b.t.Helper()
	body, kind := filesForm(b.t, named...)
	return b.sendBody("POST", path, bytes.NewReader(body.Bytes()[:body.Len()-cut]), "Content-Type", kind)
}

// Of many files the photos are kept and the others named. An upload that breaks off is reported.
func TestGoodPhotosAreKept(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	item := w.Fill("/items/{item}")
	count := func() int { return strings.Count(b.get(item+"/photos").body, `class="pcard"`) }
	before := count()
	page := b.uploads(item+"/photos", 0, "notes.txt", []byte("no picture"), "a.png", dot(11), "empty.png", []byte{}, "b.png", dot(12))
	page.want(t, http.StatusUnprocessableEntity, "notes.txt", "empty.png", "Not everything was added:")
	if strings.Contains(page.body, "<b>a.png") || count() != before+2 {
		t.Errorf("%d photos, want %d", count(), before+2)
	}
	b.uploads(item+"/photos", 60, "c.png", dot(13), "d.png", dot(14)).want(t, http.StatusUnprocessableEntity, "The upload broke off.")
	if count() != before+3 {
		t.Errorf("%d photos, want %d", count(), before+3)
	}
}

// Photos are ordered and described by forms.
func TestPhotosAreArranged(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	item := w.Fill("/items/{item}")
	b.uploads(item+"/photos", 0, "a.png", dot(21), "b.png", dot(22)).leadsTo(t, item+"/photos")
	order := func() (ids []string) {
		for _, part := range strings.Split(b.get(item+"/photos").body, ` data-photo="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			ids = append(ids, id)
		}
		return ids
	}
	ids := order()
	first, last := ids[0], ids[len(ids)-1]
	b.post(item+"/photos/"+first+"/order", url.Values{"direction": {"down"}})
	if moved := order(); moved[1] != first {
		t.Errorf("%v moved to %v", ids, moved)
	}
	at := apitest.Scalar[int64](t, w.Harness, `select position from photos where id = $1::bigint`, order()[0])
	b.post(item+"/photos/"+last, url.Values{"position": {fmt.Sprint(at)}})
	if moved := order(); moved[0] != last {
		t.Errorf("%s is not the first of %v", last, moved)
	}
	b.post(item+"/photos/"+last, url.Values{"caption": {"The front"}, "alt_text": {"A camera"}}).leadsTo(t, item+"/photos#photo-"+last)
	b.post(item+"/photos/"+last, url.Values{"caption": {strings.Repeat("x", 2001)}}).want(t, http.StatusUnprocessableEntity)
	b.post(item+"/photos/"+last+"/main", nil)
	b.get(item).want(t, http.StatusOK, `alt="A camera"`)
	b.post(item+"/photos/"+last+"/delete", nil)
	if left := order(); len(left) != len(ids)-1 {
		t.Errorf("%v are left of %v", left, ids)
	}
}

// An item with many copies shows their number, and the rest on demand.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	item := w.Make(t, w.Fill("/api/collections/{collection}/items"), apitest.M{"name": "Stamp"})
	for n := range 60 {
		w.Make(t, "/api/items/"+item+"/copies", apitest.M{"identifier": fmt.Sprintf("S-%02d", n)})
	}
	page := b.get("/items/"+item).want(t, http.StatusOK, "<small>60</small>", "S-00", "S-23", "Show more")
	seen := strings.Count(page.body, `class="cc"`)
	for range 2 {
		_, more, _ := strings.Cut(page.body, `id="more-copies"`)
		_, rest, _ := strings.Cut(more, `hx-get="/items/`)
		next, _, _ := strings.Cut(rest, `"`)
		page = b.get("/items/"+strings.ReplaceAll(next, "&amp;", "&"), "HX-Request", "true").want(t, http.StatusOK)
		seen += strings.Count(page.body, `class="cc"`)
	}
	if seen != 60 || strings.Contains(page.body, "<html") || strings.Contains(page.body, "Show more") {
		t.Errorf("%d copies were shown; the last answer was %s", seen, page.body)
	}
}

// One field is edited in place; concurrent changes are not overwritten.
func TestAFieldIsChangedInItsPlace(t *testing.T) {
	t.Parallel()
	s, w, b := withFiles(t)
	maker := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	year := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Year", "field_type": "number"})
	item := w.Fill("/items/{item}")
	part := []string{"HX-Request", "true"}
	b.get(item).want(t, http.StatusOK, `hx-get="`+item+"/fields/"+maker+`"`, `id="value-`+year+`"`)
	b.get(item+"/fields/"+maker).leadsTo(t, item+"/edit#custom_fields."+maker)
	b.get(item+"/fields/"+maker, part...).want(t, http.StatusOK, `name="custom_fields.`+maker+`"`, "autofocus")
	b.post(item+"/fields/"+maker, url.Values{"custom_fields." + maker: {"Leitz"}, "was": {""}}, part...).want(t, http.StatusOK, "Leitz")
	b.post(item+"/fields/"+year, url.Values{"custom_fields." + year: {"soon"}, "was": {""}}, part...).want(t, http.StatusUnprocessableEntity, "aria-invalid", "soon")
	b.post(item+"/fields/"+year, url.Values{"custom_fields." + year: {"1955"}, "was": {""}}, part...).want(t, http.StatusOK, "1955")
	b.post(item+"/fields/"+maker, url.Values{"custom_fields." + maker: {"Nikon"}, "was": {""}}, part...).want(t, http.StatusPreconditionFailed, "“Leitz”", `value="Nikon"`)
	b.post(item+"/fields/name", url.Values{"name": {""}, "was": {"x"}}, part...).want(t, http.StatusPreconditionFailed)
	b.post(item+"/fields/name", url.Values{"name": {""}}, part...).want(t, http.StatusUnprocessableEntity)
	b.post(item+"/fields/description", url.Values{"description": {"From Wetzlar."}}).leadsTo(t, item)
	b.get(item).want(t, http.StatusOK, "Leitz", "1955", "From Wetzlar.")
	b.get(item+"/fields/999999").want(t, http.StatusNotFound)
	viewer := s.signedIn(t, w.Viewer(t))
	if page := viewer.get(item).want(t, http.StatusOK, "Leitz"); strings.Contains(page.body, "/fields/") {
		t.Error("a viewer is offered a field to change")
	}
}
