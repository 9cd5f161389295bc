package process

import (
	"flag"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

var everyStatement = flag.Bool("every-statement", false, "kill imports at each statement, not at every few")

// killedImport is an import whose worker is killed again and again.
type killedImport struct {
	*client
	program, database string
	env               []string
	wire              *wire
	api               *instance
	id                string
	kills             int
}

// The worker is killed at the statements of an import, and another goes on: whatever was
// committed stands, and nothing is written twice, neither when it is applied nor when it is
// taken back.
func TestKilledImportIsDoneOnce(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestImportIsAppliedOnce", "TestImportEnds")
	k := newKilledImport(t)
	const rows = 3
	k.upload(t, "coins.csv", coins(rows), M{"collection_id": k.must(t, http.StatusCreated, "POST", k.api.url+"/api/collections", M{"name": "Coins", "visibility": "private"}).text(t, "data", "id")})

	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/apply", M{"plan": 1})
	k.work(t, "applied")
	for what, want := range map[string]int{"items": rows, "copies": rows, "transactions": rows, "valuations": rows, "tags where name = 'gold'": 1, "locations": 2, "import_keys": 2 * rows,
		"logs where action = 'item_created'": rows, "logs where action = 'copy_created'": rows, "logs where action = 'import_applied'": 1, "import_rows where status = 'done'": rows} {
		if n := k.count(t, what); n != want {
			t.Errorf("applied: %d of %s, want %d", n, what, want)
		}
	}

	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/revert", M{})
	k.work(t, "reverted")
	for what, want := range map[string]int{"items": 0, "copies": 0, "transactions": 0, "valuations": 0, "tags where name = 'gold'": 0, "locations": 0, "import_keys": 0, "trash_entries": 1,
		"trash_rows where relation = 'items'": rows, "logs where action = 'item_deleted'": rows, "logs where action = 'import_reverted'": 1, "import_rows where status = 'undone'": rows} {
		if n := k.count(t, what); n != want {
			t.Errorf("taken back: %d of %s, want %d", n, what, want)
		}
	}
	t.Logf("killed %d times", k.kills)
	if k.kills < 20 {
		t.Errorf("killed only %d times: the moments did not come", k.kills)
	}
}

func newKilledImport(t *testing.T) *killedImport {
	t.Helper()
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Migrated(t)
	k := &killedImport{program: program, database: database, env: []string{"VITRINE_FILES=" + t.TempDir()}, wire: tap(t, database)}
	k.api = begin(t, program, database, k.env, "serve", "--no-migrate", "--no-worker")
	k.api.await(t)
	k.client = newcomer(t, k.api).client
	return k
}

func coins(rows int) string {
	var file strings.Builder
	file.WriteString("item_key,item_name,tags,location,purchase_date,purchase_price,value\n")
	for n := range rows {
		fmt.Fprintf(&file, "k%d,Coin %d,gold,House > Safe,2020-01-02,12.50,20\n", n, n)
	}
	return file.String()
}

// upload sends a file and has it planned by a worker that nobody disturbs.
func (k *killedImport) upload(t *testing.T, name, content string, into M) {
	t.Helper()
	body := M{"name": name, "size": len(content), "sha256": sumOf(content)}
	maps.Copy(body, into)
	k.id = k.must(t, http.StatusCreated, "POST", k.api.url+"/api/imports", body).text(t, "data", "id")
	if a, err := k.ask("PUT", k.api.url+"/api/imports/"+k.id+"/file", content, "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %s (%v)", a.status, a.body, err)
	}
	worker := begin(t, k.program, k.database, k.env, "worker")
	k.await(t, "ready")
	k.must(t, http.StatusOK, "PUT", k.api.url+"/api/imports/"+k.id+"/mapping", M{})
	k.await(t, "planned")
	worker.kill()
	k.takeUp(t)
}

func (k *killedImport) state(t *testing.T) string {
	t.Helper()
	return scalar[string](t, k.database, `select state || ' ' || checked || ' ' || next_row from imports`)
}

func (k *killedImport) await(t *testing.T, state string) {
	t.Helper()
	eventually(t, 20*time.Second, "the import is "+state, func() bool { return strings.HasPrefix(k.state(t), state+" ") })
}

func (k *killedImport) count(t *testing.T, what string) int {
	t.Helper()
	return scalar[int](t, k.database, `select count(*)::int from `+what)
}

// work starts a worker that is killed at its first statement, then one at its second, and so
// on; at the first again after each commit.
func (k *killedImport) work(t *testing.T, until string) {
	t.Helper()
	stride := 10
	if *everyStatement {
		stride = 1
	}
	for n, before := 1, k.state(t); ; {
		killed := k.die(t, n, until)
		now := k.state(t)
		switch {
		case !killed && strings.HasPrefix(now, until+" "):
			return
		case !killed:
			t.Fatalf("the import rests in %s", now)
		case now != before:
			n, before = 1, now
		default:
			n += stride
		}
		k.kills++
		k.takeUp(t)
	}
}

// die lets a worker work up to its n-th statement, or a commit that is its n-th. It reports
// whether the moment came.
func (k *killedImport) die(t *testing.T, n int, until string) bool {
	t.Helper()
	workers, dead := make(chan *instance, 1), make(chan struct{})
	begun, seen := false, 0
	k.wire.set(func(m message) bool {
		begun = begun || m.kind == 'P' && strings.Contains(m.body, "from imports")
		if !begun || closed(dead) {
			return !closed(dead)
		}
		if !m.fromServer && (m.kind == 'B' || m.kind == 'Q') || m.fromServer && m.kind == 'C' && m.body == "COMMIT\x00" {
			seen++
		}
		if seen < n {
			return true
		}
		(<-workers).kill()
		close(dead)
		return false
	})
	worker := begin(t, k.program, k.wire.url, k.env, "worker")
	workers <- worker
	for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		if closed(dead) {
			return true
		}
		if strings.HasPrefix(k.state(t), until+" ") {
			break
		}
	}
	k.wire.set(nil)
	if !closed(dead) {
		worker.kill()
	}
	return false
}

// takeUp lets the job of the dead be taken up by the next worker, as if its time were over,
// and as if it had not been killed so often.
func (k *killedImport) takeUp(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), k.database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `update river_job set attempted_at = now() - interval '1 hour', attempt = 0 where state = 'running'`); err != nil {
		t.Fatal(err)
	}
}
