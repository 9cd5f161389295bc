package api

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"vitrine/internal/identity"
)

// sequencesPerCheck times 25 checks are what CI runs: 200 sequences of 50
// operations.
const (
	sequencesPerCheck = 8
	operations        = 50
)

// G10: five users of three accounts do whatever comes to mind, and the model does
// the same. Every answer is the model's, and so is what is listed in the end.
func TestInputModel(t *testing.T) {
	t.Parallel()
	h := inputs(t)
	t.Logf("VITRINE_INPUT_SEED=%d", inputSeed)
	l := newLine(h)
	l.once = true // the model would not know
	defer l.hangUp()
	statuses := [600]atomic.Int64{}
	rapid.Check(t, func(rt *rapid.T) {
		for range sequencesPerCheck {
			p := newPlay(t, rt, h, l)
			for done := 0; done < operations; {
				before := p.asked
				if p.act(rt); p.asked > before { // else there was nothing to do it to
					done++
				}
			}
			p.lookAtAll(rt)
			for status, n := range p.statuses {
				statuses[status].Add(n)
			}
		}
	})
	for status := range statuses {
		if n := statuses[status].Load(); n > 0 {
			t.Logf("status %d: %d", status, n)
		}
	}
	checkState(t, h)
}

// play is one sequence: who takes part, and what the model knows.
type play struct {
	t        testing.TB
	line     *line
	tenants  []*tenant
	users    []*player
	gone     []*thing
	turn     int
	asked    int
	statuses map[int]int64
}

// player is a user with a role, and keys besides the first.
type player struct {
	*person
	tenant *tenant
	id     string
	role   identity.Role
	keys   map[string]string // tokens by id
	dead   []string          // tokens that were revoked
}

func newPlay(t testing.TB, rt *rapid.T, h *harness, l *line) *play {
	p := &play{t: t, line: l, statuses: map[int]int64{}}
	join := func(who *person, role identity.Role) {
		p.users = append(p.users, &player{person: who, tenant: p.tenants[len(p.tenants)-1], role: role, keys: map[string]string{}})
		me := p.users[len(p.users)-1]
		me.id = fmt.Sprint(p.must(rt, me, "GET", "/api/me", nil, http.StatusOK).dig(t, "data.id"))
	}
	for n := range 3 {
		p.tenants = append(p.tenants, &tenant{links: map[[2]string]bool{}})
		w := &world{person: h.owner(t)}
		join(w.person, identity.Owner)
		if n == 0 {
			join(w.join(t, identity.Editor), identity.Editor)
			join(w.viewer(t), identity.Viewer)
		}
	}
	return p
}

// must makes a request as somebody, holds the answer to the rule for all answers
// and to the status.
func (p *play) must(rt *rapid.T, who *player, method, path string, body M, status int) response {
	var sent string
	if body != nil {
		sent = encoded(body)
	}
	r, err := p.line.ask(method, path, []string{"Authorization: Bearer " + who.token}, sent)
	if err == nil {
		err = passes(p.line.h, sent, r)
	}
	if err == nil && r.StatusCode != status {
		err = fmt.Errorf("status %d, want %d: %s", r.StatusCode, status, r.body)
	}
	if err != nil {
		rt.Fatalf("%s as %s: %s %s %s\n%v", who.email, who.role, method, path, sent, err)
	}
	p.statuses[status]++
	p.asked++
	return r
}

func (p *play) act(rt *rapid.T) {
	who := rapid.SampledFrom(p.users).Draw(rt, "who")
	kind := rapid.SampledFrom([]string{"item", "record", "field", "copy", "location", "collection", "type", "item"}).Draw(rt, "kind")
	switch rapid.SampledFrom([]string{"create", "patch", "put", "delete", "link", "create", "key", "get", "list", "role", "create", "put", "patch", "link", "create"}).Draw(rt, "act") {
	case "create":
		p.create(rt, who, kind)
	case "get":
		if o := p.pick(rt, who, kind); o != nil {
			r := p.must(rt, who, "GET", o.path(), nil, p.found(who, o))
			p.compare(rt, r, o)
		}
	case "put":
		p.write(rt, who, kind, "PUT")
	case "patch":
		p.write(rt, who, kind, "PATCH")
	case "delete":
		p.delete(rt, who, kind)
	case "list":
		p.list(rt, who, kind)
	case "link":
		p.link(rt, who)
	case "role":
		p.changeRole(rt, who)
	case "key":
		p.key(rt, who)
	}
}

// found is what somebody gets who asks for a thing.
func (p *play) found(who *player, o *thing) int {
	if who.tenant.has(o) {
		return http.StatusOK
	}
	return http.StatusNotFound
}

// pick draws a thing of a kind: mostly of one's own, sometimes of another account
// or one that is gone. Nil if there is none.
func (p *play) pick(rt *rapid.T, who *player, kind string) *thing {
	from := who.tenant.things
	switch rapid.IntRange(0, 19).Draw(rt, "whose") { // rapid prefers small numbers
	case 19, 18, 17:
		from = p.gone
	case 16, 15, 14:
		from = rapid.SampledFrom(p.tenants).Draw(rt, "account").things
	}
	from = slices.DeleteFunc(slices.Clone(from), func(o *thing) bool { return o.kind != kind })
	if len(from) == 0 {
		return nil
	}
	return rapid.SampledFrom(from).Draw(rt, kind)
}

