package api

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"testing"
	"time"
)

// G14: what must not be told by the answer must not be told by its time either.
// It takes long and an idle machine, so it is done on demand: VITRINE_TIMING_ROUNDS
// says how often each is measured, 2000 is good. TestLoginTellsNothingByTime is
// the short form that every run does.
func TestTimesAreAlike(t *testing.T) {
	rounds := int(setting("VITRINE_TIMING_ROUNDS", 0))
	if rounds == 0 {
		t.Skip("on demand: VITRINE_TIMING_ROUNDS=2000")
	}
	h := inputs(t)
	ours, theirs := h.world(t), h.world(t)
	register := func(email string, status int) {
		h.nobody().send(t, "POST", "/api/register", M{"first_name": "Ada", "last_name": "Byron", "email": email, "password": password, "password_confirmation": password}).want(t, status)
	}
	login := func(email string) {
		h.nobody().send(t, "POST", "/api/login", M{"email": email, "password": "a wrong password"}).want(t, http.StatusUnauthorized)
	}
	ask := func(method, id string) {
		ours.send(t, method, "/api/locations/"+id, M{"name": "Shelf"}).want(t, http.StatusNotFound)
	}
	const none = "4611686018427387904"
	for _, c := range []struct {
		name       string
		rounds     int
		one, other func()
	}{
		{"login: a known address, an unknown one", rounds / 10, func() { login(ours.email) }, func() { login(address()) }},
		{"register: a taken address, a free one", rounds / 10, func() { register(ours.email, http.StatusUnprocessableEntity) }, func() { register(address(), http.StatusCreated) }},
		{"GET: another account's object, none", rounds, func() { ask("GET", theirs.ids["location"]) }, func() { ask("GET", none) }},
		{"PUT: another account's object, none", rounds, func() { ask("PUT", theirs.ids["location"]) }, func() { ask("PUT", none) }},
	} {
		one, other := measured(c.rounds, c.one, c.other)
		a, b, z := median(one), median(other), rankDistance(one, other)
		t.Logf("%s: medians %s and %s, z = %.2f", c.name, a, b, z)
		if math.Abs(z) > 2.58 && (a-b).Abs() > max(a, b)/50 { // p < 0.01, and more than a fiftieth
			t.Errorf("%s: can be told apart", c.name)
		}
	}
}

// measured does two things in turn, each of them first as often as the other, so
// that a busy machine is busy for both.
func measured(rounds int, one, other func()) (a, b []time.Duration) {
	timed := func(do func()) time.Duration {
		start := time.Now()
		do()
		return time.Since(start)
	}
	for range max(rounds, 20) {
		a, b = append(a, timed(one)), append(b, timed(other))
		b, a = append(b, timed(other)), append(a, timed(one))
	}
	return a, b
}

func median(all []time.Duration) time.Duration { return slices.Sorted(slices.Values(all))[len(all)/2] }

// rankDistance is the z of the Mann-Whitney test: how far apart the ranks of two
// samples are, in standard deviations of what chance would do.
func rankDistance(a, b []time.Duration) float64 {
	type sample struct {
		took time.Duration
		of   bool
	}
	var all []sample
	for _, d := range a {
		all = append(all, sample{d, true})
	}
	for _, d := range b {
		all = append(all, sample{d, false})
	}
	slices.SortFunc(all, func(x, y sample) int { return cmp.Compare(x.took, y.took) })
	ranks, n, m := 0.0, float64(len(a)), float64(len(b))
	for i, s := range all {
		if s.of {
			ranks += float64(i + 1)
		}
	}
	u := ranks - n*(n+1)/2
	return (u - n*m/2) / math.Sqrt(n*m*(n+m+1)/12)
}
