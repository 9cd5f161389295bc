package share_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/share"
)

func take(t *testing.T, p *share.Places, who, many int64) *share.Held {
	t.Helper()
	h, err := p.TakeFor(t.Context(), who, many)
	if err != nil {
		t.Fatalf("user %d got none: %v", who, err)
	}
	return h
}

func unused(t *testing.T, p *share.Places) {
	t.Helper()
	if held, users := p.InUse(); held != 0 || users != 0 {
		t.Errorf("%d places are held by %d users, want none", held, users)
	}
}

// A user gets no more than their share, waits as long as patience lasts, and is told
// whose places are in the way. Others are not concerned.
func TestNobodyHoldsMoreThanTheirShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := share.New(share.Limits{Name: "places", Total: 4, Each: 3, Patience: 5 * time.Second})
		mine := []*share.Held{take(t, p, 1, 1), take(t, p, 1, 2)}
		began := time.Now()
		_, err := p.TakeFor(t.Context(), 1, 1)
		if down := new(fault.Unavailable); !errors.As(err, &down) || !down.Own || down.After != 5*time.Second || time.Since(began) != 5*time.Second {
			t.Errorf("after %s the fourth was told %v", time.Since(began), err)
		}
		mine = append(mine, take(t, p, 2, 1))
		_, err = p.TakeFor(t.Context(), 3, 1)
		if down := new(fault.Unavailable); !errors.As(err, &down) || down.Own {
			t.Errorf("whoever found all taken was told %v", err)
		}
		for _, h := range mine {
			h.Give()
			h.Give() // which does nothing
		}
		unused(t, p)
		if p.Waits() != 2 || p.Refusals() != 2 {
			t.Errorf("%d waits, %d refusals, want 2 and 2", p.Waits(), p.Refusals())
		}
	})
}

// Several users who take what they can leave places to the next one.
func TestSeveralUsersLeavePlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := share.New(share.Limits{Total: 15, Each: 4, Leave: true, Patience: time.Second})
		var mine []*share.Held
		for who, most := range []int64{4, 4, 3, 2} {
			for range most {
				mine = append(mine, take(t, p, int64(who), 1))
			}
			_, err := p.TakeFor(t.Context(), int64(who), 1)
			if down := new(fault.Unavailable); !errors.As(err, &down) || !down.Own {
				t.Errorf("user %d was told %v", who, err)
			}
		}
		mine = append(mine, take(t, p, 8, 1), take(t, p, 9, 1))
		for _, h := range mine {
			h.Give()
		}
		unused(t, p)
	})
}

// Whoever hangs up waits no longer.
func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := share.New(share.Limits{Total: 1, Patience: time.Hour})
		one := take(t, p, 1, 1)
		ctx, cancel := context.WithTimeout(share.As(t.Context(), 2), time.Second)
		defer cancel()
		if _, err := p.Take(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it was told %v", err)
		}
		one.Give()
		unused(t, p)
	})
}

// One user with many requests waits for themselves: whoever comes later with one is
// next, even where there is a single place.
func TestNextIsWhoHadTheLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := share.New(share.Limits{Total: 1, Patience: time.Hour})
		var served []int64
		var all sync.WaitGroup
		ask := func(who int64) {
			all.Go(func() {
				h := take(t, p, who, 1)
				served = append(served, who)
				time.Sleep(time.Second)
				h.Give()
			})
			synctest.Wait()
		}
		for range 10 {
			ask(1)
		}
		ask(2)
		ask(3)
		ask(2)
		all.Wait()
		for i, who := range []int64{1, 1, 2, 3, 1, 2} {
			if served[i] != who {
				t.Errorf("served %v", served)
				break
			}
		}
		unused(t, p)
	})
}

// Small ones that keep coming do not pass a large one for ever.
func TestLargeOnesGetTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := share.New(share.Limits{Total: 10, Patience: time.Hour})
		var served []int64
		var all sync.WaitGroup
		ask := func(who, many int64) {
			all.Go(func() {
				h := take(t, p, who, many)
				served = append(served, who)
				time.Sleep(time.Second)
				h.Give()
			})
			synctest.Wait()
		}
		const large = 2
		ask(1, 6)
		ask(large, 100) // counts as all there is
		for who := int64(3); who < 12; who++ {
			ask(who, 6)
			time.Sleep(time.Second / 2)
		}
		all.Wait()
		if len(served) != 11 || slices.Index(served, large) > 4 { // those who came before the first left are due earlier
			t.Errorf("served %v", served)
		}
		unused(t, p)
	})
}

// Whatever happens, limits hold, and at rest nothing is held.
func TestPlacesAreNeitherLostNorMade(t *testing.T) {
	p := share.New(share.Limits{Total: 20, Each: 8, Patience: 2 * time.Millisecond})
	var all sync.WaitGroup
	var held atomic.Int64
	var each [5]atomic.Int64
	for i := range 64 {
		all.Go(func() {
			who := i % len(each)
			for range 300 {
				many := rand.Int64N(8) + 1
				h, err := p.TakeFor(t.Context(), int64(who), many)
				if err != nil {
					continue
				}
				if total, mine := held.Add(many), each[who].Add(many); total > 20 || mine > 8 {
					t.Errorf("%d held, %d by one", total, mine)
				}
				time.Sleep(time.Duration(rand.IntN(100)) * time.Microsecond)
				held.Add(-many)
				each[who].Add(-many)
				h.Give()
			}
		})
	}
	all.Wait()
	unused(t, p)
}

// Every request takes a place.
func BenchmarkPlaces(b *testing.B) {
	p := share.New(share.Limits{Each: 4, Patience: time.Second})
	var user atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		mine := user.Add(1)
		for pb.Next() {
			if h, err := p.TakeFor(b.Context(), mine, 1); err == nil {
				h.Give()
			}
		}
	})
}
