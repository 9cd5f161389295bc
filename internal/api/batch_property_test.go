package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Random operations, sent one by one to one account and in batches to another, have the same results:
// answers, objects, sums and log.
func TestBatchesAreAsOneByOne(t *testing.T) {
	t.Parallel()
	h := server(t)
	t.Run("accounts", func(t *testing.T) {
		for n := range 3 {
			seed := rand.Uint64()
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				t.Logf("seed %d", seed)
				p := &pair{t: t, random: rand.New(rand.NewPCG(seed, 0)), alone: twin{person: h.Owner(t)}, together: twin{person: h.Owner(t)}}
				for range 80 {
					p.step()
				}
				p.flush()
				p.compare()
			})
		}
	})
	apitest.CheckState(t, h)
}

// pair is two accounts with the same history.
type pair struct {
	t               *testing.T
	random          *rand.Rand
	alone, together twin
	objects         []object // by number; both accounts have their own ids
	waiting         []act    // what the second account has not done yet
}

type twin struct {
	*person
	ids []string // by the number of the object
}

// object is something that was made, and may be gone.
type object struct {
	kind   string
	parent int // the number of what it is in; -1 if that is the account
	gone   bool
}

// act is a request in which @7 stands for the object of number 7.
type act struct {
	method, path string
	body         M
	makes        int    // the number of the object that is made; -1 if it is none
	answer       string // in the first account
}

// one picks an object of a kind, -1 if there is none. Sometimes it picks a deleted one.
func (p *pair) one(kind string) int {
	var all []int
	for i, o := range p.objects {
		if o.kind == kind && (!o.gone || p.random.IntN(20) == 0) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[p.random.IntN(len(all))]
}

// step does something random in the first account and queues it for the second. If it is refused, it
// must be refused in a batch, too, with all queued operations.
func (p *pair) step() {
	p.t.Helper()
	a, made := p.invent()
	if a.method == "" {
		return
	}
	r := p.alone.Send(p.t, a.method, p.alone.fill(a.path), p.alone.fillAll(a.body))
	if r.StatusCode >= http.StatusBadRequest {
		p.refuse(a, r.StatusCode)
		return
	}
	if a.makes = -1; made.kind != "" {
		a.makes = len(p.objects)
		p.objects = append(p.objects, made)
		p.alone.ids, p.together.ids = append(p.alone.ids, r.ID(p.t)), append(p.together.ids, "")
	}
	a.answer = p.summary(p.alone, r.Content)
	if a.method == "DELETE" {
		p.lose(number(a.path))
	}
	p.waiting = append(p.waiting, a)
	if len(p.waiting) == maxOperations || p.random.IntN(12) == 0 {
		p.flush()
	}
}

// lose notes that an object is gone, with what is in it.
func (p *pair) lose(n int) {
	p.objects[n].gone = true
	for i, o := range p.objects {
		if o.parent == n && !o.gone {
			p.lose(i)
		}
	}
}

// operations are the queued acts, with references to the objects they make.
func (p *pair) operations(acts []act) (ops []M) {
	within := twin{ids: append([]string(nil), p.together.ids...)}
	for i, a := range acts {
		ops = append(ops, op(a.method, within.fill(a.path), within.fillAll(a.body)))
		if a.makes >= 0 {
			within.ids[a.makes] = fmt.Sprint("$", i)
		}
	}
	return ops
}

func (p *pair) refuse(a act, status int) {
	p.t.Helper()
	failedAt(p.t, inOne(p.t, p.together.person, p.operations(append(p.waiting[:len(p.waiting):len(p.waiting)], a))...), status, len(p.waiting))
}

// flush runs the queued acts in the second account, in one batch.
func (p *pair) flush() {
	p.t.Helper()
	if len(p.waiting) == 0 {
		return
	}
	r := inOne(p.t, p.together.person, p.operations(p.waiting)...).Want(p.t, http.StatusOK)
	for i, a := range p.waiting {
		if a.makes >= 0 {
			p.together.ids[a.makes] = r.Dig(p.t, fmt.Sprintf("data.%d.body.data.id", i)).(string)
		}
	}
	for i, a := range p.waiting {
		body := r.Dig(p.t, fmt.Sprintf("data.%d.body", i))
		if body == nil {
			body = ""
		}
		if got := p.summary(p.together, []byte(encoded(body))); got != a.answer && a.answer+got != `""` {
			p.t.Fatalf("%s %s is answered\n%s\nalone, and in a batch\n%s", a.method, a.path, a.answer, got)
		}
	}
	p.waiting = nil
}

// compare requires both accounts to show the same.
func (p *pair) compare() {
	p.t.Helper()
	paths := []string{"/api/collections?per_page=100&include=summary", "/api/items?per_page=100&include=summary", "/api/copies?per_page=100", "/api/locations?per_page=100", "/api/dashboard", "/api/trash?per_page=100",
		"/api/administration/logs?per_page=100", "/api/loans?per_page=100", "/api/insurance-records?per_page=100"}
	for i, o := range p.objects {
		switch {
		case o.gone:
		case o.kind == "collection":
			paths = append(paths, fmt.Sprintf("/api/collections/@%d./statistics", i))
		case o.kind == "item":
			paths = append(paths, fmt.Sprintf("/api/items/@%d./logs?per_page=100", i))
		case o.kind == "copy":
			paths = append(paths, fmt.Sprintf("/api/copies/@%d./history?per_page=100", i), fmt.Sprintf("/api/copies/@%d.", i))
		}
	}
	for _, path := range paths {
		first, second := p.alone.Send(p.t, "GET", p.alone.fill(path), nil), p.together.Send(p.t, "GET", p.together.fill(path), nil)
		first.Want(p.t, second.StatusCode)
		same(p.t, path, json.RawMessage(p.summary(p.together, second.Content)), json.RawMessage(p.summary(p.alone, first.Content)))
	}
}

// fill puts the ids of an account into a text. Numbers end with a dot.
func (w twin) fill(text string) string {
	pairs := make([]string, 0, 2*len(w.ids))
	for i, id := range w.ids {
		pairs = append(pairs, fmt.Sprintf("@%d.", i), id)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (w twin) fillAll(body M) M {
	if body == nil {
		return nil
	}
	filled := M{}
	for name, v := range body {
		switch v := v.(type) {
		case string:
			filled[name] = w.fill(v)
		case []string:
			list := []string{}
			for _, s := range v {
				list = append(list, w.fill(s))
			}
			filled[name] = list
		default:
			filled[name] = v
		}
	}
	return filled
}
