package process

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// Keys, sessions and passwords of a suspended user are refused at once, on every instance, with a
// sentence that says why; nothing is lost, and colleagues go on.
func TestOperatorSuspendsAUser(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v, other := serve(t, database), serve(t, database)
	owner := newcomer(t, v)
	member := owner.join(t, v, "editor")
	key := &client{token: member.must(t, http.StatusCreated, "POST", v.url+"/api/administration/api", M{"label": "k"}).text(t, "token")}
	made := member.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"}).text(t, "data", "id")
	for _, at := range []*instance{v, other} { // both know them now
		member.must(t, http.StatusOK, "GET", at.url+"/api/me", nil)
		key.must(t, http.StatusOK, "GET", at.url+"/api/me", nil)
	}

	operate(t, database, "user", "suspend", member.email)
	for _, at := range []*instance{v, other} {
		for _, who := range []*client{member.client, key} {
			for _, r := range [][2]string{{"GET", "/api/me"}, {"GET", "/api/locations"}, {"POST", "/api/locations"}, {"DELETE", "/api/logout"}} {
				refused(t, who, r[0], at.url+r[1])
			}
		}
		login := (&client{}).must(t, http.StatusUnauthorized, "POST", at.url+"/api/login", M{"email": member.email, "password": password})
		if said := login.text(t, "message"); !strings.Contains(said, "suspended") {
			t.Errorf("the login is refused with %q", said)
		}
		wrong := (&client{}).must(t, http.StatusUnauthorized, "POST", at.url+"/api/login", M{"email": member.email, "password": "wrong " + password})
		if said := wrong.text(t, "message"); strings.Contains(said, "suspended") {
			t.Errorf("a wrong password learns of it: %q", said)
		}
		owner.must(t, http.StatusOK, "GET", at.url+"/api/locations/"+made, nil)
	}
	if line := userLine(t, database, member.email); line["suspended"] != true {
		t.Errorf("the list says %v", line)
	}
	operate(t, database, "user", "suspend", member.email) // once more

	operate(t, database, "user", "resume", member.email)
	member.must(t, http.StatusOK, "GET", other.url+"/api/locations/"+made, nil)
	key.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	logged := scalar[string](t, database, `select string_agg(action || ' by ' || user_name, ', ' order by id) from logs where action like 'member_%'`)
	if logged != "member_suspended by Operator, member_suspended by Operator, member_resumed by Operator" {
		t.Errorf("the log says %s", logged)
	}
}

func refused(t *testing.T, who *client, method, url string) {
	t.Helper()
	if said := who.must(t, http.StatusUnauthorized, method, url, M{"name": "x"}).text(t, "message"); !strings.Contains(said, "suspended") {
		t.Errorf("%s %s is refused with %q", method, url, said)
	}
}

// Of a suspended account nobody is let in, also who joins later, and nothing is shown.
func TestOperatorSuspendsAnAccount(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	owner, stranger := newcomer(t, v), newcomer(t, v)
	member := owner.join(t, v, "viewer")
	invited := owner.must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": address(), "role": "viewer"}).text(t, "token")
	owner.must(t, http.StatusOK, "PATCH", v.url+"/api/account", M{"public_sharing": true})
	shelf := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Shelf", "visibility": "public"})
	shown := v.url + "/api/public/collections/" + shelf.text(t, "data", "attributes", "uuid")
	(&client{}).must(t, http.StatusOK, "GET", shown, nil)
	number := strconv.FormatInt(scalar[int64](t, database, `select account_id from users where email = '`+owner.email+`'`), 10)

	operate(t, database, "user", "suspend", member.email)
	operate(t, database, "account", "suspend", number)
	for _, who := range []*client{owner.client, member.client} {
		refused(t, who, "GET", v.url+"/api/me")
	}
	(&client{}).must(t, http.StatusNotFound, "GET", shown, nil)
	late := &client{token: (&client{}).must(t, http.StatusCreated, "POST", v.url+"/api/invitations/"+invited+"/accept",
		M{"first_name": "Vita", "last_name": "West", "password": password, "password_confirmation": password}).text(t, "data", "token")}
	refused(t, late, "GET", v.url+"/api/me")
	stranger.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	operate(t, database, "account", "suspend", number)
	if listed := accountLine(t, database, number); listed["suspended_at"] == nil || listed["members"] != float64(3) || listed["owner"] != owner.email {
		t.Errorf("the list says %v", listed)
	}

	operate(t, database, "account", "resume", number)
	owner.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	late.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	(&client{}).must(t, http.StatusOK, "GET", shown, nil)
	refused(t, member.client, "GET", v.url+"/api/me") // by themselves, still
	refuse(t, database, "there is no account 999", "account", "suspend", "999")
}

