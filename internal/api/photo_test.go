package api

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files/hostile"
)

// album is a world and where its item's photos are.
func album(t *testing.T) (w *world, photos string) {
	t.Helper()
	w = server(t).World(t)
	w.Send(t, "DELETE", w.Fill("/api/items/{item}/photos/{photo}"), nil).Want(t, http.StatusNoContent)
	return w, w.Fill("/api/items/{item}/photos")
}

// add adds a new picture and returns its id.
func add(t *testing.T, w *world, photos string) string {
	t.Helper()
	return w.SendForm(t, photos, "a.png", apitest.Picture(), nil).Want(t, http.StatusCreated).ID(t)
}

// A picture comes in a form, or by the hash of bytes that were sent before.
func TestPhotoIsSentInTwoWays(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	first, second := apitest.Picture(), apitest.Picture()
	w.Upload(t, second).Want(t, http.StatusCreated)
	for _, c := range []struct {
		content []byte
		made    response
		name    string
		main    bool
	}{
		{first, w.SendForm(t, photos, "front.png", first, M{"caption": " Front ", "alt_text": "A coin", "copy_id": w.IDs["copy"]}), "front.png", true},
		{second, w.Send(t, "POST", photos, M{"sha256": apitest.Sum(second), "caption": "Front", "alt_text": "A coin", "copy_id": w.IDs["copy"]}), "photo.png", false},
	} {
		shown := c.made.Want(t, http.StatusCreated).Attributes(t)
		for name, want := range map[string]any{"caption": "Front", "alt_text": "A coin", "copy_id": w.IDs["copy"], "filename": c.name, "mime_type": "image/png",
			"width": 3, "height": 2, "sha256": apitest.Sum(c.content), "is_main": c.main, "place": nil} {
			same(t, c.name+" "+name, shown[name], want)
		}
		got := w.Send(t, "GET", photos+"/"+c.made.ID(t)+"/file", nil).Want(t, http.StatusOK)
		if string(got.Content) != string(c.content) {
			t.Errorf("%s: other bytes come back", c.name)
		}
	}
	w.Send(t, "POST", photos, M{"caption": "x"}).Want(t, http.StatusUnprocessableEntity)
	r := w.SendForm(t, photos, "", nil, M{"caption": "x"}).Want(t, http.StatusUnprocessableEntity)
	same(t, "without a file", r.Dig(t, "errors.file.0"), "The file field is required.")
	w.Send(t, "POST", photos, "x", "Content-Type", "image/png").Want(t, http.StatusUnsupportedMediaType)
}

// order lists the photos of an item, the main one with a star.
func order(t *testing.T, w *world, photos string) (all []string) {
	t.Helper()
	for _, o := range w.Send(t, "GET", photos, nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
		id := o.(M)["id"].(string)
		if o.(M)["attributes"].(M)["is_main"] == true {
			id += "*"
		}
		all = append(all, id)
	}
	return all
}

// The first photo is the main one until another is chosen. The next one by position
// takes the place of a main photo that goes, or else the first.
func TestMainPhotoAndOrder(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	a, b, c := add(t, w, photos), add(t, w, photos), add(t, w, photos)
	do := func(method, path string, body any, status int, want ...string) {
		t.Helper()
		w.Send(t, method, photos+"/"+path, body).Want(t, status)
		same(t, method+" "+path, order(t, w, photos), want)
	}
	same(t, "at first", order(t, w, photos), []string{a + "*", b, c})
	do("PUT", b+"/main", nil, 200, a, b+"*", c)
	do("PUT", b+"/main", nil, 200, a, b+"*", c)
	do("PUT", c+"/order", M{"direction": "up"}, 200, a, c, b+"*")
	do("PUT", a+"/order", M{"direction": "up"}, 200, a, c, b+"*")
	do("PUT", b, M{"position": 1}, 200, b+"*", a, c)
	do("DELETE", b, nil, 204, a+"*", c)
	d := add(t, w, photos)
	do("PUT", d+"/main", nil, 200, a, c, d+"*")
	do("DELETE", d, nil, 204, a+"*", c)
	do("PUT", "999999999/main", nil, 404, a+"*", c)
}

