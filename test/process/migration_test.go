package process

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Of ten instances started at once on an empty database, one migrates, the others
// wait, and all serve.
func TestTenInstancesStartAtOnce(t *testing.T) {
	testkind.Nightly(t, "TestInstancesMigrateAtOnce")
	database := pgtest.Database(t)
	instances := make([]*instance, 10)
	for n := range instances {
		instances[n] = launch(t, database)
	}
	migrated := 0
	for _, i := range instances {
		i.await(t)
		migrated += len(i.log.lines("migrated"))
	}
	files, err := filepath.Glob(filepath.Join(pgtest.Root, "internal", "postgres", "schema", "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if migrated != len(files) {
		t.Errorf("%d migrations were run by all instances together, want each of %d once", migrated, len(files))
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var rows, versions int
	if err := conn.QueryRow(t.Context(), `select count(*), count(distinct version_id) from goose_db_version where version_id > 0`).Scan(&rows, &versions); err != nil {
		t.Fatal(err)
	}
	if rows != len(files) || versions != len(files) {
		t.Errorf("%d migrations of %d versions are recorded, want %d", rows, versions, len(files))
	}
	owner := register(t, instances[0])
	for n, i := range instances {
		if a, err := owner.send(http.MethodPost, i.url+"/api/locations", newLocation("Attic")); err != nil || a.status != http.StatusCreated {
			t.Errorf("instance %d: %d %s (%v)", n, a.status, a.body, err)
		}
	}
}

// An instance started before the migrations does not serve: it exits with advice,
// and is to be started again.
func TestServingAnOldSchemaIsRefused(t *testing.T) {
	t.Parallel()
	empty, old := pgtest.Database(t), pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)`); err != nil {
		t.Fatal(err)
	}
	halfway := pgtest.Migrated(t) // a migration that ended before its last function
	scalar[string](t, halfway, `delete from applied_functions where file = 'sum_item.sql' returning file`)
	for _, database := range []string{empty, old, halfway} {
		out, err := command(database, nil, "serve", "--no-migrate").CombinedOutput()
		if code(err) != 1 || !strings.Contains(string(out), "run vitrine migrate first") {
			t.Errorf("serve: %v\n%s", err, out)
		}
	}
	if _, err := conn.Exec(t.Context(), `insert into goose_db_version (version_id, is_applied) values (99990, true), (99991, true)`); err != nil {
		t.Fatal(err)
	}
	begin(t, binary, old, nil, "serve", "--no-migrate").await(t) // like the previous release on the next schema
}
