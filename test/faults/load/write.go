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

// Outcome is what a client knows of a write.
type Outcome string

const (
	Acknowledged Outcome = "acknowledged" // it was done, and stays so
	Refused      Outcome = "refused"      // it was not done
	Unknown      Outcome = "unknown"      // it may have been done
)

// write is a change as it was asked for.
type write struct {
	*object
	method, url, body string
	key               string // Idempotency-Key
	action, entry     string // what the log says of it, and by which name
	state             string // what the object is afterwards
	outcome           Outcome
}

// plan draws a change of something that no other change is under way for.
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

// pick draws an object that no change is under way for; nil if there is none.
func (a *Account) pick(r *rand.Rand) *object {
	if len(a.live) == 0 {
		return nil
	}
	if o := a.live[r.IntN(len(a.live))]; !o.busy {
		return o
	}
	return nil
}

// write sends a change, a creation until it is known what became of it, and
// notes what its object may be from now on.
func (l *Load) write(ctx context.Context, w *write) {
	var a answer
	var end time.Time // of trying, once the load has ended
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

// retire leaves an object alone from now on: it is gone, or a change of it may
// yet be done.
func (a *Account) retire(o *object) {
	a.live = slices.DeleteFunc(a.live, func(other *object) bool { return other == o })
}

// judge tells what an answer says of a write. Statuses that nothing explains are
// noted as wrong.
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

// id is the id of what was created.
func (a answer) id() int64 {
	var created struct{ Data struct{ ID string } }
	_ = json.Unmarshal(a.body, &created) // then it is 0, and the checker will not find it
	id, _ := strconv.ParseInt(created.Data.ID, 10, 64)
	return id
}
