package web

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// From an empty account to an item with a photo and a copy, by forms alone.
func TestACollectionIsMade(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	b, _ := s.registered(t)
	b.post("/collections", url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, "aria-invalid")
	made := b.post("/collections", url.Values{"name": {"Film <cameras>"}, "emoji": {"📷"}})
	shelf := made.Header.Get("Location")
	b.get(shelf).want(t, http.StatusOK, "Film &lt;cameras&gt;", "Nothing here yet.")
	added := b.post(shelf+"/items", url.Values{"name": {"Leica M3"}, "description": {"From Wetzlar."}, "own": {"none"}})
	item := added.Header.Get("Location")
	b.get(item).want(t, http.StatusOK, "Leica M3", "From Wetzlar.", "You do not own this yet.")
	next := b.post(shelf+"/items", url.Values{"name": {"Nikon F"}, "next": {"1"}})
	b.get(next.Header.Get("Location")).want(t, http.StatusOK, "Saved. Here is the next one.")
	b.get(shelf+"?q=nik").want(t, http.StatusOK, "Nikon F")
	if page := b.get(shelf+"?q=nik", "HX-Request", "true"); strings.Contains(page.body, "<html") || strings.Contains(page.body, "Leica") || !strings.Contains(page.body, `id="results"`) {
		t.Errorf("the fragment is %s", page.body)
	}
	b.get(shelf+"?q=zzz").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get(shelf+"?view=table&sort=name").want(t, http.StatusOK, "<table")

	b.upload(item+"/photos", "front.png", dot(1)).leadsTo(t, item+"/photos")
	b.upload(item+"/photos", "front.png", dot(1)).want(t, http.StatusUnprocessableEntity, "front.png")
	b.upload(item+"/photos", "notes.txt", []byte("no picture")).want(t, http.StatusUnprocessableEntity, "notes.txt", "JPEG, PNG")
	b.upload(item+"/photos", "back.png", dot(2)).leadsTo(t, item+"/photos")
	page := b.get(item)
	page.want(t, http.StatusOK, "/thumb", "2 photos")
	b.get(item+"/photos").want(t, http.StatusOK, "Make main")
	_, rest, _ := strings.Cut(page.body, item+"/photos/")
	id, _, _ := strings.Cut(rest, "/")
	picture := b.get(item+"/photos/"+id+"/thumb").want(t, http.StatusOK)
	if kind := picture.Header.Get("Content-Type"); kind != "image/jpeg" || !strings.Contains(picture.Header.Get("Cache-Control"), "private") {
		t.Errorf("the thumbnail is %v", picture.Header)
	}
	b.get(item+"/photos/"+id+"/huge").want(t, http.StatusNotFound)
	b.get("/").want(t, http.StatusOK, "/thumb")

	b.post(item+"/copies", url.Values{"status": {"owned"}, "quantity": {"many"}}).want(t, http.StatusUnprocessableEntity, "enter a whole number")
	b.post(item+"/copies", url.Values{"status": {"owned"}, "quantity": {"2"}, "identifier": {"M3-0042"}, "paid_at": {"2019-05-12"}}).leadsTo(t, item+"#copies")
	b.get(item).want(t, http.StatusOK, "M3-0042", "×2", "12 May 2019")
	b.post(item+"/delete", url.Values{}).leadsTo(t, shelf)
	b.get(item).want(t, http.StatusNotFound)
}

// If two users edit an item, the second is warned, and keeps their input.
func TestTwoTabsEditOneItem(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica"}}).Header.Get("Location")
	_, form := formOf(t, b.get(item+"/edit").body, item+"/edit")
	form.Set("name", "Leica M3")
	b.post(item, form).leadsTo(t, item)
	form.Set("name", "Leica M6")
	b.post(item, form).want(t, http.StatusPreconditionFailed, "Leica M3", "Leica M6", "Somebody else changed this while you were writing")
	b.get(item).want(t, http.StatusOK, "Leica M3")
}

// No page shows or changes objects of another account.
func TestOthersSeeNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica"}}).Header.Get("Location")
	other, _ := s.registered(t)
	for _, path := range []string{shelf, shelf + "/edit", shelf + "/items/new", item, item + "/edit", item + "/copies/new", item + "/photos/1/thumb"} {
		other.get(path).want(t, http.StatusNotFound)
	}
	for _, path := range []string{shelf, shelf + "/delete", shelf + "/items", item, item + "/delete", item + "/copies", item + "/photos/1/main"} {
		other.post(path, url.Values{"name": {"stolen"}}).want(t, http.StatusNotFound)
	}
	b.get(item).want(t, http.StatusOK, "Leica")
}

// upload sends a file by a form.
func (b *browser) upload(path, name string, content []byte) seen {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = part.Write(content)
	_ = form.Close()
	return b.sendBody("POST", path, &body, "Content-Type", form.FormDataContentType())
}

// dot is a small picture.
func dot(shade uint8) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 4, 4))
	m.Set(1, 1, color.Gray{shade})
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 255
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return b.Bytes()
}
