package api

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

const (
	raceRounds  = 10
	raceClients = 4                     // logging in without pause
	raceStep    = 15 * time.Millisecond // between two starts
)

// H2: a login proves the password it began with, and hashing takes time. A
// password change meanwhile must shut it out: after each round only tokens issued
// for the new password work.
func TestNoLoginSurvivesAChangeOfPassword(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := server(t)
	for name, change := range map[string]func(*testing.T, *world, string, string){"changed": changePassword, "reset": resetPassword} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{Person: h.Owner(t)}
			old, given := password, 0
			for round := range raceRounds {
				chosen := password + strconv.Itoa(round)
				tokens := logInDuring(t, w, old, func() { change(t, w, old, chosen) })
				for _, stale := range tokens {
					if status := stale.Send(t, "GET", "/api/me", nil).StatusCode; status != http.StatusUnauthorized {
						t.Errorf("round %d: a token for the old password is answered %d, want 401", round, status)
					}
				}
				if fresh, ok := logIn(t, w, chosen); !ok || fresh.Send(t, "GET", "/api/me", nil).StatusCode != http.StatusOK {
					t.Errorf("round %d: the new password is not good", round)
				}
				old, given = chosen, given+len(tokens)
			}
			t.Logf("%d logins in %d rounds", given, raceRounds)
			if given == 0 {
				t.Error("no login with an old password was ever early enough, which proves nothing")
			}
		})
	}
}

// logInDuring has clients log in without pause until the password is changed, and
// returns those who succeeded.
func logInDuring(t *testing.T, w *world, secret string, change func()) (in []*person) {
	var all sync.WaitGroup
	var mu sync.Mutex
	var changed atomic.Bool
	for range raceClients {
		all.Go(func() {
			for !changed.Load() {
				if p, ok := logIn(t, w, secret); ok {
					mu.Lock()
					in = append(in, p)
					mu.Unlock()
				}
			}
		})
		time.Sleep(raceStep)
	}
	change()
	changed.Store(true)
	all.Wait()
	return in
}

// logIn logs in with a password and reports success.
func logIn(t *testing.T, w *world, secret string) (*person, bool) {
	r := w.Nobody().Send(t, "POST", "/api/login", M{"email": w.Email, "password": secret})
	if r.StatusCode == http.StatusUnauthorized {
		return nil, false
	}
	token, _ := r.Want(t, http.StatusOK).Dig(t, "data.token").(string)
	return &person{Harness: w.Harness, Email: w.Email, Token: token}, true
}

func changePassword(t *testing.T, w *world, old, chosen string) {
	w.Send(t, "PUT", "/api/me/password", M{"current_password": old, "password": chosen, "password_confirmation": chosen}).Want(t, http.StatusNoContent)
}

func resetPassword(t *testing.T, w *world, _, chosen string) {
	body := M{"password": chosen, "password_confirmation": chosen}
	maps.Copy(body, apitest.Examples["POST /api/password/reset"](t, w))
	w.Nobody().Send(t, "POST", "/api/password/reset", body).Want(t, http.StatusNoContent)
}
