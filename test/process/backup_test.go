package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"vitrine/internal/testkind"
)

// A backup under writes, the server and the files destroyed, a restore elsewhere:
// every row and file is as it was at the moment of the backup, and users continue
// where they were.
func TestBackupDrill(t *testing.T) {
	testkind.Nightly(t, "TestRestoreReplacesAllOrNothing", "TestPlainOwnerBacksUpAndRestores")
	old, key := private(t, "postgres"), "VITRINE_SECRET_KEY="+keygen(t)
	before, after := inDirectory(t), inDirectory(t)
	there, here := append(before.env, key), append(after.env, key)
	v := serve(t, old.url, there...)
	fillDemo(t, old.url, "--items=300")
	careful := newcomer(t, v)
	secret := careful.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": password}).text(t, "data", "attributes", "secret")
	careful.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor/confirm", M{"code": now(t, secret)})
	at := func() string { return v.url }
	work := collect(t, newCollector(t, v, at), newCollector(t, v, at), newCollector(t, v, at))
	photos := photograph(t, v, v.at)

	eventually(t, 30*time.Second, "some work before the backup", func() bool { return work.acts.Load() > 100 && photos.acts.Load() > 5 })
	path := filepath.Join(t.TempDir(), "drill.backup")
	snapshot, during := backupWatched(t, old.url, path, there, &work.acts)
	eventually(t, 30*time.Second, "some work after the backup", func() bool { return work.acts.Load() > during+50 })
	work.stop()
	photos.stop()
	if later := rowHashes(t, old.url, ""); later["items"] == snapshot["items"] || later["files"] == snapshot["files"] {
		t.Error("nothing was written after the backup began; the drill proves nothing")
	}
	streamed := filepath.Join(t.TempDir(), "streamed.backup")
	content, err := command(old.url, there, "backup", "-").Output()
	if err = errors.Join(err, os.WriteFile(streamed, content, 0o600)); err != nil {
		t.Fatalf("a backup to standard output: %v", err)
	}
	operate(t, "", "backup", "--verify", streamed)
	v.stop(t, os.Interrupt)
	old.run(t, "destroy")

	fresh := private(t, "postgres")
	refuse(t, fresh.url, "set the key that was in use", "restore", path)
	refuse(t, fresh.url, "VITRINE_FILES does not say where to put them", "restore", "--without-key", path)
	for _, position := range []int{0, 1000, -200, -1} {
		refuse(t, fresh.url, "use another one", "restore", damaged(t, path, position))
	}
	if tables := rowHashes(t, fresh.url, ""); len(tables) != 0 {
		t.Errorf("after refusals there are the tables %v", tables)
	}
	if found := after.hashes(t); len(found) != 0 {
		t.Errorf("after refusals there are the files %v", found)
	}
	out, err := command(fresh.url, here, "restore", path).CombinedOutput()
	if err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	restored := rowHashes(t, fresh.url, "")
	wantSame(t, restored, snapshot)
	wantSame(t, after.hashes(t), namedHashes(t, fresh.url))
	if len(restored) < 20 || slices.ContainsFunc([]string{"items", "logs", "files", "photos", "documents"}, func(table string) bool { return strings.HasPrefix(restored[table], "0 ") }) {
		t.Errorf("the drill proves little: %v", restored)
	}
	refuse(t, fresh.url, "the database is not empty", "restore", path)

	changed := scalar[string](t, fresh.url, `update copies set note = coalesce(note, '') || '.' where ctid = (select min(ctid) from copies) returning note`)
	if again := rowHashes(t, fresh.url, ""); again["copies"] == snapshot["copies"] || again["items"] != snapshot["items"] {
		t.Errorf("a changed row (%q) goes unnoticed", changed)
	}
	for _, moment := range []string{`copy "logs" `, "drop schema vitrine_restore\x00"} { // in the middle, and just before the end
		before := rowHashes(t, fresh.url, "")
		killedAt(t, moment, fresh.url, here, "restore", "--replace", path)
		wantSame(t, rowHashes(t, fresh.url, ""), before)
	}
	lose(t, after, 3)
	if out, err := command(fresh.url, here, "restore", "--replace", path).CombinedOutput(); err != nil {
		t.Fatalf("restore again: %v\n%s", err, out)
	}
	wantSame(t, rowHashes(t, fresh.url, ""), snapshot)
	wantSame(t, after.hashes(t), namedHashes(t, fresh.url))

	v = serve(t, fresh.url, here...)
	report, err := command(fresh.url, here, "doctor", "--repair").CombinedOutput()
	if err != nil || !strings.Contains(string(report), "the totals of 6 accounts were counted, 0 were wrong") || !strings.Contains(string(report), "the storage of 6 accounts were counted, 0 were wrong") {
		t.Errorf("the doctor is not content: %v\n%s", err, report)
	}
	if shown := photos.look(t, v.url); shown == 0 {
		t.Error("none of the photos is shown")
	}
	(&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", M{"email": careful.email, "password": password, "code": now(t, secret, time.Now().Add(30*time.Second))})
	resumed := collect(t, newCollector(t, v, at), &collector{person: work.all[0].person, at: at, collection: work.all[0].collection})
	resumed.all[1].words.Store(1 << 40)
	eventually(t, 30*time.Second, "work in the restored database", func() bool { return resumed.acts.Load() > 60 })
	resumed.stop()
	resumed.all[0].examine(t)
}

// backupWatched backs up, and reads the same snapshot itself while the backup is
// held at its first row. It returns how much had been done when the backup was
// released: what was written between snapshot and release must not be in it.
func backupWatched(t *testing.T, database, path string, env []string, acts interface{ Load() int64 }) (snapshot map[string]string, during int64) {
	t.Helper()
	w, said := tap(t, database), &journal{}
	w.set(func(m message) bool {
		if snapshot == nil && !m.fromServer && m.kind == 'Q' && strings.HasPrefix(m.body, "copy ") {
			var name [][]byte
			for deadline := time.Now().Add(5 * time.Second); name == nil && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
				name = regexp.MustCompile(`\(snapshot (\S+)\)`).FindSubmatch(said.all()) // which comes through a pipe
			}
			if name == nil {
				t.Errorf("the backup does not name its snapshot:\n%s", said.all())
				return false
			}
			snapshot = rowHashes(t, database, string(name[1]))
			for from := acts.Load(); acts.Load() < from+30; {
				time.Sleep(10 * time.Millisecond)
			}
		}
		return true
	})
	run := command(w.url, env, "backup", path)
	run.Stderr = said
	began := time.Now()
	out, err := run.Output()
	if err != nil || strings.TrimSpace(string(out)) != path {
		t.Fatalf("backup: %v: %s\n%s", err, out, said.all())
	}
	w.set(nil)
	t.Logf("backed up under writes in %s, with the pause", time.Since(began).Round(time.Millisecond))
	refuse(t, database, "is there already", "backup", path)
	return snapshot, acts.Load()
}

