package process

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// An operator creates the first owner and others while registration is closed.
func TestOperatorCreatesUsers(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database, "VITRINE_REGISTRATION=closed")
	owner := address()
	out := operate(t, database, "user", "create", "--email="+strings.ToUpper(owner), "--first-name=Ada", "--last-name=Byron")
	said := regexp.MustCompile(`^Created (\S+), owner of the new account (\d+)\. The password is shown only now: (\S{20})\n$`).FindStringSubmatch(out)
	if said == nil || said[1] != owner {
		t.Fatalf("it says:\n%s", out)
	}
	login := func(email, password string) *client {
		t.Helper()
		a := (&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", M{"email": email, "password": password})
		return &client{a.text(t, "data", "token")}
	}
	ada := login(owner, said[3])

	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte(password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	viewer := address()
	out = operate(t, database, "user", "create", "--email="+viewer, "--first-name=Vita", "--last-name=West", "--account="+said[2], "--role=viewer", "--password-file="+file)
	if out != "Created "+viewer+", viewer in account "+said[2]+".\n" {
		t.Errorf("it says:\n%s", out)
	}
	vita := login(viewer, password)
	vita.must(t, http.StatusNotFound, "POST", v.url+"/api/locations", M{"name": "Attic"})
	ada.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"})
	if total := vita.list(t, v.url+"/api/locations").Meta.Total; total != 1 {
		t.Errorf("the viewer sees %d locations of the account", total)
	}
	if n := scalar[int](t, database, `select count(*) from logs where action = 'member_created' and user_name = 'Operator' and parameters->>'email' = $1`, viewer); n != 1 {
		t.Errorf("the log has %d entries of the new member", n)
	}
	if n := scalar[int](t, database, `select count(*) from accounts`); strconv.Itoa(n) != "1" {
		t.Errorf("%d accounts, want 1", n)
	}
	create := func(reason string, more ...string) {
		t.Helper()
		refuse(t, database, reason, append([]string{"user", "create", "--first-name=A", "--last-name=B"}, more...)...)
	}
	wrong := func(reason string, more ...string) {
		t.Helper()
		misuse(t, database, reason, append([]string{"user", "create", "--first-name=A", "--last-name=B"}, more...)...)
	}
	create("there is a user "+owner+" already", "--email="+owner)
	create("there is no account 999; vitrine user list shows", "--email="+address(), "--account=999", "--role=viewer")
	wrong("--account needs --role", "--email="+address(), "--account="+said[2])
	wrong("the first user of a new account is its owner", "--email="+address(), "--role=viewer")
	create("must be a valid email", "--email=ada")
	wrong("required flag(s) \"email\" not set")
	create("cannot be opened", "--email="+address(), "--password-file="+file+".none")
}

// The demo belongs to the person it is created for.
func TestDemoTakesTheNameGiven(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	fillDemo(t, database, "--items=8", "--email=ada@example.org", "--first-name=Ada", "--last-name=Byron")
	if name := scalar[string](t, database, `select first_name || ' ' || last_name from users`); name != "Ada Byron" {
		t.Errorf("the user is called %s", name)
	}
	if name := scalar[string](t, database, `select name from accounts`); name != "Ada Byron" {
		t.Errorf("the account is called %s", name)
	}
}
