package process

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/files"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/testkind"
)

// The server is killed while a photo is uploaded: between its object and its row, and
// between its row and its answer. Repeated, there is one photo; no row is without
// bytes, and a day later no object without a row.
func TestKilledUploadIsDoneOnce(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestSweepLeavesWhatUploadsName")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	store, err := files.OpenDirectory(folder)
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Migrated(t)
	w := tap(t, database)
	restart := func() *instance {
		i := begin(t, program, w.url, []string{"VITRINE_FILES=" + folder}, "serve", "--no-migrate", "--no-worker")
		i.await(t)
		return i
	}
	v := restart()
	owner := newcomer(t, v)
	shelf := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Shelf", "visibility": "private"}).text(t, "data", "id")
	item := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections/"+shelf+"/items", M{"name": "Thing"}).text(t, "data", "id")
	const each = 10
	for n := range 2 * each {
		u := &killedUpload{client: owner.client, path: "/api/items/" + item + "/photos", keyed: n%4 < 2, rowFirst: n%2 == 0, name: fmt.Sprintf("killed-%d.png", n), database: database, store: store}
		u.crash(t, w, v)
		v = restart()
		u.again(t, v)
	}
	later := 25 * time.Hour
	if swept := sweepIn(t, database, store, later); swept != each {
		t.Errorf("the sweep took %d objects, want those of %d uploads that had no row", swept, each)
	}
	named := map[string]bool{}
	for _, object := range strings.Fields(scalar[string](t, database, `select string_agg(object, ' ') from files`)) {
		named[object] = true
		if _, err := store.Stat(t.Context(), object); err != nil {
			t.Errorf("the object %s of a row: %v", object, err)
		}
	}
	for o, err := range store.List(t.Context(), "") {
		if base, _, _ := strings.Cut(o.Name, "."); err != nil || !named[base] && o.Name != files.Owner {
			t.Errorf("nothing names the object %s (%v)", o.Name, err)
		}
	}
	if len(named) != 2*each {
		t.Errorf("%d photos, want %d", len(named), 2*each)
	}
}

// killedUpload is an upload during which the server is killed.
type killedUpload struct {
	*client
	path, name      string
	keyed, rowFirst bool // with an Idempotency-Key; killed when the row is there
	form            *bytes.Buffer
	kind            string
	content         []byte
	database        string
	store           files.Store
}

// crash sends the photo and kills the server at the moment.
func (u *killedUpload) crash(t *testing.T, w *wire, v *instance) {
	t.Helper()
	u.form, u.kind, u.content = photoForm(t, u.name)
	is := func(m message) bool { return writing(m, u.name) }
	if u.rowFirst {
		is = func(m message) bool { return m.fromServer && m.kind == 'Z' && m.body == "I" } // the end of what comes next
		if u.keyed {
			is = func(m message) bool { return committed(m, "") }
		}
	}
	sent, sprung := false, false
	w.set(func(m message) bool {
		sent = sent || writing(m, u.name)
		if sprung || !sent || !is(m) {
			return true
		}
		sprung = true
		v.kill()
		return false
	})
	a, err := u.send(v)
	select {
	case <-v.ended:
	case <-time.After(5 * time.Second):
		t.Fatalf("%s: the moment did not come: %d %s (%v)", u.name, a.status, a.body, err)
	}
	w.set(nil)
	if want := map[bool]int{true: 1}[u.rowFirst]; err == nil || u.rows(t) != want {
		t.Fatalf("%s: answered %d, and %d rows, want no answer and %d", u.name, a.status, u.rows(t), want)
	}
}

// again repeats the upload; the dead server's transaction may still be ending.
func (u *killedUpload) again(t *testing.T, v *instance) {
	t.Helper()
	want, replayed := http.StatusCreated, u.rowFirst && u.keyed
	if u.rowFirst && !u.keyed {
		want = http.StatusUnprocessableEntity // the item has it
	}
	var a answer
	eventually(t, 5*time.Second, u.name+": the upload is done", func() bool {
		var err error
		if a, err = u.send(v); err != nil || a.status != want && a.status != http.StatusConflict {
			t.Fatalf("%s: sent again: status %d, want %d: %s (%v)", u.name, a.status, want, a.body, err)
		}
		return a.status == want
	})
	if got := a.header.Get("Idempotent-Replayed") == "true"; got != replayed {
		t.Errorf("%s: replayed is %t", u.name, got)
	}
	id := scalar[string](t, u.database, `select max(id)::text from photos where filename = $1 having count(*) = 1`, u.name)
	if got := u.must(t, http.StatusOK, "GET", v.url+u.path+"/"+id+"/file?size=original", nil); !bytes.Equal(got.body, u.content) {
		t.Errorf("%s: the photo has %d bytes, and other ones than were sent", u.name, len(got.body))
	}
}

func (u *killedUpload) send(v *instance) (answer, error) {
	headers := []string{"Content-Type", u.kind}
	if u.keyed {
		headers = append(headers, "Idempotency-Key", u.name)
	}
	return u.ask("POST", v.url+u.path, u.form.String(), headers...)
}

func (u *killedUpload) rows(t *testing.T) int {
	t.Helper()
	return scalar[int](t, u.database, `select count(*) from photos where filename = $1`, u.name)
}

// photoForm is a form with a picture that nobody has sent before.
func photoForm(t *testing.T, name string) (form *bytes.Buffer, kind string, content []byte) {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 8, 8))
	_, _ = rand.Read(m.Pix)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	form = &bytes.Buffer{}
	parts := multipart.NewWriter(form)
	part, err := parts.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(b.Bytes()) // a buffer takes everything
	_ = parts.Close()
	return form, parts.FormDataContentType(), b.Bytes()
}

// sweepIn sweeps as if it were so much later, and returns how many files it took.
func sweepIn(t *testing.T, database string, store files.Store, later time.Duration) int64 {
	t.Helper()
	scalar[int](t, database, `with aged as (update files set named_at = named_at - make_interval(secs => $1) returning 1) select count(*) from aged`, later.Seconds())
	db, err := postgres.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	done, err := attachment.New(attachment.Options{Store: store}, slog.New(slog.DiscardHandler)).Sweep(t.Context(), inventory.Files{DB: db}, time.Now().Add(later))
	if err != nil {
		t.Fatal(err)
	}
	return done.Deleted
}
