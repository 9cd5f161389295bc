package process

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// raw matches messages of the driver and the system, which do not say what to do.
// They may follow a sentence in parentheses.
var raw = regexp.MustCompile(`(?m)^vitrine: [^(\n]*(SQLSTATE|pq: |open /|stat /|dial |listen tcp|failed to connect|slog: )`)

// The first line of every error says what to do.
func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	empty, database, dir := pgtest.Database(t), pgtest.Migrated(t), t.TempDir()
	with := func(change func(*url.URL)) string {
		u, err := url.Parse(database)
		if err != nil {
			t.Fatal(err)
		}
		change(u)
		return u.String()
	}
	existing := filepath.Join(dir, "existing")
	if err := os.WriteFile(existing, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	operate(t, database, "user", "create", "--email="+address(), "--first-name=A", "--last-name=B")
	account := scalar[string](t, database, `select id::text from accounts`)

	for _, c := range []struct {
		name, database string
		env            []string
		args, says     string
	}{
		{"no migration", empty, nil, "user list", "the schema has version 0 of"},
		{"no migration, account", empty, nil, "account export 1 " + dir + "/x", "the database has no tables of Vitrine: run vitrine migrate"},
		{"no migration, serve", empty, nil, "serve --no-migrate", "run vitrine migrate first"},
		{"no migration, worker", empty, []string{"VITRINE_SMTP_URL=smtp://127.0.0.1", "VITRINE_MAIL_FROM=a@example.org", "VITRINE_PUBLIC_URL=http://localhost"}, "worker", "run vitrine migrate"},
		{"refused", "postgres://vitrine@127.0.0.1:1/x", nil, "user list", "no PostgreSQL answers at 127.0.0.1:1: check DATABASE_URL, and that PostgreSQL runs"},
		{"refused, serve", "postgres://vitrine@127.0.0.1:1/x", nil, "serve", "no PostgreSQL answers at 127.0.0.1:1: check DATABASE_URL, and that PostgreSQL runs"},
		{"no socket", "postgres://vitrine@/x?host=" + dir, nil, "migrate", "no PostgreSQL answers at " + dir + "/.s.PGSQL.5432: check DATABASE_URL"},
		{"no host", "postgres://vitrine@host.invalid/x", nil, "migrate", "there is no host host.invalid: check DATABASE_URL"},
		{"no database", with(func(u *url.URL) { u.Path = "/nothing" }), nil, "backup " + dir + "/b", "PostgreSQL has no such database: check the name in DATABASE_URL"},
		{"no user", with(func(u *url.URL) { u.User = url.User("nobody_here") }), nil, "migrate", "PostgreSQL does not let this user in from here: check the user in DATABASE_URL"},
		{"existing export", database, nil, "account export " + account + " " + existing, existing + " is there already: name another file, or delete that one"},
		{"existing backup", database, nil, "backup " + existing, existing + " is there already; name another file, or pass --replace"},
		{"no folder, export", database, nil, "account export " + account + " " + dir + "/no/x", dir + "/no/x cannot be opened, as it or its folder is not there: check the path"},
		{"no folder, backup", database, nil, "backup " + dir + "/no/x", dir + "/no cannot be opened, as it or its folder is not there: check the path"},
		{"no backup", database, nil, "restore " + dir + "/none", dir + "/none cannot be opened, as it or its folder is not there: check the path"},
		{"no backup, verify", "", nil, "backup --verify " + dir + "/none", dir + "/none cannot be opened"},
		{"no list", database, []string{"VITRINE_LEAKED_PASSWORDS_FILE=" + dir + "/none"}, "serve", dir + "/none cannot be opened, as it or its folder is not there: check the path"},
		{"no secret", "", []string{"DATABASE_URL_FILE=" + dir + "/none"}, "serve", "DATABASE_URL: cannot be read from its file (open " + dir + "/none: no such file or directory): check the path, and who may read it"},
		{"no tokens", database, nil, "user revoke-tokens --leaked " + dir + "/none", dir + "/none cannot be opened"},
		{"taken port", database, []string{"VITRINE_LISTEN=" + busy.Addr().String()}, "serve", busy.Addr().String() + " is taken by another program: choose another port, as in PORT=8081"},
		{"taken port, metrics", database, []string{"VITRINE_METRICS_LISTEN=" + busy.Addr().String()}, "serve", "VITRINE_METRICS_LISTEN cannot be listened on"},
		{"wrong port", database, []string{"VITRINE_LISTEN=", "PORT=abc"}, "serve", `VITRINE_LISTEN: is unset and PORT is "abc"; set PORT to a number such as 8080, or unset it`},
		{"wrong level", database, []string{"VITRINE_LOG_LEVEL=loud"}, "serve", `VITRINE_LOG_LEVEL: "loud" is not one of debug, info, warn, error`},
	} {
		out, err := command(c.database, c.env, strings.Fields(c.args)...).CombinedOutput()
		if code(err) != 1 || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: %v, want %q:\n%s", c.name, err, c.says, out)
		}
		if raw.Match(out) {
			t.Errorf("%s begins with a raw error:\n%s", c.name, out)
		}
	}
}

// A wrong password needs a server that asks for one.
func TestWrongPasswordIsSaid(t *testing.T) {
	t.Parallel()
	dir := reachableDirectory(t)
	local(t, dir)
	for wrong, says := range map[string]string{
		"postgres://vitrine:wrong@/postgres?host=" + dir + "/postgres": "PostgreSQL refuses the password: check user and password in DATABASE_URL",
		"postgres://vitrine@/postgres?host=" + dir + "/postgres":       "PostgreSQL refuses the password: check user and password in DATABASE_URL",
	} {
		refuse(t, wrong, says, "user", "list")
	}
}

// The doctor accepts a newer schema, which serves.
func TestDoctorToleratesANewerSchema(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	scalar[string](t, database, `insert into goose_db_version (version_id, is_applied) values (99999, true) returning ''::text`)
	report := operate(t, database, "doctor")
	if !strings.Contains(report, "ok   the schema has version 99999, newer than this binary's") {
		t.Errorf("the doctor says:\n%s", report)
	}
	serve(t, database)
}
