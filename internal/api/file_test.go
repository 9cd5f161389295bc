package api

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// depot is a server with a store that the test looks into.
func depot(t *testing.T, with settings) (*harness, files.Store) {
	t.Helper()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	with.Files = store
	return another(t, server(t), with), store
}

// stored are the names of all objects but renditions.
func stored(t *testing.T, store files.Store) (names []string) {
	t.Helper()
	for o, err := range store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if o.Name != files.Owner && !strings.Contains(o.Name, ".") {
			names = append(names, o.Name)
		}
	}
	return names
}

// Bytes are accepted under their hash only.
func TestFileIsPutUnderItsHash(t *testing.T) {
	t.Parallel()
	h, store := depot(t, settings{})
	u, picture := h.Owner(t), apitest.Picture()
	made := u.Upload(t, picture).Want(t, http.StatusCreated)
	shown := made.Attributes(t)
	same(t, "file", []any{made.ID(t), shown["mime_type"], shown["size"], shown["uses"]}, []any{apitest.Sum(picture), "image/png", len(picture), []any{}})
	if left := time.Until(time.Unix(int64(shown["expires_at"].(float64)), 0)); left < 23*time.Hour || left > 24*time.Hour {
		t.Errorf("it expires in %s", left)
	}
	u.Upload(t, picture).Want(t, http.StatusOK)
	same(t, "objects", len(stored(t, store)), 1)

	for name, wrong := range map[string][]byte{"others": apitest.Picture(), "fewer": picture[1:], "none": nil} {
		sum := apitest.Sum(append([]byte(name), picture...))
		r := u.Send(t, "PUT", "/api/files/"+sum, string(wrong)).Want(t, http.StatusUnprocessableEntity)
		same(t, name, r.Dig(t, "errors.file.0"), "The bytes do not have this SHA-256.")
		u.Send(t, "GET", "/api/files/"+sum, nil).Want(t, http.StatusNotFound)
	}
	for _, odd := range []string{strings.ToUpper(apitest.Sum(picture)), apitest.Sum(picture)[1:], apitest.Sum(picture) + "0", "1"} {
		u.Send(t, "PUT", "/api/files/"+odd, string(picture)).Want(t, http.StatusNotFound)
		u.Send(t, "GET", "/api/files/"+odd, nil).Want(t, http.StatusNotFound)
	}
	large := make([]byte, 25<<20+1)
	r := u.Upload(t, large).Want(t, http.StatusRequestEntityTooLarge)
	same(t, "message", r.Dig(t, "message"), "The file must not be larger than 25 MiB.")
	u.Upload(t, large[1:]).Want(t, http.StatusCreated)
	same(t, "objects", len(stored(t, store)), 2)
}

// A file is visible to its sender, and to everyone who sees an object made from it.
func TestFileIsSeenByItsUsers(t *testing.T) {
	t.Parallel()
	h := server(t)
	w, photos := album(t)
	editor, viewer, stranger := w.Join(t, "editor"), w.Viewer(t), h.World(t)
	elsewhere, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.Make(t, "/api/collections", M{"name": "Empty", "visibility": "private"})}})
	picture := apitest.Picture()
	path, bySum := "/api/files/"+apitest.Sum(picture), M{"sha256": apitest.Sum(picture)}
	look := func(when string, want map[*person]int) {
		t.Helper()
		for who, status := range want {
			if got := who.Send(t, "GET", path, nil).StatusCode; got != status {
				t.Errorf("%s, %s: status %d, want %d", when, who.Email, got, status)
			}
		}
	}
	editor.Upload(t, picture).Want(t, http.StatusCreated)
	look("uploaded", map[*person]int{editor: 200, w.Person: 404, viewer: 404, stranger.Person: 404})
	r := w.Send(t, "POST", photos, bySum).Want(t, http.StatusUnprocessableEntity)
	same(t, "another's upload", r.Dig(t, "errors.sha256.0"), "The selected sha256 is invalid: upload the file first.")
	id := editor.Make(t, photos, bySum)
	look("used", map[*person]int{editor: 200, w.Person: 200, viewer: 200, elsewhere: 404, stranger.Person: 404})
	shown := viewer.Send(t, "GET", path, nil).Attributes(t)
	same(t, "uses", []any{shown["uses"], shown["expires_at"]}, []any{[]M{{"type": "item_photo", "id": id}}, nil})
	stranger.Send(t, "POST", stranger.Fill("/api/items/{item}/photos"), bySum).Want(t, http.StatusUnprocessableEntity)
	w.Make(t, w.Fill("/api/copies/{copy}/documents"), M{"document_type": "photograph", "name": "Print", "sha256": apitest.Sum(picture)})
	same(t, "uses", len(w.Send(t, "GET", path, nil).Dig(t, "data.attributes.uses").([]any)), 2)
	w.Send(t, "DELETE", w.Fill("/api/items/{item}/copies/{copy}"), nil).Want(t, http.StatusNoContent)
	w.Send(t, "DELETE", photos+"/"+id, nil).Want(t, http.StatusNoContent)
	look("deleted", map[*person]int{editor: 200, w.Person: 404, viewer: 404})
	scalar[int](t, h, `with u as (update uploads set expires_at = now() where user_id = (select id from users where email = $1) returning 1) select count(*)::int from u`, editor.Email)
	look("expired", map[*person]int{editor: 404})
	editor.Send(t, "POST", photos, bySum).Want(t, http.StatusUnprocessableEntity)
}

