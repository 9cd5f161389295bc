package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Outcome is a write's result as the client knows it.
type Outcome string

const (
	Acknowledged Outcome = "acknowledged" // done, and stays so
	Refused      Outcome = "refused"      // not done
	Unknown      Outcome = "unknown"      // may have been done
)

// write is a requested change.
type write struct {
	*object
	method, url, body string
	key               string // Idempotency-Key
	action, entry     string // of its log entry: action and name
	state             string // of the object afterwards
	outcome           Outcome
}

// plan draws a change of an object without another change in progress.
func (a *Account) plan(r *rand.Rand) *write {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.serial++
	name := fmt.Sprint(a.Marker, a.serial)
	if what := kinds[r.IntN(len(kinds))]; !what.keeps && r.IntN(2) == 0 {
		o := &object{account: a, kind: what, busy: true, allowed: []string{""}}
		a.objects = append(a.objects, o)
		body, state := what.fill(a, name, r)
		return &write{object: o, method: http.MethodPost, url: what.path(a), body: encode(body), key: name, action: what.name + "_created", entry: name, state: state}
	}
	o := a.pick(r)
	if o == nil {
		return nil
	}
	o.busy = true
	o.changes++
	if !o.kind.keeps && r.IntN(4) == 0 {
		return &write{object: o, method: http.MethodDelete, url: o.path(), key: name, action: o.kind.name + "_deleted", entry: nameOf(o.allowed[0])}
	}
	body, state := o.kind.fill(a, name, r)
	return &write{object: o, method: http.MethodPut, url: o.path(), body: encode(body), key: name, action: o.kind.name + "_updated", entry: name, state: state}
}

// pick draws an object without a change in progress; nil if there is none.
func (a *Account) pick(r *rand.Rand) *object {
	if len(a.live) == 0 {
		return nil
	}
	if o := a.live[r.IntN(len(a.live))]; !o.busy {
		return o
	}
	return nil
}

// write sends a change, repeats a creation until its outcome is known, and
// records the possible states of the object.
func (l *Load) write(ctx context.Context, w *write) {
	var a answer
	var end time.Time // of attempts, once the load has ended
	outcome := Unknown
	for again := 0; outcome == Unknown && (again == 0 || w.method == http.MethodPost); again++ {
		if again > 0 {
			time.Sleep(time.Second)
		}
		a = l.send(w.account, w.method, w.url, w.body, w.key, again)
		outcome = l.judge(w, a)
		if ctx.Err() != nil {
			orElse(&end, time.Now().Add(l.options.Settle))
			if time.Now().After(end) {
				break
			}
		}
	}
	w.account.mu.Lock()
	defer w.account.mu.Unlock()
	w.outcome, w.busy = outcome, false
	w.changes++
	switch outcome {
	case Acknowledged:
		w.allowed = []string{w.state}
		if w.method == http.MethodPost {
			w.id = a.id()
			w.account.live = append(w.account.live, w.object)
		}
	case Unknown:
		w.allowed = append(w.allowed, w.state)
	}
	if outcome == Unknown || outcome == Acknowledged && w.method == http.MethodDelete {
		w.account.retire(w.object)
	}
}

// retire stops using an object: it is gone, or a change of it may still happen.
func (a *Account) retire(o *object) {
	a.live = slices.DeleteFunc(a.live, func(other *object) bool { return other == o })
}

// judge returns the outcome of a write by its answer. Unexplained statuses are
// recorded as wrong.
func (l *Load) judge(w *write, a answer) Outcome {
	want := map[string]int{http.MethodPost: 201, http.MethodPut: 200, http.MethodDelete: 204}[w.method]
	switch {
	case a.status == want:
		return Acknowledged
	case a.status == 0 || a.status >= 500 || a.status == http.StatusConflict:
		return Unknown
	case a.status == http.StatusUnprocessableEntity && w.kind.picky:
		return Refused
	}
	l.complain("%s %s: status %d: %s", w.method, w.kind.name, a.status, a.body)
	return Refused
}

// id returns the id of the created object.
func (a answer) id() int64 {
	var created struct{ Data struct{ ID string } }
	_ = json.Unmarshal(a.body, &created) // 0, which the checker will not find
	id, _ := strconv.ParseInt(created.Data.ID, 10, 64)
	return id
}
