package process

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/jpeg"
	"net/http"
	"testing"

	"vitrine/internal/files/filestest"
	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Without its store an instance stays ready and answers everything but files, with
// which it goes on as soon as the store is back. Metrics tell all of it.
func TestStoreIsGone(t *testing.T) {
	testkind.WatchesTheClock(t)
	store := filestest.Start(t)
	access, secret := store.Keys()
	v := serve(t, pgtest.Migrated(t), shown, "VITRINE_FILES="+store.URL(), "VITRINE_FILES_ACCESS_KEY="+access, "VITRINE_FILES_SECRET_KEY="+secret)
	owner := newcomer(t, v)
	collection := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Cameras", "visibility": "private", "currency_code": "EUR"}).text(t, "data", "id")
	item := v.url + "/api/items/" + owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections/"+collection+"/items", M{"name": "Leica"}).text(t, "data", "id")
	picture, sum := grey(t, 1)
	const raw = "application/octet-stream"
	upload := func(status int, picture, sum string) {
		t.Helper()
		if a, err := owner.ask("PUT", v.url+"/api/files/"+sum, picture, "Content-Type", raw); err != nil || a.status != status {
			t.Fatalf("upload: %d, want %d: %s (%v)", a.status, status, a.body, err)
		}
	}
	upload(http.StatusCreated, picture, sum)
	photo := item + "/photos/" + owner.must(t, http.StatusCreated, "POST", item+"/photos", M{"sha256": sum}).text(t, "data", "id")
	owner.must(t, http.StatusOK, "GET", photo+"/file", nil)

	store.Kill()
	for _, path := range []string{"/readyz", "/api/health"} {
		if got := v.status(path); got != http.StatusOK {
			t.Errorf("%s is %d without a store: load balancers would look elsewhere, where there is none either", path, got)
		}
	}
	owner.must(t, http.StatusOK, "GET", photo, nil)
	owner.must(t, http.StatusOK, "PUT", photo, M{"caption": "From the left"})
	if a := owner.must(t, http.StatusServiceUnavailable, "GET", photo+"/file", nil); a.header.Get("Retry-After") == "" {
		t.Error("nobody is told when to try again")
	}
	other, otherSum := grey(t, 2)
	upload(http.StatusServiceUnavailable, other, otherSum)
	m := v.metrics(t)
	for series, least := range map[string]float64{
		`vitrine_store_operations_total{operation="put",outcome="done"}`:          2, // the original and its thumbnail
		`vitrine_store_operations_total{operation="put",outcome="failed"}`:        1,
		`vitrine_store_operations_total{operation="get",outcome="failed"}`:        1,
		`vitrine_store_operation_duration_seconds_count{operation="get"}`:         3,
		`vitrine_store_bytes_total{direction="in"}`:                               float64(len(picture)),
		`vitrine_store_bytes_total{direction="out"}`:                              float64(len(picture)),
		`vitrine_http_requests_total{code="503",route="PUT /api/files/{sha256}"}`: 1,
	} {
		if m[series] < least {
			t.Errorf("%s is %v, want at least %v", series, m[series], least)
		}
	}
	if waiting, there := m["vitrine_pictures_waiting"]; !there || waiting != 0 {
		t.Errorf("%v pictures wait", waiting)
	}

	store.Run()
	if a := owner.must(t, http.StatusOK, "GET", photo+"/file", nil); !bytes.Equal(a.body, []byte(picture)) {
		t.Error("the photo has other bytes than before")
	}
	upload(http.StatusCreated, other, otherSum)
}

// grey is a small JPEG, and its SHA-256.
func grey(t *testing.T, width int) (content, sum string) {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, 40)), nil); err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(b.Bytes())
	return b.String(), hex.EncodeToString(hash[:])
}