// An account may store what the operator says, and the list shows who stores most.
func TestOperatorSetsQuotas(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database, "VITRINE_FILES="+t.TempDir(), "VITRINE_STORAGE_QUOTA=100")
	owner, other := newcomer(t, v), newcomer(t, v)
	number := strconv.FormatInt(scalar[int64](t, database, `select account_id from users where email = '`+owner.email+`'`), 10)
	limit := func(who *client) any {
		var a struct {
			Data struct{ Attributes map[string]any }
		}
		if err := json.Unmarshal(who.must(t, http.StatusOK, "GET", v.url+"/api/account", nil).body, &a); err != nil {
			t.Fatal(err)
		}
		return a.Data.Attributes["storage_limit"]
	}
	for _, c := range []struct {
		most string
		want any
	}{{"3MiB", float64(3 << 20)}, {"none", nil}, {"usual", float64(100)}, {"2GiB", float64(2 << 30)}} {
		operate(t, database, "account", "quota", number, c.most)
		if got := limit(owner.client); got != c.want {
			t.Errorf("with %s it is %v", c.most, got)
		}
	}
	if got := limit(other.client); got != float64(100) {
		t.Errorf("another account may store %v", got)
	}
	large := strings.Repeat("A note of more than a hundred bytes. ", 3)
	if err := owner.keep(v.url, large); err != nil {
		t.Errorf("with room for it: %v", err)
	}
	if err := other.keep(v.url, large); err == nil || !strings.Contains(err.Error(), "422") || !strings.Contains(err.Error(), "no room left for this file") {
		t.Errorf("without room: %v", err)
	}
	misuse(t, database, "a size such as", "account", "quota", number, "much")
	if listed := accountLine(t, database, number); listed["storage_quota"] != float64(2<<30) {
		t.Errorf("the list says %v", listed)
	}
	if out := operate(t, database, "account", "list", "--by=storage", "--limit=1"); strings.Count(out, "\n") != 2 {
		t.Errorf("one account:\n%s", out)
	}
	misuse(t, database, "id, storage or activity", "account", "list", "--by=size")
}

// A key with a limit of its own is counted apart; the user's other keys stay at theirs.
func TestOperatorLimitsAKey(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database, "VITRINE_RATE_LIMIT_API=60")
	user := newcomer(t, v)
	made := user.must(t, http.StatusCreated, "POST", v.url+"/api/administration/api", M{"label": "Sync"})
	key := &client{token: made.text(t, "token")}
	operate(t, database, "user", "limit-key", user.email, made.text(t, "data", "id"), "600")
	if a := key.must(t, http.StatusOK, "GET", v.url+"/api/me", nil); a.header.Get("X-RateLimit-Limit") != "600" || a.header.Get("X-RateLimit-Remaining") != "599" {
		t.Errorf("the key may send %s, %s are left", a.header.Get("X-RateLimit-Limit"), a.header.Get("X-RateLimit-Remaining"))
	}
	if a := user.must(t, http.StatusOK, "GET", v.url+"/api/me", nil); a.header.Get("X-RateLimit-Limit") != "60" {
		t.Errorf("the user may send %s", a.header.Get("X-RateLimit-Limit"))
	}
	for range 61 {
		key.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	}
	refuse(t, database, "has no API key 999999", "user", "limit-key", user.email, "999999", "600")
	misuse(t, database, "from 1 on", "user", "limit-key", user.email, made.text(t, "data", "id"), "0")
}

func userLine(t *testing.T, database, email string) map[string]any {
	return found(t, operate(t, database, "user", "list", "--json"), "email", email)
}

func accountLine(t *testing.T, database, number string) map[string]any {
	id, _ := strconv.ParseFloat(number, 64)
	return found(t, operate(t, database, "account", "list", "--json", "--by=activity"), "id", id)
}

// found is an object in lines of JSON.
func found(t *testing.T, out, key string, value any) map[string]any {
	t.Helper()
	for s := bufio.NewScanner(strings.NewReader(out)); s.Scan(); {
		var one map[string]any
		if err := json.Unmarshal(s.Bytes(), &one); err != nil {
			t.Fatalf("%v: %s", err, s.Text())
		}
		if one[key] == value {
			return one
		}
	}
	t.Fatalf("no line with %s %v:\n%s", key, value, out)
	return nil
}

// A list of ten thousand accounts comes in seconds, and the largest are first.
func TestOperatorListsManyAccounts(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	owner := newcomer(t, v)
	scalar[int](t, database, `
		with made as (insert into accounts (name, storage_used) select 'Account ' || n, n from generate_series(1, 10000) n returning id),
			people as (insert into users (account_id, role, first_name, last_name, email, password_hash) select id, 'owner', 'Ada', 'Byron', 'u' || id || '@example.org', 'x' from made returning 1)
		select count(*) from people`)
	began := time.Now()
	out := operate(t, database, "account", "list", "--by=storage", "--json")
	t.Logf("%d bytes in %.1f s", len(out), time.Since(began).Seconds())
	if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 10001 || !strings.Contains(lines[0], `"Account 10000"`) || !strings.Contains(lines[10000], owner.email) {
		t.Errorf("%d lines, from %s to %s", len(lines), lines[0], lines[len(lines)-1])
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}
