package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/identity"
)

// G11: sixteen at a time write whatever can be written, to few accounts and to the
// same objects, now and then with the ids of another account. No answer is a
// failure of the server, and what is left obeys every rule that the contract
// has. It goes on for VITRINE_INVARIANT_SECONDS: 5 unless told, 60 is a good
// look.
func TestInvariantsUnderConcurrentWrites(t *testing.T) {
	t.Parallel()
	h := newHarness(t, Options{APILimit: 1 << 30, AuthLimit: 1 << 30})
	observe(t, h)
	seconds, _ := strconv.Atoi(os.Getenv("VITRINE_INVARIANT_SECONDS"))
	if seconds < 1 {
		seconds = 5
	}
	t.Logf("VITRINE_INPUT_SEED=%d, %d seconds", inputSeed, seconds)
	crowd := newCrowd(t, h)
	ctx, stop := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
	defer stop()
	var all sync.WaitGroup
	for n := range 16 {
		w := &worker{crowd: crowd, Rand: rand.New(rand.NewPCG(inputSeed, uint64(n))), account: crowd.accounts[n%len(crowd.accounts)]}
		w.who = w.account.members[n/len(crowd.accounts)%len(w.account.members)]
		all.Go(func() {
			for ctx.Err() == nil {
				w.work()
			}
		})
	}
	all.Wait()
	crowd.report(t)
	checkState(t, h)
	checkRules(t, h, historyRules)
	checkEntries(t, h, crowd.done)
}

// crowd is everybody who writes, and what came of it.
type crowd struct {
	h        *harness
	accounts []*contested
	actions  map[string]string // by pattern of the route

	mu       sync.Mutex
	done     map[string]map[string]int // changes that were acknowledged, by e-mail and action
	statuses map[int]int
	failures []string
}

// contested is an account with what was made in it, by kind; some of it is gone
// already.
type contested struct {
	members []*person
	mu      sync.Mutex
	objects map[string][]string // paths
}

func newCrowd(t *testing.T, h *harness) *crowd {
	t.Helper()
	c := &crowd{h: h, actions: map[string]string{}, done: map[string]map[string]int{}, statuses: map[int]int{}}
	for _, rt := range h.api.routes {
		c.actions[rt.pattern] = rt.action
	}
	for range 3 {
		w := &world{person: h.owner(t)}
		a := &contested{members: []*person{w.person, w.join(t, identity.Editor)}, objects: map[string][]string{}}
		for _, m := range a.members {
			c.done[m.email] = map[string]int{}
		}
		c.accounts = append(c.accounts, a)
	}
	return c
}

func (c *crowd) report(t *testing.T) {
	t.Helper()
	t.Logf("answers by status: %v", c.statuses)
	for _, f := range c.failures[:min(len(c.failures), 5)] {
		t.Error(f)
	}
	total, changes := map[string]int{}, 0
	for _, actions := range c.done {
		for action, n := range actions {
			total[action] += n
			changes += n
		}
	}
	t.Logf("changes: %v", total)
	for _, action := range c.actions {
		what, _, _ := strings.Cut(action, "_")
		if changes > 2000 && slices.Contains([]string{"location", "collection", "custom", "item", "copy", "insurance"}, what) && total[action] == 0 {
			t.Errorf("of %d changes none was %s: the test does not do what it says", changes, action)
		}
	}
}

// worker is a user in a hurry.
type worker struct {
	*crowd
	*rand.Rand
	account *contested
	who     *person
}

// enough is how many objects of a kind an account has before more are deleted
// than made: few of those that others are made in, so that they are contested.
func enough(kind string) int {
	if kind == "type" || kind == "collection" {
		return 4
	}
	return 16
}

// pick is an object of a kind, "" if there is none yet; one in twenty is
// another account's.
func (w *worker) pick(kind string) string {
	a := w.account
	if w.IntN(20) == 0 {
		a = w.accounts[w.IntN(len(w.accounts))]
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.objects[kind]) == 0 {
		return ""
	}
	return a.objects[kind][w.IntN(len(a.objects[kind]))]
}

// id is the id of an object of a kind, or nil.
func (w *worker) id(kind string) any {
	if p := w.pick(kind); p != "" && w.IntN(4) > 0 {
		return path.Base(p)
	}
	return nil
}

func (w *worker) remember(kind, path string) {
	w.account.mu.Lock()
	defer w.account.mu.Unlock()
	w.account.objects[kind] = append(w.account.objects[kind], path)
}

func (w *worker) forget(kind, path string) {
	w.account.mu.Lock()
	defer w.account.mu.Unlock()
	w.account.objects[kind] = slices.DeleteFunc(w.account.objects[kind], func(p string) bool { return p == path })
}

func (w *worker) crowded(kind string) bool {
	w.account.mu.Lock()
	defer w.account.mu.Unlock()
	return len(w.account.objects[kind]) > enough(kind)
}

// create makes an object of a kind in a list.
func (w *worker) create(kind, list string, body M) {
	if status, answer := w.send("POST", list, body); status == http.StatusCreated {
		w.remember(kind, strings.TrimPrefix(answer.Data.Links.Self, w.h.URL))
	}
}

// remove deletes one, if there are many; else it leaves most of them.
func (w *worker) remove(kind string) {
	p := w.pick(kind)
	if p == "" || !w.crowded(kind) && w.IntN(5) > 0 {
		return
	}
	if status, _ := w.send("DELETE", p, nil); status == http.StatusNoContent || status == http.StatusNotFound {
		w.forget(kind, p)
	}
}

// written is what an answer tells of an object.
type written struct {
	Data struct {
		Links struct{ Self string }
	}
}

// send makes a request and notes what came of it. The contract is held by other
// tests; here it would take most of the time.
func (w *worker) send(method, path string, body M) (int, written) {
	var answer written
	encoded, _ := json.Marshal(body)
	req, _ := http.NewRequest(method, w.h.URL+path, bytes.NewReader(encoded))
	req.Header.Set("Authorization", "Bearer "+w.who.token)
	res, err := client.Do(req)
	if err != nil {
		w.note(method+" "+path, "", 0, []byte(err.Error()))
		return 0, answer
	}
	defer res.Body.Close()
	content, _ := io.ReadAll(res.Body)
	_ = json.Unmarshal(content, &answer)
	w.note(fmt.Sprint(method, " ", path, " ", string(encoded)), w.actions[w.h.pattern(req)], res.StatusCode, content)
	return res.StatusCode, answer
}

func (c *worker) note(request, action string, status int, answer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	switch {
	case status >= 200 && status < 300:
		c.done[c.who.email][action]++
	case status != http.StatusNotFound && status != http.StatusUnprocessableEntity:
		c.failures = append(c.failures, fmt.Sprintf("%s: %d %s", request, status, answer))
	}
}
