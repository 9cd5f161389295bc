package admin_test

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/people"
	"vitrine/internal/postgres/schema"
)

// numbered creates the database of a server.
func numbered(t *testing.T, server int) string {
	t.Helper()
	url := pgtest.Migrated(t)
	if err := migrateAs(t, url, server); err != nil {
		t.Fatal(err)
	}
	return url
}

func migrateAs(t *testing.T, url string, server int) error {
	t.Helper()
	return admin.Migrate(t.Context(), url, server, slog.New(slog.DiscardHandler))
}

// serverOf returns the server that gave an id.
func serverOf(id int64) int { return int(id >> 43) }

// nextIDs takes an id from every table that has ids, according to the catalogue.
func nextIDs(t *testing.T, url string) map[string]int64 {
	t.Helper()
	rows, _ := connect(t, url).Query(t.Context(), `
		select c.relname::text, nextval(pg_get_serial_sequence(c.relname, a.attname)) from pg_attribute a join pg_class c on c.oid = a.attrelid
		where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace and c.relname <> 'goose_db_version'`)
	next := map[string]int64{}
	var table string
	var id int64
	_, err := pgx.ForEachRow(rows, []any{&table, &id}, func() error { next[table] = id; return nil })
	if err != nil || len(next) < 13 || next["accounts"] == 0 || next["logs"] == 0 {
		t.Fatalf("next are %v (%v)", next, err)
	}
	return next
}

func TestEveryTableHasIDsOfItsServer(t *testing.T) {
	t.Parallel()
	for _, server := range []int{0, 3, 1023} {
		url := numbered(t, server)
		for table, id := range nextIDs(t, url) {
			if id != int64(server)<<43+1 {
				t.Errorf("server %d: the first id of %s is %d", server, table, id)
			}
		}
		if text(t, url, `select nextval('river_job_id_seq')::text`) != "1" {
			t.Errorf("server %d numbers jobs, which are not ours to number", server)
		}
		largest := text(t, url, `select max_value::text from pg_sequences where sequencename = 'items_id_seq'`)
		if n, err := strconv.ParseInt(largest, 10, 64); err != nil || serverOf(n) != server || serverOf(n+1) != server+1 || n > 1<<53-1 {
			t.Errorf("server %d gives ids up to %s", server, largest)
		}
	}
}

// A table added by a later release is numbered like the others.
func TestNewTableHasIDsOfItsServer(t *testing.T) {
	t.Parallel()
	url := numbered(t, 3)
	execute(t, url, `alter sequence items_id_seq minvalue 1 maxvalue 9223372036854775807 start 1 restart`) // as a table begins
	if err := migrateAs(t, url, 3); err != nil {
		t.Fatal(err)
	}
	for table, id := range nextIDs(t, url) {
		if serverOf(id) != 3 {
			t.Errorf("the next id of %s is %d", table, id)
		}
	}
}

// The number of a database can be chosen until somebody registers.
func TestNumberOfADatabaseIsKept(t *testing.T) {
	t.Parallel()
	url := numbered(t, 5)
	if err := admin.CheckServer(t.Context(), url, 3); err == nil || !strings.Contains(err.Error(), "run vitrine migrate first") {
		t.Errorf("serving without having migrated: %v", err)
	}
	if err := migrateAs(t, url, 3); err != nil {
		t.Errorf("nobody has registered, but: %v", err)
	}
	settle(t, url, 2)
	for _, server := range []int{0, 5} {
		for _, err := range []error{migrateAs(t, url, server), admin.CheckServer(t.Context(), url, server)} {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("those of server 3, and VITRINE_SERVER_NUMBER is %d: set it to 3", server)) {
				t.Errorf("as number %d: %v", server, err)
			}
		}
	}
	if err := migrateAs(t, url, 3); err != nil {
		t.Error(err)
	}
	if id := nextIDs(t, url)["accounts"]; id != 3<<43+3 {
		t.Errorf("the third account has the id %d", id)
	}
}

// Instances that start at once agree on the range, and none resets an id that
// another has given meanwhile.
func TestInstancesThatStartAtOnceShareTheRange(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	var starting sync.WaitGroup
	for n := range 6 {
		starting.Go(func() {
			if err := migrateAs(t, url, 3); err != nil {
				t.Error(err)
				return
			}
			db, err := engine.Open(t.Context(), url)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			email := fmt.Sprintf("u%d@example.org", n)
			if err := people.Register(t.Context(), db, identity.Registration{FirstName: "A", LastName: "B", Email: email, DeviceName: "x"}, "x", identity.NewToken()); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	if n := text(t, url, `select count(*)::text from accounts where id >> 43 = 3`); n != "6" {
		t.Errorf("%s of 6 accounts have an id of the server", n)
	}
}

// A database from before server numbers has number 0 and continues unchanged.
func TestOlderDatabaseHasNumberZero(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	if err := admin.MigrateTo(t.Context(), url, schema.Baseline, 0); err != nil {
		t.Fatal(err)
	}
	settle(t, url, 2)
	before := text(t, url, contents)
	if err := migrateAs(t, url, 3); err == nil || !strings.Contains(err.Error(), "those of server 0") {
		t.Errorf("as number 3: %v", err)
	}
	if version := text(t, url, `select max(version_id)::text from goose_db_version`); version != strconv.Itoa(schema.Baseline) {
		t.Errorf("the database of another server was migrated to %s", version)
	}
	if err := migrateAs(t, url, 0); err != nil {
		t.Fatal(err)
	}
	if after := text(t, url, contents); after != before {
		t.Errorf("what was\n%s\nis\n%s", before, after)
	}
}

// Restored tables continue within the range of the restoring server, after the
// ids given there before.
func TestRestoredIDsComeFromTheServerThatRestores(t *testing.T) {
	t.Parallel()
	role := "backup_" + strings.ToLower(rand.Text()[:8])
	for _, c := range []struct {
		from, to int
		next     int64 // account, after two and one that came from server 0 with the id 57
	}{
		{3, 3, 3<<43 + 3}, {3, 7, 7<<43 + 2}, {3, 0, 58},
	} {
		// An owner subject to row security has to find the accounts by their ids.
		from, to := owned(t, role, pgtest.Database(t)), owned(t, role, pgtest.Database(t))
		if err := migrateAs(t, from.plain, c.from); err != nil {
			t.Fatal(err)
		}
		settle(t, from.admin, 2)
		execute(t, from.admin, `insert into accounts (id, name) values (57, 'Moved');
			insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (57, 83, 'owner', 'Grace', 'Hopper', 'grace@example.org', 'x')`)
		path, _ := backup(t, from.plain, &identity.Sealer{})
		if err := restore(t, to.plain, path, &identity.Sealer{}, admin.Restoring{Server: c.to}); err != nil {
			t.Fatal(err)
		}
		if err := admin.CheckServer(t.Context(), to.plain, c.to); err != nil {
			t.Error(err)
		}
		if err := migrateAs(t, to.admin, c.to+1); err == nil {
			t.Errorf("restored into server %d, the database can become another", c.to)
		}
		const all = `select string_agg(id::text, ' ' order by id) from accounts`
		if got, want := text(t, to.admin, all), text(t, from.admin, all); got != want {
			t.Errorf("restored %s, want %s", got, want)
		}
		next := nextIDs(t, to.admin)
		for table, id := range next {
			if serverOf(id) != c.to {
				t.Errorf("from %d into %d: the next id of %s is %d", c.from, c.to, table, id)
			}
		}
		if next["accounts"] != c.next {
			t.Errorf("from %d into %d: the next account has the id %d, want %d", c.from, c.to, next["accounts"], c.next)
		}
	}
}
