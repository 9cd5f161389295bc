package process

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// Ten instances start at once on an empty database, as a cluster would start
// them: one migrates, the others wait, all serve.
func TestTenInstancesStartAtOnce(t *testing.T) {
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
	files, err := filepath.Glob(filepath.Join(pgtest.Root, "internal", "postgres", "migrations", "*.sql"))
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
