package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/testkind"
)

// sampled are the tables that a sample fills.
var sampled = []string{"collections", "collection_types", "custom_fields", "locations", "items", "copies", "photos", "insurance_records", "transactions", "valuations", "sample_objects"}

func counts(t *testing.T, s *site) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, table := range sampled {
		n[table] = apitest.Scalar[int](t, s.Harness, `select count(*)::int from `+table)
	}
	return n
}

func newSampleSite(t *testing.T) (*site, *browser) {
	t.Helper()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	b, _ := s.registered(t)
	return s, b
}

// A sample is created once, however often the button is pressed, in the user's language. One click
// removes it completely.
func TestSampleComesAndGoes(t *testing.T) {
	testkind.WatchesTheClock(t) // those who press too wait for the first, three seconds each
	t.Parallel()
	s, b := newSampleSite(t)
	b.get("/").want(t, http.StatusOK, `action="/sample"`)
	before := counts(t, s)
	var pressed sync.WaitGroup
	for range 3 {
		pressed.Go(func() { b.post("/sample", url.Values{}).leadsTo(t, "/") })
	}
	pressed.Wait()
	made := counts(t, s)
	if made["items"] != 25 || made["collections"] != 2 || made["photos"] < 25 || made["copies"] < 20 || made["locations"] != 7 || made["insurance_records"] == 0 {
		t.Errorf("the sample is %v", made)
	}
	home := b.get("/").want(t, http.StatusOK, `action="/sample/remove"`, "Cameras", "Watches")
	b.get("/settings/account").want(t, http.StatusOK, `action="/sample/remove"`)
	b.get("/value").want(t, http.StatusOK, "data-chart", `id="changed"`, `class="ln paid"`)
	photo := home.body[strings.Index(home.body, "/photos/")-12:]
	photo = photo[strings.Index(photo, "/items/"):]
	b.get(photo[:strings.Index(photo, `"`)]).want(t, http.StatusOK)
	b.post("/sample/remove", url.Values{}).leadsTo(t, "/?removed=0")
	b.get("/?removed=0").want(t, http.StatusOK, "The sample is gone.", `action="/sample"`)
	if after := counts(t, s); !maps.Equal(after, before) {
		t.Errorf("removed, there is %v", after)
	}
	b.post("/settings/profile", url.Values{"first_name": {"M"}, "last_name": {"A"}, "email": {apitest.Scalar[string](t, s.Harness, `select email from users`)}, "locale": {"ja_JP"}, "clock": {"24"}})
	b.post("/sample", url.Values{}).leadsTo(t, "/")
	b.get("/").want(t, http.StatusOK, "カメラ", "腕時計", "サンプルを削除")
	b.get("/locations").want(t, http.StatusOK, "貸金庫")
}

// The user's own objects in a sample stay when it is removed, with their containers.
func TestRemovedSampleLeavesWhatIsOnesOwn(t *testing.T) {
	t.Parallel()
	s, b := newSampleSite(t)
	b.post("/start", url.Values{"template": {"coin"}}).want(t, http.StatusSeeOther)
	b.post("/sample", url.Values{}).leadsTo(t, "/")
	one := func(sql string) string { return fmt.Sprint(apitest.Scalar[int64](t, s.Harness, sql)) }
	cameras := "/collections/" + one(`select id from collections where name = 'Cameras'`)
	b.post(cameras+"/items", url.Values{"name": {"My own camera"}, "location_id": {one(`select id from locations where name = 'Safe deposit box'`)}}).want(t, http.StatusSeeOther)
	item := "/items/" + one(`select min(id) from items where collection_id = (select id from collections where name = 'Watches')`)
	b.uploads(item+"/photos", 0, "mine.png", dot(31)).want(t, http.StatusSeeOther)
	// the collection of either, the watch, the safe deposit box, the bank it is in, and where the watch is kept
	b.post("/sample/remove", url.Values{}).leadsTo(t, "/?removed=8")
	b.get("/?removed=8").want(t, http.StatusOK, "except 8 entries", "Cameras", "Watches", "Coins")
	b.get(item).want(t, http.StatusOK)
	if n := counts(t, s); n["items"] != 2 || n["collections"] != 3 || n["collection_types"] != 3 || n["locations"] != 5 || n["sample_objects"] != 0 {
		t.Errorf("%v is left", n)
	}
	b.get(cameras).want(t, http.StatusOK, "My own camera")
}

// full is a store that fails after some objects.
type full struct {
	files.Store
	mu   sync.Mutex
	left int
}

func (f *full) Put(ctx context.Context, name string, from io.Reader, size int64, sum [32]byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left < 0 {
		return errors.New("the disk is full")
	}
	return f.Store.Put(ctx, name, from, size, sum)
}

// A sample that fails half-way leaves nothing, in the database and in the store.
func TestHalfASampleIsNone(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	broken := &full{Store: store, left: 21}
	s := newSite(t, apitest.Settings{Files: broken})
	b, _ := s.registered(t)
	before := counts(t, s)
	b.post("/sample", url.Values{}).want(t, http.StatusServiceUnavailable)
	broken.left = 1000
	apitest.Exec(t, s.Harness, `create function broken() returns trigger language plpgsql as 'begin raise exception ''no''; end'; create trigger broken before insert on sample_objects execute function broken()`)
	b.post("/sample", url.Values{}).want(t, http.StatusInternalServerError)
	if after := counts(t, s); !maps.Equal(after, before) {
		t.Errorf("left are %v", after)
	}
	b.get("/").want(t, http.StatusOK, `action="/sample"`)
}

// Creating a sample is quick.
func BenchmarkSample(b *testing.B) {
	store, err := files.OpenDirectory(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b, apitest.Settings{Files: store})
	for b.Loop() {
		b.StopTimer()
		user, _ := s.registered(b)
		b.StartTimer()
		begun := time.Now()
		user.post("/sample", url.Values{}).leadsTo(b, "/")
		b.ReportMetric(time.Since(begun).Seconds(), "s/sample")
	}
}
