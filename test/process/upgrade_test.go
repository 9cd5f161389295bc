package process

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Under three instances of the previous release, which hold 20,000 items with copies, and files, the
// schema is migrated, and they are replaced one by one. No request fails and no write is lost.
func TestUpgradeStopsNobody(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestMigrationsDoNotStopTheService", "TestServingAnOldSchemaIsRefused")
	before, name := previousRelease(t)
	database := pgtest.Database(t)
	migrate := command(database, nil, "migrate")
	migrate.Path = before
	if out, err := migrate.CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	const version = `select max(version_id) from goose_db_version`
	from := scalar[int64](t, database, version)
	lb, kept := &balancer{}, inDirectory(t)
	var old []*instance
	start := func() {
		i := begin(t, before, database, append(kept.env, "VITRINE_DRAIN_DELAY=1s"), "serve")
		i.await(t)
		lb.add(t, i)
		old = append(old, i)
	}
	for range 3 {
		start()
	}
	at := func() string {
		if be := lb.pick(); be != nil {
			return be.url
		}
		return "http://no.instance.is.ready.invalid"
	}
	stocked := time.Now()
	var stocks sync.WaitGroup
	for n := range 4 {
		owner := newcomer(t, old[n%3])
		stocks.Go(func() {
			if err := owner.stock(old[n%3], 5_000); err != nil {
				t.Error(err)
			}
		})
	}
	stocks.Wait()
	held := holdings(t, database)
	t.Logf("20,000 items with copies were made in %s", time.Since(stocked).Round(time.Second))
	photos := photograph(t, old[0], at)
	var people []*collector
	for n := range 6 {
		people = append(people, newCollector(t, old[n%3], at))
	}
	work := collect(t, people...)
	more := func(what string) {
		t.Helper()
		soon := work.acts.Load() + 120
		eventually(t, time.Minute, what, func() bool { return work.acts.Load() >= soon || work.failures.Load() > 0 })
	}

	more("work on the old schema")
	began := time.Now()
	operate(t, database, "migrate")
	took := time.Since(began)
	more("work of the old program on the new schema")
	start() // as in a rollback to the old program
	for _, i := range old {
		lb.add(t, serve(t, database, append(kept.env, "VITRINE_DRAIN_DELAY=500ms")...))
		i.stop(t, syscall.SIGTERM)
		more("work of both programs together")
	}
	work.stop()
	photos.stop()
	t.Logf("from %s, schema %d, to %d: migrated in %s; %d acts of %d people, %d failed; %d photos and documents were added", name, from, scalar[int64](t, database, version),
		took.Round(time.Millisecond), work.acts.Load(), len(people), work.failures.Load(), photos.acts.Load())
	if n := work.failures.Load(); n > 0 {
		t.Errorf("%d of %d acts failed", n, work.acts.Load())
	}
	for _, c := range people {
		c.examine(t)
	}
	if now := holdings(t, database); now != held {
		t.Errorf("held are %s, and before the upgrade %s", now, held)
	}
	if shown := photos.look(t, at()); shown != len(photos.photos) {
		t.Errorf("%d of %d photos are shown", shown, len(photos.photos))
	}
	said, err := command(database, kept.env, "doctor", "--repair").CombinedOutput()
	report := string(said)
	if err != nil {
		t.Errorf("vitrine doctor --repair: %v", err)
	}
	for _, right := range []string{"11 accounts were counted, 0 were wrong", "keys of all items were compared, those of 0 were wrong"} {
		if !strings.Contains(report, right) {
			t.Errorf("the doctor does not say %q:\n%s", right, report)
		}
	}
}

// stock makes items with a copy each, twenty at once. A batch that the old release does not answer in
// time is sent again with its key.
func (p *person) stock(v *instance, items int) error {
	a, err := p.send(http.MethodPost, v.url+"/api/collections", `{"name": "Stock", "visibility": "private"}`)
	collection := a.id()
	for n := 0; n < items && err == nil; n += 20 {
		var do []M
		for i := range 20 {
			do = append(do, M{"method": "POST", "path": "/api/collections/" + collection + "/items", "body": M{"name": fmt.Sprintf("Stock %d", n+i)}},
				M{"method": "POST", "path": fmt.Sprintf("/api/items/$%d/copies", 2*i), "body": M{"status": "owned", "quantity": 1 + i%3, "note": "on the shelf"}})
		}
		body, _ := json.Marshal(M{"operations": do}) // a map is always written
		for range 5 {
			a, err = p.ask(http.MethodPost, v.url+"/api/batch", string(body), "Idempotency-Key", fmt.Sprintf("stock-%d", n))
			if err == nil && a.status == http.StatusOK {
				break
			}
		}
		if err == nil && a.status != http.StatusOK {
			err = fmt.Errorf("status %d: %s", a.status, a.body)
		}
	}
	return err
}

// holdings are what stock has made, as a number and a digest.
func holdings(t *testing.T, database string) string {
	t.Helper()
	return scalar[string](t, database, `select count(*) || ' ' || md5(string_agg(concat_ws('|', i.account_id, i.id, i.name, c.id, c.status, c.quantity, c.note), ',' order by i.account_id, i.id, c.id))
		from items i join copies c on c.account_id = i.account_id and c.item_id = i.id where i.name like 'Stock %'`)
}

// previousRelease builds the program to upgrade from: the newest tag before this
// commit or, until there is one, the commit in testdata/previous.
func previousRelease(t *testing.T) (program, name string) {
	t.Helper()
	needHistory(t)
	name, err := git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^")
	if err != nil {
		name = recorded(t, "previous")
	}
	return builtAt(t, name), name
}

// needHistory skips a test that builds an older program.
func needHistory(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(pgtest.Root, ".git")); errors.Is(err, os.ErrNotExist) {
		t.Skip("NOT RUN: this is no clone but a copy of the files, and the release before cannot be built without the history") // .ci/run says so too
	}
}

// recorded is a commit that a file of testdata names.
func recorded(t *testing.T, file string) string {
	t.Helper()
	name, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(name))
}

// builtAt builds the program of a commit or tag.
func builtAt(t *testing.T, name string) (program string) {
	t.Helper()
	if _, err := git("cat-file", "-e", name+"^{commit}"); err != nil {
		if _, err := git("fetch", "--quiet", "--depth=1", "origin", name); err != nil {
			t.Fatalf("the release before, %s, is not in this clone: git fetch --unshallow --tags (%v)", name, err)
		}
	}
	dir := t.TempDir()
	var err error
	source, program := filepath.Join(dir, "source"), filepath.Join(dir, "vitrine-before")
	if _, err := git("archive", "--format=tar", "--prefix=source/", "--output="+source+".tar", name); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("tar", "-xf", source+".tar", "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var out []byte
	for try := range 4 { // the module proxy may briefly answer 429
		time.Sleep(time.Duration(try*5) * time.Second)
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/vitrine") // as CI builds the present one
		build.Dir, build.Env = source, append(os.Environ(), "CGO_ENABLED=0")
		if out, err = build.CombinedOutput(); err == nil {
			return program
		}
	}
	t.Fatalf("build %s: %v\n%s", name, err, out)
	return ""
}

// git asks the repository, whoever owns it.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", pgtest.Root, "-c", "safe.directory=*"}, args...)...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), err
}