// An item shows the same bytes once; several items may, and a filter finds them.
func TestSamePhotoTwice(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	picture := apitest.Picture()
	other := "/api/items/" + w.Make(t, w.Fill("/api/collections/{collection}/items"), M{"name": "Other"}) + "/photos"
	first := w.SendForm(t, photos, "a.png", picture, nil).Want(t, http.StatusCreated).ID(t)
	for _, again := range []response{w.SendForm(t, photos, "b.png", picture, nil), w.Send(t, "POST", photos, M{"sha256": apitest.Sum(picture)})} {
		same(t, "again", again.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.file.0"), "The item has a photo of this file already.")
	}
	same(t, "duplicates", w.Send(t, "GET", "/api/photos?duplicates=true", nil).Listed(t), []string{})
	second := w.Make(t, other, M{"sha256": apitest.Sum(picture)})
	same(t, "duplicates", w.Send(t, "GET", "/api/photos?duplicates=true", nil).Listed(t), []string{second, first})
	same(t, "photos", w.Send(t, "GET", "/api/photos", nil).Dig(t, "meta.total"), 2)
	w.Send(t, "DELETE", photos+"/"+first, nil).Want(t, http.StatusNoContent)
	same(t, "duplicates", w.Send(t, "GET", "/api/photos?duplicates=true", nil).Listed(t), []string{})
	w.Make(t, photos, M{"sha256": apitest.Sum(picture)}) // which the caller still sees
}

// Sizes are checked before a picture is decoded, and reported on the field that named it.
func TestPhotoLimits(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	files := map[string]hostile.File{}
	for _, f := range hostile.All() {
		files[f.Name] = f
	}
	for _, name := range []string{"png, claims 30000 by 30000", "jpeg, claims 50000 by 50000"} {
		f, ok := files[name]
		if !ok {
			t.Fatalf("there is no hostile file %q", name)
		}
		r := w.SendForm(t, photos, "a.png", f.Content, nil).Want(t, http.StatusUnprocessableEntity)
		if message, _ := r.Dig(t, "errors.file.0").(string); !strings.Contains(message, "50 megapixels") {
			t.Errorf("%s: %s", name, r.Content)
		}
		w.Upload(t, f.Content).Want(t, http.StatusCreated)
		r = w.Send(t, "POST", photos, M{"sha256": apitest.Sum(f.Content)}).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors.sha256.0") == nil {
			t.Errorf("%s, by its hash: %s", name, r.Content)
		}
	}
	large := append(apitest.Picture(), make([]byte, 20<<20)...)
	r := w.SendForm(t, photos, "a.png", large, nil).Want(t, http.StatusRequestEntityTooLarge)
	same(t, "message", r.Dig(t, "message"), "The file must not be larger than 20 MiB.")
	w.Upload(t, large).Want(t, http.StatusCreated)
	r = w.Send(t, "POST", photos, M{"sha256": apitest.Sum(large)}).Want(t, http.StatusUnprocessableEntity)
	same(t, "by its hash", r.Dig(t, "errors.sha256.0"), "The file must not be larger than 20 MiB.")
	w.SendForm(t, photos, "a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), nil).Want(t, http.StatusUnprocessableEntity)
	for range 100 {
		add(t, w, photos)
	}
	r = w.SendForm(t, photos, "a.png", apitest.Picture(), nil).Want(t, http.StatusUnprocessableEntity)
	same(t, "one too many", r.Dig(t, "errors.item.0"), "The item has 100 photos already, which is the most there can be.")
}

// Deleting several photos deletes all or none, each with its entry.
func TestSeveralPhotosAreDeleted(t *testing.T) {
	t.Parallel()
	h := server(t)
	w, photos := album(t)
	hidden, stranger := further(t, w), h.World(t)
	limited, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
	a, b, c := add(t, w, photos), add(t, w, photos), add(t, w, photos)
	entries := func() int {
		return scalar[int](t, h, `select count(*) from logs where action = 'item_photo_deleted' and user_id = (select id from users where email = $1)`, w.Email)
	}
	before := entries()
	for who, ids := range map[*person][]string{w.Person: {a, stranger.IDs["photo"]}, w.Viewer(t): {a}, limited: {a, hidden.IDs["photo"]}, stranger.Person: {a}} {
		who.Send(t, "DELETE", "/api/photos", M{"photo_ids": ids}).Want(t, http.StatusNotFound)
	}
	w.Send(t, "DELETE", "/api/photos", M{"photo_ids": []string{a, "999999999"}}).Want(t, http.StatusNotFound)
	same(t, "photos", order(t, w, photos), []string{a + "*", b, c})
	same(t, "entries", entries(), before)
	limited.Send(t, "DELETE", "/api/photos", M{"photo_ids": []string{a, b, a}}).Want(t, http.StatusNoContent)
	same(t, "photos", order(t, w, photos), []string{c + "*"})
	same(t, "entries", entries(), before+2)
	w.Send(t, "DELETE", "/api/photos", M{"photo_ids": []string{c}}, "If-Match", `"other"`).Want(t, http.StatusNoContent) // a list has no ETag
	w.Send(t, "DELETE", "/api/photos", M{"photo_ids": slices.Repeat([]string{c}, 101)}).Want(t, http.StatusUnprocessableEntity)
}

// A photo of a copy shows a copy of the item, and stays when the copy goes.
func TestPhotoOfACopy(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	other := further(t, w)
	id := add(t, w, photos)
	for _, copyID := range []string{other.IDs["copy"], "999999999"} {
		r := w.Send(t, "PUT", photos+"/"+id, M{"copy_id": copyID}).Want(t, http.StatusUnprocessableEntity)
		same(t, "copy "+copyID, r.Dig(t, "errors.copy_id.0"), "The selected copy id is invalid.")
		w.SendForm(t, photos, "a.png", apitest.Picture(), M{"copy_id": copyID}).Want(t, http.StatusUnprocessableEntity)
	}
	w.Send(t, "PATCH", photos+"/"+id, M{"copy_id": w.IDs["copy"], "caption": "Back"}).Want(t, http.StatusOK)
	same(t, "photos of the copy", w.Send(t, "GET", "/api/photos?copy_id="+w.IDs["copy"], nil).Listed(t), []string{id})
	w.Send(t, "DELETE", w.Fill("/api/items/{item}/copies/{copy}"), nil).Want(t, http.StatusNoContent)
	shown := w.Send(t, "GET", photos+"/"+id, nil).Want(t, http.StatusOK).Attributes(t)
	same(t, "after the copy", []any{shown["copy_id"], shown["caption"]}, []any{nil, "Back"})
}

// Names of files have no directories, control characters or marks of direction.
func TestFilenamesAreCleaned(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	for sent, want := range map[string]string{
		"a.png": "a.png", "../../etc/x.png": "x.png", `C:\photos\x.png`: "x.png", "a\tb.png": "ab.png", "gnp.\u202ea\u2066.png": "gnp.a.png",
		"a\u2028b\u200f.png": "ab.png", " a b .png ": "a b .png", "漫画 🖼️.png": "漫画 🖼️.png", "..": "photo.png", "/": "photo.png", "\u202e": "photo.png",
		strings.Repeat("é", 300) + ".png": strings.Repeat("é", 251) + ".png", "a.htm<script>": "a.htm<script>",
	} {
		made := w.SendForm(t, photos, sent, apitest.Picture(), nil).Want(t, http.StatusCreated)
		same(t, fmt.Sprintf("%q", sent), made.Dig(t, "data.attributes.filename"), want)
		got := w.Send(t, "GET", photos+"/"+made.ID(t)+"/file", nil).Want(t, http.StatusOK).Header.Get("Content-Disposition")
		if strings.ContainsAny(got, "\r\n<>/") && !strings.Contains(want, "<") {
			t.Errorf("%q: %s", sent, got)
		}
	}
	body, headers := apitest.Form(t, "NAME", apitest.Picture(), nil)
	body = strings.Replace(body, `filename="NAME"`, "filename=\"../../x\r\n y.png\"", 1)
	r := w.Send(t, "POST", photos, body, headers...)
	if r.StatusCode == http.StatusCreated && strings.ContainsAny(r.Dig(t, "data.attributes.filename").(string), "/\r\n") || r.StatusCode >= 500 {
		t.Errorf("a name of two lines: %d %s", r.StatusCode, r.Content)
	}
}

// HEIC is refused with a sentence that helps, where nothing reads it.
func TestHEICIsRefusedWithASentence(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	for kind, file := range map[string]string{"HEIC": "quarters.heic", "AVIF": "quarters.avif"} {
		content, err := os.ReadFile("../files/picture/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		r := w.SendForm(t, photos, file, content, nil).Want(t, http.StatusUnprocessableEntity)
		same(t, kind, r.Dig(t, "errors.file.0"), "This installation does not read "+kind+" pictures: send a JPEG, or ask the operator to set VITRINE_IMAGE_HELPER.")
	}
}
