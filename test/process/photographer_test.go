package process

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// place is a store of files and the settings by which the program finds it.
type place struct {
	env   []string
	store files.Store
}

func inDirectory(t *testing.T) place {
	t.Helper()
	return directoryAt(t, t.TempDir())
}

func directoryAt(t *testing.T, folder string) place {
	t.Helper()
	store, err := files.OpenDirectory(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return place{[]string{"VITRINE_FILES=" + folder}, store}
}

func inBucket(t *testing.T) place {
	t.Helper()
	server := filestest.Start(t)
	access, secret := server.Keys()
	store, err := files.OpenBucket(server.URL(), access, secret)
	if err != nil {
		t.Fatal(err)
	}
	return place{[]string{"VITRINE_FILES=" + server.URL(), "VITRINE_FILES_ACCESS_KEY=" + access, "VITRINE_FILES_SECRET_KEY=" + secret}, store}
}

// hashes are those of all originals in the store.
func (p place) hashes(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for object, err := range p.store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if object.Name == files.Owner || strings.Contains(object.Name, ".") {
			continue
		}
		from, err := p.store.Get(t.Context(), object.Name, 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		hash := sha256.New()
		if _, err := io.Copy(hash, from); err != nil {
			t.Fatal(err)
		}
		from.Close()
		all[object.Name] = fmt.Sprintf("%x", hash.Sum(nil))
	}
	return all
}

// lose deletes some originals.
func lose(t *testing.T, p place, n int) (lost []string) {
	t.Helper()
	lost = slices.Sorted(maps.Keys(p.hashes(t)))[:n]
	for _, name := range lost {
		if err := p.store.Delete(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	return lost
}

// namedHashes are those that the rows say.
func namedHashes(t *testing.T, database string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, line := range strings.Fields(scalar[string](t, database, `select coalesce(string_agg(object || '=' || encode(sha256, 'hex'), ' '), '') from files`)) {
		object, hash, _ := strings.Cut(line, "=")
		all[object] = hash
	}
	return all
}

// photographer is a user who adds photos and documents, and deletes some.
type photographer struct {
	*person
	at         func() string // the instance to ask
	item, copy string
	photos     map[string][]byte // by the path of their bytes
	acts       atomic.Int64
	end        chan struct{}
	running    sync.WaitGroup
}

func photograph(t *testing.T, v *instance, at func() string) *photographer {
	t.Helper()
	p := &photographer{person: newcomer(t, v), at: at, photos: map[string][]byte{}, end: make(chan struct{})}
	collection := p.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Comics", "visibility": "private"}).text(t, "data", "id")
	p.item = p.must(t, http.StatusCreated, "POST", v.url+"/api/collections/"+collection+"/items", M{"name": "Action No. 1"}).text(t, "data", "id")
	p.copy = p.must(t, http.StatusCreated, "POST", v.url+"/api/items/"+p.item+"/copies", M{"status": "owned", "quantity": 1}).text(t, "data", "id")
	p.running.Go(func() {
		for n := 0; !closed(p.end) && n < 1<<16; n++ {
			if err := p.act(n); err != nil {
				t.Error(err)
				return
			}
			p.acts.Add(1)
			time.Sleep(50 * time.Millisecond) // others are at work too
		}
	})
	return p
}

func (p *photographer) stop() {
	close(p.end)
	p.running.Wait()
}

// act adds a photo and a document; of the photos every third one goes again.
func (p *photographer) act(n int) error {
	paper := fmt.Sprintf("Receipt %d of %s.", n, p.email)
	if err := p.add("/api/copies/"+p.copy+"/documents", paper, fmt.Sprintf(`{"document_type": "receipt", "name": "Receipt", "sha256": "%x"}`, sha256.Sum256([]byte(paper)))); err != nil {
		return err
	}
	picture := tiny(n)
	path := "/api/items/" + p.item + "/photos"
	if err := p.add(path, string(picture), fmt.Sprintf(`{"sha256": "%x"}`, sha256.Sum256(picture))); err != nil {
		return err
	}
	a, err := p.send(http.MethodGet, p.at()+path+"?per_page=100", "")
	if err != nil || a.status != http.StatusOK || len(a.ids()) == 0 {
		return fmt.Errorf("photos: %w, status %d: %s", err, a.status, a.body)
	}
	newest := path + "/" + a.ids()[len(a.ids())-1]
	if n%3 > 0 && len(a.ids()) < 90 {
		p.photos[newest+"/file"] = picture
		return nil
	}
	a, err = p.send(http.MethodDelete, p.at()+newest, "")
	if err == nil && a.status != http.StatusNoContent {
		err = fmt.Errorf("delete a photo: status %d: %s", a.status, a.body)
	}
	return err
}

// add uploads bytes and then names them.
func (p *photographer) add(path, content, body string) error {
	if err := p.keep(p.at(), content); err != nil {
		return err
	}
	a, err := p.send(http.MethodPost, p.at()+path, body)
	if err == nil && a.status != http.StatusCreated {
		err = fmt.Errorf("%s: status %d: %s", path, a.status, a.body)
	}
	return err
}

// look counts the photos that an instance shows, byte for byte.
func (p *photographer) look(t *testing.T, at string) (shown int) {
	t.Helper()
	for path, want := range p.photos {
		a, err := p.send(http.MethodGet, at+path, "")
		switch {
		case err != nil:
			t.Fatal(err)
		case a.status == http.StatusOK && bytes.Equal(a.body, want):
			shown++
		case a.status != http.StatusNotFound: // taken after the backup
			t.Errorf("%s: status %d, %d bytes that differ", path, a.status, len(a.body))
		}
	}
	return shown
}

// tiny is a picture unlike all others.
func tiny(n int) []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		picture.Set(i%8, i/8, color.RGBA{uint8(n), uint8(n >> 8), uint8(4 * i), 255})
	}
	var to bytes.Buffer
	_ = png.Encode(&to, picture) // in memory
	return to.Bytes()
}
