package api

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	raceRounds  = 10
	raceClients = 4                     // that log in without pause
	raceStep    = 15 * time.Millisecond // between the starts of two of them
)

// H2: a login proves the password that it was begun with, and hashing takes its
// time. Whoever changes the password meanwhile, to shut somebody out, must not
// find them inside afterwards. After each round only those tokens are alive that
// were given for the new password.
func TestNoLoginSurvivesAChangeOfPassword(t *testing.T) {
	t.Parallel()
	h := server(t)
	for name, change := range map[string]func(*testing.T, *world, string, string){"changed": changePassword, "reset": resetPassword} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{person: h.owner(t)}
			old, given := password, 0
			for round := range raceRounds {
				chosen := password + strconv.Itoa(round)
				tokens := w.logInDuring(t, old, func() { change(t, w, old, chosen) })
				for _, stale := range tokens {
					if status := stale.send(t, "GET", "/api/me", nil).StatusCode; status != http.StatusUnauthorized {
						t.Errorf("round %d: a token for the old password is answered %d, want 401", round, status)
					}
				}
				if fresh, ok := w.logIn(t, chosen); !ok || fresh.send(t, "GET", "/api/me", nil).StatusCode != http.StatusOK {
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

// logInDuring has clients log in without pause until the password is changed,
// and returns those who were let in.
func (w *world) logInDuring(t *testing.T, secret string, change func()) (in []*person) {
	var all sync.WaitGroup
	var mu sync.Mutex
	var changed atomic.Bool
	for range raceClients {
		all.Go(func() {
			for !changed.Load() {
				if p, ok := w.logIn(t, secret); ok {
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

// logIn tells who is let in by a password, and whether anybody is.
func (w *world) logIn(t *testing.T, secret string) (*person, bool) {
	r := w.nobody().send(t, "POST", "/api/login", M{"email": w.email, "password": secret})
	if r.StatusCode == http.StatusUnauthorized {
		return nil, false
	}
	token, _ := r.want(t, http.StatusOK).dig(t, "data.token").(string)
	return &person{w.harness, w.email, token}, true
}

func changePassword(t *testing.T, w *world, old, chosen string) {
	w.send(t, "PUT", "/api/me/password", M{"current_password": old, "password": chosen, "password_confirmation": chosen}).want(t, http.StatusNoContent)
}

func resetPassword(t *testing.T, w *world, _, chosen string) {
	body := M{"password": chosen, "password_confirmation": chosen}
	maps.Copy(body, resetExample(t, w))
	w.nobody().send(t, "POST", "/api/password/reset", body).want(t, http.StatusNoContent)
}
