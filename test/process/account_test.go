package process

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/pgtest"
)

func number(t *testing.T, database, email string) string {
	t.Helper()
	return scalar[string](t, database, `select account_id::text from users where email = $1`, email)
}

// An export has everything stored of the account, nothing of another one, and no
// credentials.
func TestOperatorExportsAnAccount(t *testing.T) {
	t.Parallel()
	database, files := pgtest.Migrated(t), "VITRINE_FILES="+t.TempDir()
	v := serve(t, database, files)
	owner, stranger := newcomer(t, v), newcomer(t, v)
	owner.join(t, v, "viewer")
	owner.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic “north”"})
	collection := v.url + "/api/collections/" + owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Comics", "visibility": "private"}).text(t, "data", "id")
	owner.must(t, http.StatusCreated, "POST", collection+"/items", M{"name": "Action No. 1"})
	stranger.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Elsewhere"})
	for _, p := range []*person{owner, stranger} {
		if err := p.keep(v.url, "What "+p.email+" wrote."); err != nil {
			t.Fatal(err)
		}
	}
	path, id := t.TempDir()+"/account.zip", number(t, database, owner.email)
	refuse(t, database, "has 1 files, and VITRINE_FILES does not say where", "account", "export", id, path)
	out, err := command(database, []string{files}, "account", "export", id, path).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "1 files of account "+id) || !strings.Contains(string(out), "2 members and 1 items") {
		t.Errorf("%v\n%s", err, out)
	}
	entries := unzipped(t, path)
	content := entries["account.json"]
	if text := entries["files/1.txt"]; text != "What "+owner.email+" wrote." || len(entries) != 2 {
		t.Errorf("the export has %d entries and the text %q", len(entries), text)
	}
	var got map[string][]map[string]any
	if err := json.Unmarshal([]byte(content), &got); err != nil {
		t.Fatalf("%v in\n%s", err, content)
	}
	for table, rows := range map[string]int{"accounts": 1, "files": 1, "uploads": 1, "users": 2, "locations": 1, "collections": 1, "items": 1, "api_keys": 2} {
		if len(got[table]) != rows {
			t.Errorf("%d rows of %s, want %d", len(got[table]), table, rows)
		}
	}
	if name := got["locations"][0]["name"]; name != "Attic “north”" || got["items"][0]["name"] != "Action No. 1" || len(got["logs"]) < 4 {
		t.Errorf("the location is called %q, the item %q; %d entries of the log", name, got["items"][0]["name"], len(got["logs"]))
	}
	for _, wrong := range []string{"Elsewhere", stranger.email, "argon2", `\\x`, "hash", "seed"} {
		if strings.Contains(content, wrong) {
			t.Errorf("%q is in the export", wrong)
		}
	}
	refuse(t, database, "is there already", "account", "export", "--without-files", id, path)
	refuse(t, database, "no account 4711", "account", "export", "4711", path+".2")
}

// An erased account is gone from every table; the others stay.
func TestOperatorErasesAnAccount(t *testing.T) {
	t.Parallel()
	database, files := pgtest.Migrated(t), inDirectory(t)
	post := newPostbox(t)
	v := begin(t, binary, database, append(post.settings(), files.env...), "serve", "--no-worker") // mails stay queued
	v.await(t)
	owner, stranger := newcomer(t, v), newcomer(t, v)
	for _, p := range []*person{owner, stranger} {
		collection := v.url + "/api/collections/" + p.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Comics", "visibility": "private"}).text(t, "data", "id")
		p.must(t, http.StatusCreated, "POST", collection+"/items", M{"name": "Action No. 1"})
		p.must(t, http.StatusCreated, "POST", v.url+"/api/administration/api", M{"label": "script"}) // sends a mail
		if err := p.keep(v.url, "What "+p.email+" wrote."); err != nil {
			t.Fatal(err)
		}
	}
	id := number(t, database, owner.email)
	refuse(t, database, "has 1 files, and VITRINE_FILES does not say where", "account", "erase", id, "--yes")
	refuse(t, database, "with 1 members and 1 items, for good: pass --yes", "account", "erase", "--without-files", id)
	owner.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	operate(t, database, "account", "erase", id, "--yes", "--without-files")
	owner.must(t, http.StatusUnauthorized, "GET", v.url+"/api/me", nil)
	stranger.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	left := scalar[string](t, database, `
		with tables as materialized (
			select table_name from information_schema.columns where table_schema = current_schema() and column_name = 'account_id')
		select coalesce(string_agg(table_name, ', '), '') from tables
		where (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I where account_id = `+id+`', table_name), false, true, '')))[1]::text <> '0'`)
	if left != "" {
		t.Errorf("something of the account is left in %s", left)
	}
	if n := scalar[int](t, database, `select count(*) from river_job where args->>'to' = $1`, owner.email); n != 0 {
		t.Errorf("%d mails to them wait", n)
	}
	if accounts, items, mails := scalar[int](t, database, `select count(*) from accounts`), scalar[int](t, database, `select count(*) from items`),
		scalar[int](t, database, `select count(*) from river_job where args->>'to' = $1`, stranger.email); accounts != 1 || items != 1 || mails == 0 {
		t.Errorf("of the other account %d, %d items and %d mails are left", accounts, items, mails)
	}
	refuse(t, database, "no account "+id, "account", "erase", id, "--yes")
	erase := func(want string, args ...string) {
		t.Helper()
		if out, _ := command(database, files.env, append([]string{"account", "erase", id}, args...)...).CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("erase %v says %s, want %s", args, out, want)
		}
	}
	erase("but for 1 objects in the store of files: pass --yes")
	erase("Erased: what was left of account "+id+". 1 objects", "--yes")
	erase("no account "+id, "--yes")
	id = number(t, database, stranger.email)
	erase("1 objects of its files, renditions included, are deleted", "--yes")
	if left := files.hashes(t); len(left) != 0 {
		t.Errorf("files are left: %v", left)
	}
}

