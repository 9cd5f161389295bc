package metrics

import (
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Traffic counts what was answered, by the pattern of the route and never by
// the path: there are few patterns, and a path may hold a secret. To count costs
// a look-up and a few additions.
type Traffic struct {
	routes  atomic.Pointer[map[string]*route] // replaced when a route is seen for the first time
	adding  sync.Mutex
	refused [2]atomic.Int64
}

type route struct {
	took     prometheus.Histogram
	answered [len(statuses) + 1]atomic.Int64 // the last is for all others
}

// statuses are those the service answers with.
var statuses = [...]int{200, 201, 202, 204, 302, 304, 400, 401, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503}

// limits are the bounds of the histogram. Those of the objectives are among
// them: 150 ms for reads, 300 ms for writes, 800 ms for what hashes a password.
var limits = []float64{.001, .0025, .005, .01, .025, .05, .1, .15, .3, .8, 2, 5, 10}

// NewTraffic begins to count.
func NewTraffic() *Traffic {
	t := &Traffic{}
	t.routes.Store(&map[string]*route{})
	return t
}

// Answered counts one answer.
func (t *Traffic) Answered(pattern string, status int, took time.Duration) {
	r := (*t.routes.Load())[pattern]
	if r == nil {
		r = t.add(pattern)
	}
	i := slices.Index(statuses[:], status)
	if i < 0 {
		i = len(statuses)
	}
	r.answered[i].Add(1)
	r.took.Observe(took.Seconds())
}

func (t *Traffic) add(pattern string) *route {
	t.adding.Lock()
	defer t.adding.Unlock()
	if r := (*t.routes.Load())[pattern]; r != nil {
		return r
	}
	r := &route{took: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "vitrine_http_request_duration_seconds",
		Help: "Time from the headers of a request to the end of its answer, by route.", ConstLabels: prometheus.Labels{"route": pattern}, Buckets: limits})}
	more := maps.Clone(*t.routes.Load())
	more[pattern] = r
	t.routes.Store(&more)
	return r
}

// Limit is what a request was one too many for.
type Limit int

const (
	OfUser Limit = iota
	OfAddress
)

// Refused counts a request that was one too many.
func (t *Traffic) Refused(limit Limit) { t.refused[limit].Add(1) }

var (
	requests = describe("http_requests_total", "Requests that were answered, by route and status.", "route", "code")
	refused  = describe("rate_limit_refused_total", "Requests that were refused with 429, by what was used up: the limit of a user or of an address.", "limit")
)

// Describe tells nothing: routes appear as they are used.
func (t *Traffic) Describe(chan<- *prometheus.Desc) {}

func (t *Traffic) Collect(to chan<- prometheus.Metric) {
	for pattern, r := range *t.routes.Load() {
		for i := range r.answered {
			status, code := 0, "other"
			if i < len(statuses) {
				status, code = statuses[i], strconv.Itoa(statuses[i])
			}
			// Errors are shown from the start: a rate needs the zero before the first.
			if n := r.answered[i].Load(); n > 0 || status >= 500 {
				emit(to, prometheus.CounterValue, requests, float64(n), pattern, code)
			}
		}
		to <- r.took
	}
	emit(to, prometheus.CounterValue, refused, float64(t.refused[OfUser].Load()), "user")
	emit(to, prometheus.CounterValue, refused, float64(t.refused[OfAddress].Load()), "address")
}
