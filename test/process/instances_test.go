package process

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// three starts instances that share a database and a Redis.
func three(t *testing.T, env ...string) []*instance {
	t.Helper()
	database := pgtest.Migrated(t)
	env = append([]string{"REDIS_URL=" + private(t, "redis").url}, env...)
	return []*instance{serve(t, database, env...), serve(t, database, env...), serve(t, database, env...)}
}

// believed makes every instance cache a token, which takes two reads.
func believed(t *testing.T, c *client, all []*instance) {
	t.Helper()
	for range 3 {
		for _, i := range all {
			c.must(t, http.StatusOK, "GET", i.url+"/api/locations", nil)
		}
	}
}

// A token revoked on one instance is refused by all from that moment on, however
// it was revoked.
func TestRevokedTokenIsNobodysEverywhere(t *testing.T) {
	t.Parallel()
	all := three(t)
	owner := newcomer(t, all[0])
	keys := "/api/administration/api"
	newKey := func() (*client, string) {
		a := owner.must(t, http.StatusCreated, "POST", all[0].url+keys, M{"label": "Script"})
		return &client{a.text(t, "token")}, a.text(t, "data", "id")
	}
	for _, here := range all {
		for what, revoke := range map[string]func() *client{
			"logging out": func() *client {
				c := owner.login(t, here)
				believed(t, c, all)
				c.must(t, http.StatusOK, "DELETE", here.url+"/api/logout", nil)
				return c
			},
			"deleting the key": func() *client {
				c, id := newKey()
				believed(t, c, all)
				owner.must(t, http.StatusNoContent, "DELETE", here.url+keys+"/"+id, nil)
				return c
			},
			"a new password": func() *client {
				c, _ := newKey()
				believed(t, c, all)
				owner.must(t, http.StatusNoContent, "PUT", here.url+"/api/me/password", M{"current_password": password, "password": password, "password_confirmation": password})
				return c
			},
			"leaving the account": func() *client {
				member := owner.join(t, here, "editor")
				believed(t, member.client, all)
				owner.must(t, http.StatusNoContent, "DELETE", here.url+"/api/account/members/"+member.must(t, http.StatusOK, "GET", here.url+"/api/me", nil).text(t, "data", "id"), nil)
				return member.client
			},
		} {
			revoked := revoke()
			var asked sync.WaitGroup
			for _, i := range all {
				for _, method := range []string{"GET", "POST"} {
					asked.Go(func() {
						if a, err := revoked.ask(method, i.url+"/api/locations", `{"name":"Attic"}`); err != nil || a.status != http.StatusUnauthorized {
							t.Errorf("after %s, %s is %d (%v), want 401", what, method, a.status, err)
						}
					})
				}
			}
			asked.Wait()
		}
	}
}

// The same under load: no request that begins after the revocation is served.
func TestRevocationHoldsUnderLoad(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestRevokedTokenIsNobodysEverywhere")
	all := three(t)
	owner := newcomer(t, all[0])
	for round := range 6 {
		c := owner.login(t, all[0])
		believed(t, c, all)
		var revoked, end atomic.Bool
		var served, refused atomic.Int64
		var readers sync.WaitGroup
		for n := range 6 {
			readers.Go(func() {
				for !end.Load() {
					late := revoked.Load()
					a, err := c.send("GET", all[n%3].url+"/api/locations", "")
					switch {
					case err != nil:
						t.Error(err)
					case a.status == http.StatusOK && !late:
						served.Add(1)
					case a.status == http.StatusUnauthorized:
						refused.Add(1)
					default:
						t.Errorf("round %d: status %d, revoked before: %t", round, a.status, late)
					}
				}
			})
		}
		for served.Load() < 30 && !t.Failed() {
			owner.must(t, http.StatusOK, "GET", all[round%3].url+"/api/me", nil)
		}
		c.must(t, http.StatusOK, "DELETE", all[round%3].url+"/api/logout", nil)
		revoked.Store(true)
		for from := refused.Load(); refused.Load() < from+30 && !t.Failed(); {
			owner.must(t, http.StatusOK, "GET", all[round%3].url+"/api/me", nil)
		}
		end.Store(true)
		readers.Wait()
	}
}

// A demoted member cannot write on any instance, in any way.
func TestDemotionCountsEverywhere(t *testing.T) {
	t.Parallel()
	all := three(t)
	owner := newcomer(t, all[0])
	for _, here := range all {
		member := owner.join(t, here, "editor")
		self := "/api/account/members/" + member.must(t, http.StatusOK, "GET", here.url+"/api/me", nil).text(t, "data", "id")
		believed(t, member.client, all)
		room := member.must(t, http.StatusCreated, "POST", here.url+"/api/locations", M{"name": "Attic"}).text(t, "data", "id")
		for n, i := range all {
			member.must(t, http.StatusOK, "PUT", i.url+"/api/locations/"+room, M{"name": fmt.Sprint("Attic ", n)})
		}
		owner.must(t, http.StatusOK, "PUT", here.url+self, M{"role": "viewer"})
		for n, i := range all {
			for _, c := range [][]string{{"POST", ""}, {"POST", "", "Idempotency-Key", fmt.Sprint("k-", n)}, {"PUT", "/" + room}, {"PATCH", "/" + room}, {"DELETE", "/" + room}, {"PUT", "/" + room, "If-Match", "*"}} {
				member.must(t, http.StatusNotFound, c[0], i.url+"/api/locations"+c[1], M{"name": "Cellar"}, c[2:]...)
			}
			member.must(t, http.StatusOK, "GET", i.url+"/api/locations/"+room, nil)
		}
		owner.must(t, http.StatusOK, "PUT", here.url+self, M{"role": "editor"})
		for _, i := range all {
			member.must(t, http.StatusOK, "PUT", i.url+"/api/locations/"+room, M{"name": "Cellar"})
		}
	}
}

// Three instances together admit what one would.
func TestThreeInstancesCountTogether(t *testing.T) {
	testkind.WatchesTheClock(t)
	const limit, logins = 40, 10
	all := three(t, fmt.Sprint("VITRINE_RATE_LIMIT_API=", limit), fmt.Sprint("VITRINE_RATE_LIMIT_AUTH=", logins))
	owner := newcomer(t, all[0])
	passed := burst(t, owner.client, all)
	if got := passed[0] + passed[1] + passed[2]; got != limit {
		t.Errorf("%d of 300 requests passed (%v), want %d", got, passed, limit)
	}
	statuses := map[int]int{}
	for n := range 3 * logins {
		a, err := (&client{}).ask("POST", all[n%3].url+"/api/login", `{"email":"nobody@example.org","password":"x"}`)
		if err != nil {
			t.Fatal(err)
		}
		statuses[a.status]++
	}
	if statuses[http.StatusUnauthorized] != logins || statuses[http.StatusTooManyRequests] != 2*logins {
		t.Errorf("logins: %v, want %d tried and the rest refused", statuses, logins)
	}
}
