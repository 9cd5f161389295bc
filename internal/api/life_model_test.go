package api

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/test/fixture"
)

var lifeSteps = flag.Int("life-steps", 2000, "how many steps the lives of copies take")

// modelled is the expected state of a copy, computed in plain Go.
type modelled struct {
	life
	random             *rand.Rand
	places             []string
	status             string
	borrowed           bool
	quantity           int64
	acquired, disposed *int
	valuations         map[string]worth
	deals              map[string]deal
	loans              map[string]lent
	stays              []stayed
}

// Days are counted from today.
type (
	worth struct {
		amount int64
		day    int
	}
	deal struct {
		kind  string
		total int64
	}
	lent struct {
		direction, status string
	}
	stayed struct {
		place    string
		from, to int
	}
)

const openEnd = 1 << 30

// Copies go through random steps concurrently. After every step each equals its model: every
// attribute, every sum, every stay.
func TestLivesOfCopies(t *testing.T) {
	t.Parallel()
	const copies = 8
	first := aLife(t)
	places := []string{"", first.Make(t, "/api/locations", M{"name": "A"}), first.Make(t, "/api/locations", M{"name": "B"}), first.Make(t, "/api/locations", M{"name": "C"})}
	var together sync.WaitGroup
	all := []*modelled{{life: first, status: "owned", quantity: 1}} // which does not change
	for n := range copies {
		l := first
		l.copy = l.Make(t, "/api/items/"+l.item+"/copies", M{})
		m := &modelled{life: l, random: rand.New(rand.NewPCG(uint64(n), rand.Uint64())), places: places, status: "owned", quantity: 1,
			valuations: map[string]worth{}, deals: map[string]deal{}, loans: map[string]lent{}}
		all = append(all, m)
		together.Go(func() {
			for range *lifeSteps / copies {
				if t.Failed() {
					return
				}
				m.step()
			}
		})
	}
	together.Wait()
	compareSums(first, all)
	apitest.CheckRules(t, server(t), fixture.Rules())
}

// compareSums requires collection and account to add up to what the models say.
func compareSums(l life, all []*modelled) {
	l.t.Helper()
	l.do("PATCH", "/api/account", M{"currency_code": "EUR"})
	want := map[string]int64{"items": 1, "copies": int64(len(all)), "held": 0, "quantity": 0, "valued_copies": 0, "value.amount": 0, "undated_copies": 0}
	for _, m := range all {
		if m.held() {
			want["held"]++
			want["quantity"] += m.quantity
			if best, newest := m.newest(); newest != "" {
				want["valued_copies"]++
				want["value.amount"] += best.amount * m.quantity
			}
		}
		if m.acquired == nil {
			want["undated_copies"]++
		}
	}
	for _, path := range []string{"/api/collections/" + l.collection + "/statistics", "/api/dashboard"} {
		r := patiently(func() response { return l.Send(l.t, "GET", path, nil) }).Want(l.t, http.StatusOK)
		for name, n := range want {
			same(l.t, name+" of "+path, shownAs(r.Dig(l.t, "data.attributes.totals."+name)), shownAs(n))
		}
	}
	r := patiently(func() response { return l.Send(l.t, "GET", "/api/collections/"+l.collection+"?include=summary", nil) }).Want(l.t, http.StatusOK)
	for _, name := range []string{"items", "copies", "held", "quantity", "value.amount"} {
		same(l.t, name+" of the summary", shownAs(r.Dig(l.t, "data.summary."+name)), shownAs(want[name]))
	}
}

func (m *modelled) held() bool {
	return slices.Contains([]string{"owned", "loaned", "other"}, m.status) && !m.borrowed
}

// newest is the valuation that counts.
func (m *modelled) newest() (worth, string) {
	newest := ""
	for id, v := range m.valuations {
		if best := m.valuations[newest]; newest == "" || v.day > best.day || v.day == best.day && later(id, newest) {
			newest = id
		}
	}
	return m.valuations[newest], newest
}

// Concurrent writers of one copy leave a state that the rules allow.
func TestManyWritersOfOneCopy(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	places := []string{"", l.Make(t, "/api/locations", M{"name": "A"}), l.Make(t, "/api/locations", M{"name": "B"})}
	var together sync.WaitGroup
	for n := range 6 {
		m := &modelled{life: l, random: rand.New(rand.NewPCG(uint64(n), rand.Uint64())), places: places, valuations: map[string]worth{}, deals: map[string]deal{}, loans: map[string]lent{}}
		together.Go(func() {
			for range 25 {
				r := patiently(m.act)
				if r.StatusCode >= 500 {
					t.Errorf("%s: %s", r.Status, r.Content)
				}
			}
		})
	}
	together.Wait()
	apitest.CheckRules(t, server(t), fixture.Rules())
}

// compare requires the copy to be what the model says.
func (m *modelled) compare() {
	m.t.Helper()
	want := M{"status": m.status, "quantity": m.quantity, "borrowed": m.borrowed, "acquired_at": dayOf(m.acquired), "disposed_at": dayOf(m.disposed),
		"estimated_value": nil, "value": nil, "location_id": nil, "cost_amount": nil, "proceeds_amount": nil, "gain_amount": nil}
	value := int64(0)
	best, newest := m.newest()
	if newest != "" {
		value = best.amount * m.quantity
		want["estimated_value"], want["value"] = best.amount, value
	}
	if open := m.open(); open >= 0 {
		want["location_id"] = m.stays[open].place
	}
	got, cost, proceeds := false, int64(0), int64(0)
	for _, d := range m.deals {
		got = got || d.kind == "purchase" || d.kind == "inheritance"
		cost += map[string]int64{"purchase": d.total, "fee": d.total, "refund": -d.total}[d.kind]
		proceeds += map[string]int64{"sale": d.total}[d.kind]
	}
	if held := m.held(); got {
		want["cost_amount"], want["proceeds_amount"] = cost, proceeds
		if held && newest != "" {
			want["gain_amount"] = proceeds + value - cost
		} else if !held {
			want["gain_amount"] = proceeds - cost
		}
	}
	m.is(want)
	if m.random.IntN(8) == 0 {
		m.compareStays()
	}
}

func (m *modelled) compareStays() {
	m.t.Helper()
	var want, got []string
	for _, s := range m.stays {
		to := any(nil)
		if s.to != openEnd {
			to = on(fromToday(s.to))
		}
		want = append(want, fmt.Sprint(s.place, " ", on(fromToday(s.from)), " ", shownAs(to)))
	}
	for page := "?per_page=100"; page != ""; {
		r := m.Send(m.t, "GET", m.records("location-history")+page, nil).Want(m.t, http.StatusOK)
		list, _ := r.Dig(m.t, "data").([]any)
		for _, s := range list {
			a := s.(M)["attributes"].(M)
			got = append(got, fmt.Sprint(a["location_id"], " ", shownAs(a["moved_at"]), " ", shownAs(a["moved_out_at"])))
		}
		page = ""
		if after, ok := r.Dig(m.t, "meta.next_after").(string); ok {
			page = "?per_page=100&after=" + after
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	same(m.t, "stays", got, want)
}

func dayOf(day *int) any {
	if day == nil {
		return nil
	}
	return on(fromToday(*day))
}

// later compares ids, which are numbers of any length.
func later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }
