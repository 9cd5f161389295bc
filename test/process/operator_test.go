package process

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/pgtest"
)

// Registration is open to anybody, to invited people, or to nobody.
func TestRegistrationCanBeClosed(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	open := serve(t, database)
	invite := serve(t, database, "VITRINE_REGISTRATION=invite")
	closed := serve(t, database, "VITRINE_REGISTRATION=closed")
	owner := newcomer(t, open)
	for name, v := range map[string]*instance{"invite": invite, "closed": closed} {
		a, err := (&client{}).ask("POST", v.url+"/api/register", registration(password))
		if err != nil || a.status != http.StatusUnprocessableEntity || !strings.Contains(a.text(t, "errors", "email", 0), "invitation") {
			t.Errorf("%s: status %d: %s (%v)", name, a.status, a.body, err)
		}
		owner.login(t, v)
		owner.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	}
	owner.join(t, invite, "editor").must(t, http.StatusOK, "GET", invite.url+"/api/me", nil)

	token := owner.must(t, http.StatusCreated, "POST", closed.url+"/api/account/invitations", M{"email": address(), "role": "viewer"}).text(t, "token")
	in := M{"first_name": "Vita", "last_name": "West", "password": password, "password_confirmation": password}
	(&client{}).must(t, http.StatusNotFound, "POST", closed.url+"/api/invitations/"+token+"/accept", in)
	accept(t, open, token) // it was not used up
	if n := scalar[int](t, database, `select count(*) from accounts`); n != 1 {
		t.Errorf("%d accounts, want 1", n)
	}
	if out, err := command(database, []string{"VITRINE_REGISTRATION=perhaps"}, "serve").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "VITRINE_REGISTRATION: ") {
		t.Errorf("an unknown way of registering: %v\n%s", err, out)
	}
}

// operate runs an operator's command, which must succeed.
func operate(t *testing.T, database string, args ...string) string {
	t.Helper()
	out, err := command(database, nil, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("vitrine %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// refuse runs an operator's command, which must fail with the reason.
func refuse(t *testing.T, database, reason string, args ...string) {
	t.Helper()
	fails(t, 1, database, reason, args...)
}

// misuse runs a command that is written wrongly.
func misuse(t *testing.T, database, reason string, args ...string) {
	t.Helper()
	fails(t, 2, database, reason, args...)
}

func fails(t *testing.T, want int, database, reason string, args ...string) {
	t.Helper()
	out, err := command(database, nil, args...).CombinedOutput()
	if code(err) != want || !strings.Contains(string(out), reason) {
		t.Errorf("vitrine %s: %v, want exit code %d and %q:\n%s", strings.Join(args, " "), err, want, reason, out)
	}
}

func TestOperatorListsUsers(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	owner, other := newcomer(t, v), newcomer(t, v)
	viewer := owner.join(t, v, "viewer")
	list := operate(t, database, "user", "list")
	for email, role := range map[string]string{owner.email: "owner", other.email: "owner", viewer.email: "viewer"} {
		if !regexp.MustCompile(`(?m)^\d+ +` + regexp.QuoteMeta(email) + ` +` + role + ` +\d+ +false +\d{4}-\d\d-\d\d +active$`).MatchString(list) {
			t.Errorf("no line of the %s %s:\n%s", role, email, list)
		}
	}
	if strings.Contains(list, "argon2") || strings.Count(list, "\n") != 4 {
		t.Errorf("the list is not a heading and three users:\n%s", list)
	}
	found := operate(t, database, "user", "list", "--search", strings.TrimSuffix(viewer.email, "@example.org"))
	if strings.Count(found, "\n") != 2 || !strings.Contains(found, viewer.email) {
		t.Errorf("searched for %s:\n%s", viewer.email, found)
	}
	if first := operate(t, database, "user", "list", "--limit=1"); strings.Count(first, "\n") != 2 || !strings.Contains(first, owner.email) {
		t.Errorf("the first:\n%s", first)
	}
}

// An operator's change takes effect at once and is logged.
func TestOperatorSetsRoles(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	owner := newcomer(t, v)
	member := owner.join(t, v, "viewer")
	locations := v.url + "/api/locations"
	member.must(t, http.StatusNotFound, "POST", locations, M{"name": "Attic"})
	operate(t, database, "user", "set-role", strings.ToUpper(member.email), "editor")
	member.must(t, http.StatusCreated, "POST", locations, M{"name": "Attic"})
	refuse(t, database, "another owner", "user", "set-role", owner.email, "viewer")
	operate(t, database, "user", "set-role", member.email, "owner")
	operate(t, database, "user", "set-role", owner.email, "viewer")
	owner.must(t, http.StatusNotFound, "POST", locations, M{"name": "Cellar"})
	log := member.must(t, http.StatusOK, "GET", v.url+"/api/administration/logs", nil)
	if action, who := log.text(t, "data", 0, "attributes", "action"), log.text(t, "data", 0, "attributes", "user_name"); action != "member_updated" || who != "Operator" {
		t.Errorf("the log says %s by %s", action, who)
	}
	refuse(t, database, "no user with the address nobody@example.org", "user", "set-role", "nobody@example.org", "owner")
	misuse(t, database, "owner, editor or viewer", "user", "set-role", owner.email, "king")
}

func TestOperatorResetsPasswords(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	user, stranger := newcomer(t, v), newcomer(t, v)
	second := user.login(t, v)
	out := operate(t, database, "user", "reset-password", user.email)
	found := regexp.MustCompile(`is: (\S{20})\n`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("no password:\n%s", out)
	}
	for _, ended := range []*client{user.client, second} {
		ended.must(t, http.StatusUnauthorized, "GET", v.url+"/api/me", nil)
	}
	login := v.url + "/api/login"
	(&client{}).must(t, http.StatusUnauthorized, "POST", login, M{"email": user.email, "password": password})
	(&client{}).must(t, http.StatusOK, "POST", login, M{"email": user.email, "password": found[1]})
	stranger.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	stranger.login(t, v)
	refuse(t, database, "no user with the address", "user", "reset-password", "nobody@example.org")
}

func TestOperatorDisablesSecondFactor(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	key := keygen(t)
	if raw, err := base64.StdEncoding.DecodeString(key); err != nil || len(raw) != 32 || key == keygen(t) {
		t.Fatalf("keygen: %q (%v), want 32 bytes, new each time", key, err)
	}
	v := serve(t, database, "VITRINE_SECRET_KEY="+key)
	user := newcomer(t, v)
	refuse(t, database, "has no second factor", "user", "disable-2fa", user.email)
	a := user.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": password})
	now, err := totp.GenerateCode(a.text(t, "data", "attributes", "secret"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	user.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor/confirm", M{"code": now})
	if list := operate(t, database, "user", "list"); !strings.Contains(list, " true ") {
		t.Errorf("the list does not show the second factor:\n%s", list)
	}
	(&client{}).must(t, http.StatusUnauthorized, "POST", v.url+"/api/login", M{"email": user.email, "password": password})
	operate(t, database, "user", "disable-2fa", user.email)
	user.login(t, v)
	user.must(t, http.StatusOK, "GET", v.url+"/api/me", nil) // tokens stay

	plain := serve(t, database)
	plainly := user.must(t, http.StatusUnprocessableEntity, "POST", plain.url+"/api/me/two-factor", M{"password": password})
	if !strings.Contains(string(plainly.body), "VITRINE_SECRET_KEY") {
		t.Errorf("without a key: %s", plainly.body)
	}
	if out, err := command(database, []string{"VITRINE_SECRET_KEY=short"}, "serve").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "VITRINE_SECRET_KEY: ") || strings.Contains(string(out), "short\n") {
		t.Errorf("a key that is none: %v\n%s", err, out)
	}
}
