package input

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// G14: response times must not reveal what answers hide. It takes long and needs
// an idle machine, so it runs on demand: VITRINE_TIMING_ROUNDS is the number of
// measurements, 2000 is good. TestLoginTellsNothingByTime is the short form in
// every run.
func TestTimesAreAlike(t *testing.T) {
	testkind.WatchesTheClock(t)
	rounds := int(setting("VITRINE_TIMING_ROUNDS", 0))
	if rounds == 0 {
		t.Skip("on demand: VITRINE_TIMING_ROUNDS=2000")
	}
	h := server(t)
	ours, theirs := h.World(t), h.World(t)
	register := func(email string, status int) {
		h.Nobody().Send(t, "POST", "/api/register", M{"first_name": "Ada", "last_name": "Byron", "email": email, "password": password, "password_confirmation": password}).Want(t, status)
	}
	login := func(email string) {
		h.Nobody().Send(t, "POST", "/api/login", M{"email": email, "password": "a wrong password"}).Want(t, http.StatusUnauthorized)
	}
	ask := func(method, id string) {
		ours.Send(t, method, "/api/locations/"+id, M{"name": "Shelf"}).Want(t, http.StatusNotFound)
	}
	const none = "4611686018427387904"
	for _, c := range []struct {
		name       string
		rounds     int
		one, other func()
	}{
		{"login: a known address, an unknown one", rounds / 10, func() { login(ours.Email) }, func() { login(address()) }},
		{"register: a taken address, a free one", rounds / 10, func() { register(ours.Email, http.StatusUnprocessableEntity) }, func() { register(address(), http.StatusCreated) }},
		{"GET: another account's object, none", rounds, func() { ask("GET", theirs.IDs["location"]) }, func() { ask("GET", none) }},
		{"PUT: another account's object, none", rounds, func() { ask("PUT", theirs.IDs["location"]) }, func() { ask("PUT", none) }},
	} {
		one, other := measured(c.rounds, c.one, c.other)
		a, b, z := median(one), median(other), rankDistance(one, other)
		t.Logf("%s: medians %s and %s, z = %.2f", c.name, a, b, z)
		if math.Abs(z) > 2.58 && (a-b).Abs() > max(a, b)/50 { // p < 0.01, and more than 2 %
			t.Errorf("%s: can be told apart", c.name)
		}
	}
}

// An unknown address and a wrong password take the same time: the medians may
// differ slightly, or by chance on a busy machine.
func TestLoginTellsNothingByTime(t *testing.T) {
	testkind.WatchesTheClock(t)
	h := server(t)
	u := h.Owner(t)
	login := func(email string) {
		r := h.Nobody().Send(t, "POST", "/api/login", M{"email": email, "password": "a wrong password"}).Want(t, http.StatusUnauthorized)
		same(t, "message", r.Dig(t, "message"), "These credentials do not match our records.")
	}
	knownTimes, unknownTimes := measured(20, func() { login(u.Email) }, func() { login(address()) })
	known, unknown, z := median(knownTimes), median(unknownTimes), rankDistance(knownTimes, unknownTimes)
	t.Logf("known %s, unknown %s, z = %.2f", known, unknown, z)
	if off := (known - unknown).Abs(); off > max(known, unknown)/5 && math.Abs(z) > 2.58 {
		t.Errorf("a known address takes %s, an unknown one %s", known, unknown)
	}
}

// measured alternates two acts, each first as often as the other, so that load
// affects both.
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

// rankDistance is the z of the Mann-Whitney test: the distance between the ranks
// of two samples in standard deviations.
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