// Tokens are revoked by user, by token, or all, at once on every instance;
// passwords stay.
func TestOperatorRevokesTokens(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v, w := serve(t, database), serve(t, database)
	user, other, third := newcomer(t, v), newcomer(t, v), newcomer(t, v)
	second := user.login(t, v)
	me := w.url + "/api/me"
	for _, c := range []*client{user.client, second, other.client, third.client} {
		c.must(t, http.StatusOK, "GET", me, nil) // cached from now on
	}
	if out := operate(t, database, "user", "revoke-tokens", user.email); !strings.Contains(out, "2 tokens of "+user.email) {
		t.Error(out)
	}
	user.must(t, http.StatusUnauthorized, "GET", me, nil)
	second.must(t, http.StatusUnauthorized, "GET", me, nil)
	again := user.login(t, v)
	log := again.must(t, http.StatusOK, "GET", v.url+"/api/administration/logs", nil)
	if said := log.text(t, "data", 1, "attributes", "description"); !strings.Contains(said, "Revoked all tokens of “"+user.email) {
		t.Errorf("the log says %s", said)
	}

	leaked := t.TempDir() + "/leaked"
	if err := os.WriteFile(leaked, []byte("\n"+other.token+"\r\nvtr_junk\n"+user.token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := operate(t, database, "user", "revoke-tokens", "--leaked", leaked); !strings.Contains(out, "1 tokens have ended; 2 lines") || strings.Contains(out, "vtr_") {
		t.Error(out)
	}
	other.must(t, http.StatusUnauthorized, "GET", me, nil)
	third.must(t, http.StatusOK, "GET", me, nil)
	again.must(t, http.StatusOK, "GET", me, nil)

	if out := operate(t, database, "user", "revoke-tokens", "--everybody"); !strings.Contains(out, "2 tokens of 2 users") {
		t.Error(out)
	}
	third.must(t, http.StatusUnauthorized, "GET", me, nil)
	again.must(t, http.StatusUnauthorized, "GET", me, nil)
	third.login(t, w)
	misuse(t, database, "name a user", "user", "revoke-tokens")
	misuse(t, database, "name a user", "user", "revoke-tokens", user.email, "--everybody")
	refuse(t, database, "no user with the address", "user", "revoke-tokens", "nobody@example.org")
}

// The key is replaced without interruption: both are known, everything is
// encrypted anew, the old one is dropped.
func TestOperatorReplacesTheSecretKey(t *testing.T) {
	t.Parallel()
	database, older, newer := pgtest.Migrated(t), keygen(t), keygen(t)
	first := serve(t, database, "VITRINE_SECRET_KEY="+older)
	user := newcomer(t, first)
	secret := user.must(t, http.StatusOK, "POST", first.url+"/api/me/two-factor", M{"password": password}).text(t, "data", "attributes", "secret")
	current := func(at time.Time) string {
		code, err := totp.GenerateCode(secret, at)
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	user.must(t, http.StatusOK, "POST", first.url+"/api/me/two-factor/confirm", M{"code": current(time.Now().Add(-30 * time.Second))})
	both := "VITRINE_SECRET_KEY=" + newer + "," + older
	second := serve(t, database, both)
	login := func(v *instance, status int) {
		t.Helper()
		scalar[string](t, database, `update users set totp_last_step = 0 returning email`) // as if time had passed
		(&client{}).must(t, status, "POST", v.url+"/api/login", M{"email": user.email, "password": password, "code": current(time.Now())})
	}
	login(second, http.StatusOK)
	if out, err := command(database, []string{"VITRINE_SECRET_KEY=" + newer}, "user", "reseal").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "1 second factors could not be opened") {
		t.Errorf("without the old key: %v\n%s", err, out)
	}
	for _, said := range []string{"1 of 1 second factors", "0 of 1 second factors"} {
		if out, err := command(database, []string{both}, "user", "reseal").CombinedOutput(); err != nil || !strings.Contains(string(out), said) {
			t.Errorf("%v, want %q\n%s", err, said, out)
		}
	}
	login(second, http.StatusOK)
	login(serve(t, database, "VITRINE_SECRET_KEY="+newer), http.StatusOK)
	login(first, http.StatusUnauthorized) // it knows only the old key
}
