// Package pgtest gives tests a migrated database of their own on a real
// PostgreSQL: the one in VITRINE_TEST_DATABASE_URL, or a private one that it
// starts.
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/schema"
)

// Root is the root of the repository, above the directory that a test runs in. A
// binary built with -trimpath does not know where its source is.
var Root = func() string {
	dir, err := os.Getwd()
	for err == nil && filepath.Dir(dir) != dir {
		if _, missing := os.Stat(filepath.Join(dir, "internal", "pgtest")); missing == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return dir
}()

// server is the URL of a PostgreSQL on which databases may be created.
var server = sync.OnceValues(func() (string, error) {
	_ = os.Getenv("VITRINE_TEST_SERVERS") // their versions: what a test reads is what Go's cache of its result goes by
	if given := os.Getenv("VITRINE_TEST_DATABASE_URL"); given != "" {
		return given, nil
	}
	out, err := exec.Command(filepath.Join(Root, "scripts", "postgres"), "start", "test", "fsync=off").Output()
	return strings.TrimSpace(string(out)), err
})

// Database creates an empty database, dropped after the test.
func Database(t testing.TB) string { return create(t, "") }

// Copy creates a copy of a database that nobody is connected to, dropped after the
// test.
func Copy(t testing.TB, of string) string {
	t.Helper()
	u, err := url.Parse(of)
	if err != nil {
		t.Fatal(err)
	}
	return create(t, strings.TrimPrefix(u.Path, "/")+" strategy file_copy") // it may be large
}

// Migrated creates a database with the schema, dropped after the test. It copies
// a template named by the hash of the migrations, so only the first test after a
// change migrates.
func Migrated(t testing.TB) string {
	t.Helper()
	prepare(t, template())
	return create(t, template())
}

// template is the name for what this program migrates to, which may not be what the files
// beside it say by now.
var template = sync.OnceValue(func() string {
	hash := sha256.New()
	migrations, _ := fs.Glob(schema.Migrations, "*.sql")
	for _, name := range migrations {
		content, _ := schema.Migrations.ReadFile(name)
		hash.Write(append([]byte(name), content...))
	}
	for _, f := range schema.Functions() {
		hash.Write([]byte(f.SQL))
	}
	return "vitrine_template_" + hex.EncodeToString(hash.Sum(nil))[:16]
})

// prepare creates the template if it is missing; one process at a time.
func prepare(t testing.TB, template string) {
	conn := connect(t)
	defer conn.Close(t.Context())
	must(t, conn, `select pg_advisory_lock(7315)`)
	var ready bool
	if err := conn.QueryRow(t.Context(), `select exists (select from pg_database where datname = $1 and datistemplate)`, template).Scan(&ready); err != nil {
		t.Fatal(err)
	}
	if ready {
		return
	}
	must(t, conn, `drop database if exists `+template)
	must(t, conn, `create database `+template)
	if err := admin.Migrate(t.Context(), address(t, template), 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	must(t, conn, `alter database `+template+` is_template true`)
}

func create(t testing.TB, template string) string {
	t.Helper()
	name := "vitrine_test_" + strings.ToLower(rand.Text()[:12])
	conn := connect(t)
	defer conn.Close(t.Context())
	sql := `create database ` + name
	if template != "" {
		sql += ` template ` + template
	}
	must(t, conn, sql)
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), address(t, "postgres"))
		if err != nil {
			return
		}
		defer conn.Close(context.Background())
		_, _ = conn.Exec(context.Background(), `drop database if exists `+name+` with (force)`)
	})
	return address(t, name)
}

func connect(t testing.TB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address(t, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// address is the URL of another database on the same server.
func address(t testing.TB, database string) string {
	t.Helper()
	base, err := server()
	if err != nil {
		t.Fatalf("no PostgreSQL: %v; start one with scripts/postgres, or set VITRINE_TEST_DATABASE_URL", err)
	}
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + database
	return u.String()
}

func must(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", sql, err))
	}
}
