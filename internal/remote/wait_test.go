package remote

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/importing"
)

// Temporary failures are repeated after the wait that the service asks for, at most a minute; a POST
// keeps its key.
func TestCallsAreMadeAgain(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		after  string
		times  int // that it is answered so; then it works
		pause  time.Duration
		works  bool
	}{
		"too many requests":                {429, "7", 1, 7 * time.Second, true},
		"too many requests, at once":       {429, "0", 1, time.Second, true},
		"too many requests, for an hour":   {429, "3600", 1, time.Minute, true},
		"too many requests, by a date":     {429, "Wed, 18 Nov 2026 12:00:00 GMT", 2, 3 * time.Second, true},
		"too many requests, twenty times":  {429, "60", 20, 20 * time.Minute, true},
		"a proxy without a service":        {502, "", 3, 7 * time.Second, true},
		"a service that is not there yet":  {503, "5", 2, 10 * time.Second, true},
		"a service that never comes":       {503, "", 9, 60 * time.Second, false},
		"a proxy that waits in vain":       {504, "", 9, 60 * time.Second, false},
		"a try before that is on its way":  {409, "", 1, 0, false}, // there was none
		"a failure, which another is like": {500, "", 1, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			calls, keys := 0, map[string]bool{}
			inTime(t, func(w http.ResponseWriter, r *http.Request) {
				calls++
				keys[r.Header.Get("Idempotency-Key")] = true
				if calls > c.times {
					answer(w, http.StatusOK, oneImport)
					return
				}
				w.Header().Set("Retry-After", c.after)
				answer(w, c.status, `{"message":"Not now."}`)
			}, func(t *testing.T, s *Service) {
				began, said := time.Now(), time.Duration(0)
				s.Waits = func(pause time.Duration) { said += pause }
				_, err := s.Revert(t.Context(), "9")
				if limited := c.status == 429; limited && said != c.pause || !limited && said != 0 {
					t.Errorf("it said that it waits %s for the limit of requests", said)
				}
				if (err == nil) != c.works || time.Since(began) != c.pause || len(keys) != 1 {
					t.Errorf("after %s, with %d keys: %v", time.Since(began), len(keys), err)
				}
				if refused := new(Refused); !c.works && (!errors.As(err, &refused) || refused.Status != c.status) {
					t.Errorf("told %v", err)
				}
			})
		})
	}
}

// A repeated call may get 409 while its first try is still running.
func TestFirstTryIsStillUnderWay(t *testing.T) {
	statuses := []int{503, 409, 409, 200}
	inTime(t, func(w http.ResponseWriter, _ *http.Request) {
		status := statuses[0]
		statuses = statuses[1:]
		answer(w, status, oneImport)
	}, func(t *testing.T, s *Service) {
		if i, err := s.Revert(t.Context(), "9"); err != nil || i.ID != "9" || len(statuses) != 0 {
			t.Errorf("%+v with %d answers left: %v", i, len(statuses), err)
		}
	})
}