// An upload that breaks off leaves neither a row nor an object.
func TestUploadThatBreaksOff(t *testing.T) {
	t.Parallel()
	h, store := depot(t, settings{})
	w := h.World(t)
	before := len(stored(t, store))
	picture := apitest.Picture()
	form, headers := apitest.Form(t, "a.png", picture, M{"caption": "Half"})
	for path, c := range map[string]struct{ method, kind, body string }{
		"/api/files/" + apitest.Sum(picture):          {"PUT", "application/octet-stream", string(picture)},
		w.Fill("/api/items/{item}/photos"):            {"POST", headers[1], form},
		w.Fill("/api/copies/{copy}/documents"):        {"POST", headers[1], form},
		w.Fill("/api/items/{item}/photos?no=borders"): {"POST", "multipart/form-data", form},
	} {
		for _, part := range []int{0, 1, len(c.body) / 2, len(c.body) - 3} {
			conn, err := net.Dial("tcp", h.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", c.method, path, w.Token, c.kind, len(c.body), c.body[:part])
			if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			answer, err := io.ReadAll(conn)
			conn.Close()
			if err != nil || !bytes.Contains(answer, []byte(" 422 ")) && len(answer) > 0 {
				t.Errorf("%s after %d bytes: %v %s", path, part, err, answer)
			}
		}
	}
	same(t, "objects", len(stored(t, store)), before)
	w.Send(t, "GET", "/api/files/"+apitest.Sum(picture), nil).Want(t, http.StatusNotFound)
	same(t, "photos", w.Send(t, "GET", "/api/photos", nil).Dig(t, "meta.total"), 1)
}

// A repeated form is recognised despite its random boundaries, and gets the stored answer even if its
// item is gone.
func TestRepeatedUpload(t *testing.T) {
	t.Parallel()
	h, store := depot(t, settings{})
	w := h.World(t)
	photos, picture, before := w.Fill("/api/items/{item}/photos"), apitest.Picture(), len(stored(t, store))
	send := func(content []byte, caption string) response {
		return w.SendForm(t, photos, "a.png", content, M{"caption": caption}, "Idempotency-Key", "photo-1")
	}
	first := send(picture, "Front").Want(t, http.StatusCreated)
	repeat := func() {
		t.Helper()
		again := send(picture, "Front").Want(t, http.StatusCreated)
		if string(again.Content) != string(first.Content) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("the repeat is %s", again.Content)
		}
	}
	repeat()
	for _, other := range []response{send(apitest.Picture(), "Front"), send(picture, "Back")} {
		if other.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.idempotency_key") == nil {
			t.Errorf("another form: %s", other.Content)
		}
	}
	same(t, "objects", len(stored(t, store)), before+1)
	w.Send(t, "DELETE", w.Fill("/api/collections/{collection}/items/{item}"), nil).Want(t, http.StatusNoContent)
	repeat()
	w.SendForm(t, photos, "a.png", picture, nil, "Idempotency-Key", "photo-2").Want(t, http.StatusNotFound)
	same(t, "objects", len(stored(t, store)), before+1)
}

// The quota is exact under concurrent uploads; refused ones leave nothing.
func TestQuotaIsExact(t *testing.T) {
	t.Parallel()
	const room, callers = 7, 24
	size := int64(len(apitest.Picture()))
	h, store := depot(t, settings{Quota: room*size + size/2})
	u := h.Owner(t)
	item := u.Make(t, "/api/collections/"+u.Make(t, "/api/collections", M{"name": "Things", "visibility": "private"})+"/items", M{"name": "Thing"})
	var all sync.WaitGroup
	statuses := make([]int, callers)
	for i := range callers {
		all.Go(func() {
			statuses[i] = patiently(func() response {
				if i%2 == 0 {
					return u.Upload(t, apitest.Picture())
				}
				return u.SendForm(t, "/api/items/"+item+"/photos", "a.png", apitest.Picture(), nil)
			}).StatusCode
		})
	}
	all.Wait()
	counts := map[int]int{}
	for _, s := range statuses {
		counts[s]++
	}
	same(t, "answers", []int{counts[http.StatusCreated], counts[http.StatusUnprocessableEntity]}, []int{room, callers - room})
	same(t, "objects", len(stored(t, store)), room)
	same(t, "used", scalar[int64](t, h, `select storage_used from accounts where id = (select account_id from users where email = $1)`, u.Email), room*size)
	r := u.Upload(t, apitest.Picture()).Want(t, http.StatusUnprocessableEntity)
	if r.Dig(t, "errors.file.0") == nil {
		t.Errorf("%s", r.Content)
	}
}

// Without a store, files are refused with a sentence for the operator.
func TestInstallationWithoutFiles(t *testing.T) {
	t.Parallel()
	h := another(t, server(t), settings{NoFiles: true})
	u, sentence := h.Owner(t), "This installation keeps no files. Its operator can change that with VITRINE_FILES."
	item := u.Make(t, "/api/collections/"+u.Make(t, "/api/collections", M{"name": "Things", "visibility": "private"})+"/items", M{"name": "Thing"})
	documents := "/api/copies/" + u.Make(t, "/api/items/"+item+"/copies", M{}) + "/documents"
	for _, r := range []response{u.Upload(t, apitest.Picture()), u.SendForm(t, "/api/items/"+item+"/photos", "a.png", apitest.Picture(), nil), u.SendForm(t, documents, "a.png", apitest.Picture(), paper("Print"))} {
		same(t, "message", r.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.file.0"), sentence)
	}
	u.Make(t, documents, M{"document_type": "other", "name": "Entry", "external_url": "https://example.org/"})
}
