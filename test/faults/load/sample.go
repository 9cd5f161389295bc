package load

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Sample is one request as its client saw it.
type Sample struct {
	At, Took time.Duration // since the load began; until the answer
	Write    bool
	Status   int    // 0 means no answer
	Again    int    // earlier attempts
	Failure  string // why there is no answer
}

// Good reports whether the request succeeded or was refused for a reason.
func (s Sample) Good() bool { return s.Status >= 200 && s.Status < 500 }

func (l *Load) note(s Sample) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.samples = append(l.samples, s)
}

// complain records what must never happen.
func (l *Load) complain(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrong[fmt.Sprintf(format, args...)]++
}

// Wrong lists what must never happen and did: rows of others, unexplained
// statuses, reads that miss acknowledged writes.
func (l *Load) Wrong() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.wrong))
}

// NotSent counts requests that were not sent because too many were in flight.
func (l *Load) NotSent() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.notSent
}

// Samples returns the requests so far, in the order of their answers.
func (l *Load) Samples() Samples {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.samples)
}

// Samples is a set of requests.
type Samples []Sample

// Where keeps some of them.
func (all Samples) Where(keep func(Sample) bool) Samples {
	return slices.DeleteFunc(slices.Clone(all), func(s Sample) bool { return !keep(s) })
}

// Between keeps those that began in a part of the load.
func (all Samples) Between(from, to time.Duration) Samples {
	return all.Where(func(s Sample) bool { return s.At >= from && s.At < to })
}

// Bad keeps those without an answer, and those answered with 5xx.
func (all Samples) Bad() Samples { return all.Where(func(s Sample) bool { return !s.Good() }) }

// Statuses counts them by status.
func (all Samples) Statuses() map[int]int {
	counts := map[int]int{}
	for _, s := range all {
		counts[s.Status]++
	}
	return counts
}

// Percentile is the time within which that share was answered.
func (all Samples) Percentile(share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	took := make([]time.Duration, len(all))
	for i, s := range all {
		took[i] = s.Took
	}
	slices.Sort(took)
	return took[min(len(took)-1, int(share*float64(len(took))))]
}

// LongestGap is the longest time without such an answer, and its start.
func (all Samples) LongestGap(of func(Sample) bool) (gap, from time.Duration) {
	var answered []time.Duration
	for _, s := range all.Where(of) {
		answered = append(answered, s.At+s.Took)
	}
	slices.Sort(answered)
	for i := 1; i < len(answered); i++ {
		if d := answered[i] - answered[i-1]; d > gap {
			gap, from = d, answered[i-1]
		}
	}
	return gap, from
}

// GoodWrite is a write that was acknowledged.
func GoodWrite(s Sample) bool { return s.Write && s.Good() }
