package admin_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

func backup(t *testing.T, url string, sealer *identity.Sealer) (path, said string) {
	t.Helper()
	path, _, said = backupOf(t, url, admin.Backing{MadeBy: "a test", Sealer: sealer})
	return path, said
}

func backupOf(t *testing.T, url string, of admin.Backing) (path string, m archive.Manifest, said string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), strings.ToLower(rand.Text())+".backup")
	w, err := archive.Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	m, err = admin.Backup(t.Context(), url, of, w, func(format string, args ...any) { said += fmt.Sprintf(format, args...) + "\n" })
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(m); err != nil {
		t.Fatal(err)
	}
	return path, m, said
}

func restore(t *testing.T, url, path string, sealer *identity.Sealer, may admin.Restoring) error {
	t.Helper()
	return admin.Restore(t.Context(), url, openBackup(t, path), sealer, may, func(string, ...any) {})
}

func openBackup(t *testing.T, path string) *archive.Reader {
	t.Helper()
	r, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// settle fills a database of any version with accounts and contents.
func settle(t *testing.T, url string, n int) {
	t.Helper()
	execute(t, url, fmt.Sprintf(`
		insert into accounts (name) select 'Account ' || n from generate_series(1, %d) n;
		insert into users (account_id, role, first_name, last_name, email, password_hash) select id, 'owner', 'Ada', E'By\\ron\n', 'u' || id || '@example.org', 'x' from accounts order by id;
		insert into locations (account_id, name, emoji) select id, E'tab\t, line\n, backslash \\N and ☃', '📦' from accounts, generate_series(1, 4);
		update locations set parent_id = (select max(id) from locations l where l.account_id = locations.account_id) where id %% 2 = 1;
		insert into logs (account_id, user_id, user_name, action, parameters) select account_id, id, 'Ada', 'location_created', '{"a": [1, null, "ü"]}' from users;
		insert into river_job (args, kind, max_attempts) select '{}', 'mail', 25 from accounts`, n))
}

// contents samples everything that settle creates.
const contents = `
	select concat_ws(E'\n', (select string_agg(row(id, name, currency, created_at, updated_at)::text, ' ' order by id) from accounts), (select string_agg(u.email || u.last_name, ' ' order by id) from users u),
		(select string_agg((account_id, id, parent_id, name, emoji, created_at, updated_at)::text, ' ' order by id) from locations), (select string_agg((account_id, id, user_id, user_name, action, parameters, created_at)::text, ' ' order by id) from logs l),
		(select string_agg(j.id || j.kind || j.args, ' ' order by id) from river_job j), (select string_agg(t::text, ' ' order by t::text) from totals t),
		(select string_agg(sequencename || ' ' || last_value, ' ' order by sequencename) from pg_sequences where sequencename !~ 'goose|migration'))`

// shape is that of a schema, without the table of a stranger.
func shape(t *testing.T, url string) string {
	t.Helper()
	return strings.Join(slices.DeleteFunc(pgtest.Shape(t, url), func(line string) bool { return strings.Contains(line, "somebody_elses") }), "\n")
}

func sealer(t *testing.T) *identity.Sealer {
	t.Helper()
	key := make([]byte, identity.SecretKeyBytes)
	_, _ = rand.Read(key)
	s, err := identity.NewSealer(base64.StdEncoding.EncodeToString(key))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type database struct{ admin, plain string }

// owned returns a database owned by a role that may only log in.
func owned(t *testing.T, role, admin string) database {
	t.Helper()
	at, err := url.Parse(admin)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, admin, fmt.Sprintf(`
		do $$ begin create role %[1]s login nosuperuser nocreaterole nobypassrls password '%[1]s'; exception when duplicate_object then null; end $$;
		alter database %[2]s owner to %[1]s`, role, strings.TrimPrefix(at.Path, "/")))
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), admin)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(context.Background())
		_, _ = conn.Exec(context.Background(), fmt.Sprintf(`reassign owned by %[1]s to current_user; drop owned by %[1]s`, role))
		_, _ = conn.Exec(context.Background(), `drop role `+role) // the last database can
	})
	plain := *at
	plain.User = url.UserPassword(role, role)
	return database{admin, plain.String()}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func execute(t *testing.T, url, sql string) {
	t.Helper()
	if _, err := connect(t, url).Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func text(t *testing.T, url, sql string) (value string) {
	t.Helper()
	if err := connect(t, url).QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}