// A call without an answer fails after a minute. Once the service has answered, it is repeated.
func TestSilence(t *testing.T) {
	var calls atomic.Int64
	var answers atomic.Bool
	h := func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1); !answers.Load() {
			<-r.Context().Done()
			return
		}
		answer(w, http.StatusOK, oneImport)
	}
	inTime(t, h, func(t *testing.T, s *Service) {
		began := time.Now()
		_, err := s.Import(t.Context(), "9")
		if gone := new(Unreachable); !errors.As(err, &gone) || time.Since(began) != time.Minute || calls.Load() != 1 {
			t.Errorf("after %s and %d calls: %v", time.Since(began), calls.Load(), err)
		}
		answers.Store(true)
		if _, err := s.Import(t.Context(), "9"); err != nil {
			t.Fatal(err)
		}
		answers.Store(false)
		calls.Store(0)
		began = time.Now()
		_, err = s.Import(t.Context(), "9")
		if want := 8*time.Minute + time.Minute; err == nil || calls.Load() != 8 || time.Since(began) != want {
			t.Errorf("after %s, want %s, and %d calls: %v", time.Since(began), want, calls.Load(), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		began = time.Now()
		if _, err := s.Import(ctx, "9"); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 3*time.Second {
			t.Errorf("whoever has no time was told after %s: %v", time.Since(began), err)
		}
	})
}

// Follow asks a few times at once, then less often, and reports progress.
func TestFollow(t *testing.T) {
	calls := 0
	inTime(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.Header.Get("Prefer") != "wait=20" {
			t.Errorf("it asks with %q", r.Header.Get("Prefer"))
		}
		state := "planning"
		if calls == 10 {
			state = "planned"
		}
		answer(w, http.StatusOK, `{"data":{"id":"9","attributes":{"state":"`+state+`","progress":{"done":`+strconv.Itoa(calls)+`}}}}`)
	}, func(t *testing.T, s *Service) {
		began := time.Now()
		var done []int64
		i, err := s.Follow(t.Context(), Import{ID: "9", State: "reading", Progress: &importing.Progress{}}, func(p *importing.Progress) { done = append(done, p.Done) })
		if err != nil || i.State != "planned" || time.Since(began) != 12*time.Second || len(done) != 10 || done[9] != 9 {
			t.Errorf("it is %s after %s, told %d: %v", i.State, time.Since(began), done, err)
		}
		calls = 0
		began = time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if i, err := s.Follow(ctx, Import{ID: "9", State: "planning"}, func(*importing.Progress) {}); !errors.Is(err, context.DeadlineExceeded) || i.ID != "9" {
			t.Errorf("after %s: %+v, %v", time.Since(began), i, err)
		}
	})
}

// Errors of a plan come before warnings, up to the limit.
func TestIssues(t *testing.T) {
	var queries []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.URL.RawQuery)
		switch {
		case r.URL.Query().Get("action") == "error":
			answer(w, http.StatusOK, `{"data":[{"id":"1","attributes":{"row":5,"issues":[{"code":"bad_money","level":"error"},{"code":"odd","level":"warning"}]}}]}`)
		default:
			answer(w, http.StatusOK, `{"data":[{"id":"2","attributes":{"row":2,"issues":[{"code":"odd","level":"warning"}]}},{"id":"3","attributes":{"row":3,"issues":[{"code":"odd","level":"warning"}]}}]}`)
		}
	})
	found, err := s.Issues(t.Context(), Import{ID: "9", Plan: &importing.Plan{Error: 1, Warnings: 3, Codes: map[string]int64{"odd": 3, "bad_money": 1}}}, 2)
	if err != nil || len(found) != 2 || found[0].Code != "bad_money" || found[0].Row != 5 || found[1].Code != "odd" || found[1].Row != 2 {
		t.Errorf("%+v: %v", found, err)
	}
	if got := strings.Join(queries, " "); got != "action=error&per_page=2 code=odd&per_page=2" {
		t.Errorf("asked for %s", got)
	}
}

// A collection is found by name on any page, unless two have the name.
func TestCollection(t *testing.T) {
	h := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("after") == "" {
			answer(w, http.StatusOK, `{"data":[{"id":"1","attributes":{"name":"Coins"}},{"id":"2","attributes":{"name":"Twice"}}],"meta":{"next_after":"p 2"}}`)
			return
		}
		if r.URL.Query().Get("after") != "p 2" {
			t.Errorf("after %q", r.URL.Query().Get("after"))
		}
		answer(w, http.StatusOK, `{"data":[{"id":"3","attributes":{"name":"Stamps"}},{"id":"4","attributes":{"name":"twice"}}],"meta":{"next_after":null}}`)
	}
	s := serve(t, h)
	for said, want := range map[string]string{"coins": "1", " STAMPS ": "3", "77": "77", "Books": `there is no collection called "Books"`, "twice": `2 collections are called "twice": name one by its number (2, 4)`, "": `there is no collection called ""`} {
		got, err := s.Collection(t.Context(), said)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q is %s, want %s", said, got, want)
		}
	}
}
