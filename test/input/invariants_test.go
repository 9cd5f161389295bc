package input

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
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

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// G11: sixteen workers write everything writable to the same objects of few
// accounts, sometimes with ids of another account. No answer is a server error,
// and the result obeys every rule of the contract. It runs for
// VITRINE_INVARIANT_SECONDS, 5 by default and 60 for a thorough check, and until every
// kind of change has happened.
func TestInvariantsUnderConcurrentWrites(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := newHarness(t, apitest.Settings{Files: store})
	observe(t, h)
	seconds, _ := strconv.Atoi(os.Getenv("VITRINE_INVARIANT_SECONDS"))
	if seconds < 1 {
		seconds = 5
	}
	t.Logf("VITRINE_INPUT_SEED=%d, %d seconds", inputSeed, seconds)
	crowd := newCrowd(t, h)
	enough := time.Now().Add(time.Duration(seconds) * time.Second)
	ctx, stop := context.WithDeadline(t.Context(), enough.Add(time.Minute))
	defer stop()
	var all sync.WaitGroup
	for n := range 16 {
		w := &worker{crowd: crowd, Rand: rand.New(rand.NewPCG(inputSeed, uint64(n))), account: crowd.accounts[n%len(crowd.accounts)]}
		w.who = w.account.members[n/len(crowd.accounts)%len(w.account.members)]
		all.Go(func() {
			for ctx.Err() == nil && (time.Now().Before(enough) || len(crowd.missing()) > 0) {
				w.work()
			}
		})
	}
	all.Wait()
	crowd.report(t)
	apitest.CheckState(t, h)
	apitest.CheckRules(t, h, historyRules)
	checkEntries(t, h, crowd.done)
	checkStore(t, h, store)
}

// crowd is all workers and their results.
type crowd struct {
	h        *harness
	accounts []*contested
	actions  map[string]string // by pattern of the route

	mu       sync.Mutex
	done     map[string]map[string]int // acknowledged changes by e-mail and action
	statuses map[int]int
	failures []string
}

// contested is an account with its objects by kind, some already deleted.
type contested struct {
	members []*person
	mu      sync.Mutex
	objects map[string][]string // paths
}

func newCrowd(t *testing.T, h *harness) *crowd {
	t.Helper()
	c := &crowd{h: h, actions: fixture.Actions(), done: map[string]map[string]int{}, statuses: map[int]int{}}
	for range 3 {
		w := &world{Person: h.Owner(t)}
		a := &contested{members: []*person{w.Person, w.Join(t, identity.Editor)}, objects: map[string][]string{}}
		for _, m := range a.members {
			c.done[m.Email] = map[string]int{}
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
	total := map[string]int{}
	for _, actions := range c.done {
		for action, n := range actions {
			total[action] += n
		}
	}
	t.Logf("changes: %v", total)
	for _, action := range c.missing() {
		t.Errorf("no change was %s: the test does not do what it says", action)
	}
}

// missing are the kinds of changes to the catalogue that have not happened yet.
func (c *crowd) missing() (missing []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, action := range c.actions {
		what, _, _ := strings.Cut(action, "_")
		if slices.Contains([]string{"location", "collection", "custom", "item", "copy", "insurance", "document"}, what) &&
			!slices.ContainsFunc(slices.Collect(maps.Values(c.done)), func(done map[string]int) bool { return done[action] > 0 }) {
			missing = append(missing, action)
		}
	}
	return missing
}

// worker is a user who writes without pause.
type worker struct {
	*crowd
	*rand.Rand
	account *contested
	who     *person
}

// enough is the number of objects of a kind beyond which an account deletes more
// than it creates: low for containers, so that they are contested.
func enough(kind string) int {
	if kind == "type" || kind == "collection" {
		return 4
	}
	return 16
}

// pick returns an object of a kind, or "" if there is none; one in twenty is
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

// create creates an object of a kind in a list.
func (w *worker) create(kind, list string, body M) {
	if status, answer := w.send("POST", list, body); status == http.StatusCreated {
		w.remember(kind, strings.TrimPrefix(answer.Data.Links.Self, w.h.URL))
	}
}

// remove deletes one if there are many, and otherwise rarely.
func (w *worker) remove(kind string) {
	p := w.pick(kind)
	if p == "" || !w.crowded(kind) && w.IntN(5) > 0 {
		return
	}
	if status, _ := w.send("DELETE", p, nil); status == http.StatusNoContent || status == http.StatusNotFound {
		w.forget(kind, p)
	}
}

// written is what an answer says of an object.
type written struct {
	Data struct {
		Links struct{ Self string }
	}
}

// send makes a request and records the result. It skips the contract check, which
// would take most of the time.
func (w *worker) send(method, path string, body M) (int, written) {
	encoded, _ := json.Marshal(body)
	req, _ := http.NewRequest(method, w.h.URL+path, bytes.NewReader(encoded))
	return w.ask(req, fmt.Sprint(method, " ", path, " ", string(encoded)))
}

func (w *worker) ask(req *http.Request, what string) (int, written) {
	var answer written
	req.Header.Set("Authorization", "Bearer "+w.who.Token)
	res, err := apitest.Client.Do(req)
	if err != nil {
		w.note(what, "", 0, []byte(err.Error()))
		return 0, answer
	}
	defer res.Body.Close()
	content, _ := io.ReadAll(res.Body)
	_ = json.Unmarshal(content, &answer)
	w.note(what, w.actions[w.h.Contract.Pattern(req)], res.StatusCode, content)
	return res.StatusCode, answer
}

func (c *worker) note(request, action string, status int, answer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	switch {
	case status >= 200 && status < 300 && action == "": // uploads are not logged
	case status >= 200 && status < 300:
		c.done[c.who.Email][action]++
	case status != http.StatusNotFound && status != http.StatusUnprocessableEntity:
		c.failures = append(c.failures, fmt.Sprintf("%s: %d %s", request, status, answer))
	}
}
