package input

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// sequencesPerCheck times 25 checks is what CI runs: 200 sequences of 50
// operations.
const (
	sequencesPerCheck = 8
	operations        = 50
)

// G10: five users of three accounts perform random acts, and so does the model.
// Every answer, and every list at the end, equals the model's.
func TestInputModel(t *testing.T) {
	t.Parallel()
	h := server(t)
	t.Logf("VITRINE_INPUT_SEED=%d", inputSeed)
	l := newLine(h)
	l.once = true // the model does not know retries
	defer l.hangUp()
	statuses := [600]atomic.Int64{}
	rapid.Check(t, func(rt *rapid.T) {
		for range sequencesPerCheck {
			p := newPlay(t, rt, h, l)
			for done := 0; done < operations; {
				before := p.asked
				if p.act(rt); p.asked > before { // otherwise it had no target
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
	apitest.CheckState(t, h)
}

// play is one sequence: its players and the model's state.
type play struct {
	t        testing.TB
	line     *line
	tenants  []*tenant
	users    []*player
	gone     []*thing
	pictures pictures
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
	dead   []string          // revoked tokens
}

func newPlay(t testing.TB, rt *rapid.T, h *harness, l *line) *play {
	p := &play{t: t, line: l, pictures: newPictures(), statuses: map[int]int64{}}
	join := func(who *person, role identity.Role) {
		p.users = append(p.users, &player{person: who, tenant: p.tenants[len(p.tenants)-1], role: role, keys: map[string]string{}})
		me := p.users[len(p.users)-1]
		me.id = fmt.Sprint(p.must(rt, me, "GET", "/api/me", nil, http.StatusOK).Dig(t, "data.id"))
	}
	for n := range 3 {
		p.tenants = append(p.tenants, &tenant{links: map[[2]string]bool{}, uploads: map[[2]string]bool{}})
		w := &world{Person: h.Owner(t)}
		join(w.Person, identity.Owner)
		p.begin(rt, p.users[len(p.users)-1])
		if n == 0 {
			join(w.Join(t, identity.Editor), identity.Editor)
			join(w.Viewer(t), identity.Viewer)
		}
	}
	return p
}

// must makes a request as a player and checks the answer and its status.
func (p *play) must(rt *rapid.T, who *player, method, path string, body M, status int) response {
	var sent string
	if body != nil {
		sent = encoded(body)
	}
	r, err := p.line.ask(method, path, []string{"Authorization: Bearer " + who.Token}, sent)
	if err == nil {
		err = passes(p.line.h, sent, r)
	}
	if err == nil && r.StatusCode != status {
		err = fmt.Errorf("status %d, want %d: %s", r.StatusCode, status, r.Content)
	}
	if err != nil {
		rt.Fatalf("%s as %s: %s %s %s\n%v", who.Email, who.role, method, path, sent, err)
	}
	p.statuses[status]++
	p.asked++
	return r
}

func (p *play) act(rt *rapid.T) {
	who := rapid.SampledFrom(p.users).Draw(rt, "who")
	kind := rapid.SampledFrom([]string{"item", "photo", "record", "field", "copy", "photo", "document", "location", "condition", "collection", "type", "item"}).Draw(rt, "kind")
	switch rapid.SampledFrom([]string{"create", "patch", "put", "delete", "link", "create", "main", "key", "get", "list", "role", "create", "put", "patch", "link", "create"}).Draw(rt, "act") {
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
	case "main":
		p.chooseMain(rt, who)
	case "role":
		p.changeRole(rt, who)
	case "key":
		p.key(rt, who)
	}
}

// found is the status a player gets for a thing.
func (p *play) found(who *player, o *thing) int {
	if who.tenant.has(o) {
		return http.StatusOK
	}
	return http.StatusNotFound
}

// pick draws a thing of a kind: mostly the player's, sometimes another account's
// or a deleted one; nil if there is none.
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

// compare compares a shown thing with the model.
func (p *play) compare(rt *rapid.T, r response, o *thing) {
	if r.StatusCode < 300 && r.StatusCode != http.StatusNoContent {
		equal(rt, o.path(), attributesShown(r.Dig(p.t, "data")), M{"id": o.id, "attributes": o.shown})
	}
}

// attributesShown drops what the model does not know.
func attributesShown(data any) M {
	object := data.(M)
	shown := maps.Clone(object["attributes"].(M))
	maps.DeleteFunc(shown, func(name string, _ any) bool {
		return name == "created_at" || name == "updated_at" || name == "uuid" || name == "download_url"
	})
	return M{"id": object["id"], "attributes": shown}
}