// compare holds a thing that is shown against the model.
func (p *play) compare(rt *rapid.T, r response, o *thing) {
	if r.StatusCode < 300 && r.StatusCode != http.StatusNoContent {
		equal(rt, o.path(), attributesShown(r.dig(p.t, "data")), M{"id": o.id, "attributes": o.shown})
	}
}

// attributesShown leaves out of an object what the model does not know.
func attributesShown(data any) M {
	object := data.(M)
	shown := maps.Clone(object["attributes"].(M))
	maps.DeleteFunc(shown, func(name string, _ any) bool { return name == "created_at" || name == "updated_at" || name == "uuid" })
	return M{"id": object["id"], "attributes": shown}
}

// create makes a thing, in another one where that is its place.
func (p *play) create(rt *rapid.T, who *player, kind string) {
	var in *thing
	if holder := modelKinds[kind].holder; holder != "" {
		if in = p.pick(rt, who, holder); in == nil {
			return
		}
	}
	body := p.draw(rt, who, kind)
	if !who.role.Writes() || in != nil && !who.tenant.has(in) {
		p.must(rt, who, "POST", listPath(kind, in), body, http.StatusNotFound)
		return
	}
	made, wrong := modelKinds[kind].settle(who.tenant, nil, in, body, false)
	if len(wrong) > 0 {
		p.refused(rt, p.must(rt, who, "POST", listPath(kind, in), body, http.StatusUnprocessableEntity), wrong)
		return
	}
	r := p.must(rt, who, "POST", listPath(kind, in), body, http.StatusCreated)
	made.kind, made.in, made.id, made.turn = kind, in, r.id(p.t), p.next()
	who.tenant.things = append(who.tenant.things, made)
	p.compare(rt, r, made)
}

func (p *play) next() int { p.turn++; return p.turn }

// refused holds the fields that are named against those that are wrong.
func (p *play) refused(rt *rapid.T, r response, wrong []string) {
	for name := range named(r) {
		if field, _, _ := strings.Cut(name, "."); !slices.Contains(wrong, field) {
			rt.Fatalf("refused for %s, want %v: %s", name, wrong, r.body)
		}
	}
}

// write changes a thing as a whole, or in part.
func (p *play) write(rt *rapid.T, who *player, kind, method string) {
	o := p.pick(rt, who, kind)
	if o == nil {
		return
	}
	body := p.draw(rt, who, kind)
	input := body
	if method == "PATCH" {
		maps.DeleteFunc(body, func(name string, _ any) bool { return rapid.Bool().Draw(rt, "without "+name) })
		input = maps.Clone(o.shown)
		delete(input, "custom_fields") // which are merged one by one
		maps.Copy(input, body)
	}
	if !who.role.Writes() || !who.tenant.has(o) {
		p.must(rt, who, method, o.path(), body, http.StatusNotFound)
		return
	}
	made, wrong := modelKinds[kind].settle(who.tenant, o, o.in, input, method == "PATCH")
	if len(wrong) > 0 {
		p.refused(rt, p.must(rt, who, method, o.path(), body, http.StatusUnprocessableEntity), wrong)
		return
	}
	r := p.must(rt, who, method, o.path(), body, http.StatusOK)
	o.shown, o.values, o.turn = made.shown, made.values, p.next()
	p.compare(rt, r, o)
}

func (p *play) delete(rt *rapid.T, who *player, kind string) {
	o := p.pick(rt, who, kind)
	if o == nil {
		return
	}
	if !who.role.Writes() || !who.tenant.has(o) {
		p.must(rt, who, "DELETE", o.path(), nil, http.StatusNotFound)
		return
	}
	p.must(rt, who, "DELETE", o.path(), nil, http.StatusNoContent)
	before := slices.Clone(who.tenant.things)
	who.tenant.remove(o)
	for _, o := range before {
		if !who.tenant.has(o) {
			p.gone = append(p.gone, o)
		}
	}
}

// list compares a whole list, in its order.
func (p *play) list(rt *rapid.T, who *player, kind string) {
	var in *thing
	if holder := modelKinds[kind].holder; holder != "" {
		if in = p.pick(rt, who, holder); in == nil {
			return
		}
	}
	p.compareList(rt, who, kind, in)
}

func (p *play) compareList(rt *rapid.T, who *player, kind string, in *thing) {
	path := listPath(kind, in) + "?per_page=100"
	if in != nil && !who.tenant.has(in) {
		p.must(rt, who, "GET", path, nil, http.StatusNotFound)
		return
	}
	r := p.must(rt, who, "GET", path, nil, http.StatusOK)
	got, want := []M{}, []M{}
	for _, object := range r.dig(p.t, "data").([]any) {
		got = append(got, attributesShown(object))
	}
	for _, o := range who.tenant.listed(kind, in) {
		want = append(want, M{"id": o.id, "attributes": o.shown})
	}
	equal(rt, path, got, want)
	equal(rt, path+" total", r.dig(p.t, "meta.total"), len(want))
}

// lookAtAll compares what every account has in the end.
func (p *play) lookAtAll(rt *rapid.T) {
	for _, who := range p.users {
		if who.role == identity.Owner {
			for _, kind := range []string{"location", "collection", "type"} {
				p.compareList(rt, who, kind, nil)
			}
		}
	}
}
