package process

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// A role that bypasses row security, and cannot assume one that does not, is
// refused.
func TestBypassingRoleIsRefused(t *testing.T) {
	database := ownedBy(t, "bypassrls")
	out, err := command(database, nil, "migrate").CombinedOutput()
	if err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	out, err = command(database, nil, "serve").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "bypasses row security") {
		t.Errorf("serve: %v, want exit code 1 and a reason:\n%s", err, out)
	}
	out, err = command(database, nil, "doctor").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "FAIL no role can serve") {
		t.Errorf("doctor: %v, want exit code 1 and a finding:\n%s", err, out)
	}
}

// A role that owns its database and cannot create roles, as on a hosted
// PostgreSQL, serves under forced row security.
func TestPlainOwnerServes(t *testing.T) {
	database := ownedBy(t, "nobypassrls")
	if out, err := command(database, nil, "migrate").CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	v := serve(t, database)
	owner, stranger := register(t, v), register(t, v)
	a, err := owner.send(http.MethodPost, v.url+"/api/locations", newLocation("Attic"))
	if err != nil || a.status != http.StatusCreated {
		t.Fatalf("create: status %d: %s (%v)", a.status, a.body, err)
	}
	if a, err := stranger.send(http.MethodGet, v.url+"/api/locations", ""); err != nil || a.status != http.StatusOK || strings.Contains(string(a.body), "Attic") {
		t.Errorf("a stranger's list: status %d: %s (%v)", a.status, a.body, err)
	}
	out, err := command(database, nil, "doctor").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "All is well.") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var n int
	if err := conn.QueryRow(t.Context(), `select count(*) from locations`).Scan(&n); err == nil {
		t.Errorf("the owner read %d locations without saying whose", n)
	}
}

// A role that owns its database and can create roles creates the serving role and
// assumes it. PostgreSQL 16 and newer must be told to allow the latter.
func TestRoleMakerServesAsAnother(t *testing.T) {
	server := private(t, "postgres") // without the serving role
	admin, err := pgx.Connect(t.Context(), server.url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	for _, sql := range []string{`create role maker login createrole`, `create database made owner maker`} {
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	database := strings.NewReplacer("vitrine@", "maker@", "/postgres?", "/made?").Replace(server.url)
	if out, err := command(database, nil, "migrate").CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	out, err := command(database, nil, "doctor").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "requests are served as vitrine_app") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	register(t, serve(t, database))
}

// ownedBy creates an empty database owned by a role that can log in and has the
// attribute. Both are dropped after the test.
func ownedBy(t *testing.T, attribute string) string {
	t.Helper()
	database := pgtest.Database(t)
	admin, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	role, secret := "process_"+strings.ToLower(rand.Text()[:8]), rand.Text()
	must := func(sql string) {
		t.Helper()
		if _, err := admin.Exec(context.Background(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	t.Cleanup(func() { admin.Close(context.Background()) })
	must(`create role ` + role + ` login nosuperuser nocreaterole ` + attribute + ` password '` + secret + `'`)
	t.Cleanup(func() {
		must(`reassign owned by ` + role + ` to current_user; drop owned by ` + role + `; drop role ` + role)
	})
	must(`alter database ` + strings.TrimPrefix(at.Path, "/") + ` owner to ` + role)
	at.User = url.UserPassword(role, secret)
	return at.String()
}