// killedAt runs a command and kills it as it sends a text to the database, which
// does not receive it.
func killedAt(t *testing.T, text, database string, env []string, args ...string) {
	t.Helper()
	w, reached := tap(t, database), make(chan struct{})
	w.set(func(m message) bool {
		if !m.fromServer && strings.Contains(m.body, text) && !closed(reached) {
			close(reached)
		}
		return !closed(reached)
	})
	run := begin(t, binary, w.url, env, args...)
	select {
	case <-reached:
	case <-run.ended:
		t.Fatalf("vitrine %s ended before %q:\n%s", strings.Join(args, " "), text, run.log.all())
	}
	run.kill()
}

// rowHashes counts the rows of every table and sums their hashes, now or in an
// exported snapshot.
func rowHashes(t *testing.T, url, snapshot string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	hashes := map[string]string{}
	err = pgx.BeginTxFunc(t.Context(), conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if snapshot != "" {
			if _, err := tx.Exec(t.Context(), `set transaction snapshot '`+snapshot+`'`); err != nil {
				return err
			}
		}
		rows, _ := tx.Query(t.Context(), `select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
			and relname not in ('goose_db_version', 'river_migration')`) // they record when it was migrated
		tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, table := range tables {
			var hash string
			if err := tx.QueryRow(t.Context(), `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from `+table+` t`).Scan(&hash); err != nil {
				return err
			}
			hashes[table] = hash
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hashes
}

func wantSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, table := range slices.Sorted(maps.Keys(want)) {
		if got[table] != want[table] {
			t.Errorf("%s has the rows and hash %s, want %s", table, got[table], want[table])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d tables, want %d", len(got), len(want))
	}
}

// damaged copies a file and changes one byte, counted from the end if the
// position is negative.
func damaged(t *testing.T, path string, position int) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if position < 0 {
		position += len(content)
	}
	content = bytes.Clone(content)
	content[position] ^= 0x10
	to := filepath.Join(t.TempDir(), fmt.Sprintf("damaged-at-%d.backup", position))
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// now is the code of a second factor, at this or another time.
func now(t *testing.T, secret string, at ...time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, append(at, time.Now())[0])
	if err != nil {
		t.Fatal(err)
	}
	return code
}
