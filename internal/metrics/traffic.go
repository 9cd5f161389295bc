package metrics

import (
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Traffic counts answers by the pattern of their route, never by path: patterns
// are few, and a path may hold a secret. Counting allocates nothing.
type Traffic struct {
	answered, refused *prometheus.CounterVec
	took              *prometheus.HistogramVec

	lock  sync.RWMutex
	known map[kind]series
}

type kind struct{ route, code string }

type series struct {
	answered prometheus.Counter
	took     prometheus.Observer
}

// codes are the values of the label code. The list keeps the label bounded; any
// other status is counted as "other".
var codes = map[int]string{}

func init() {
	for _, status := range []int{200, 201, 202, 204, 206, 302, 304, 400, 401, 404, 405, 409, 412, 413, 415, 416, 422, 429, 500, 503} {
		codes[status] = strconv.Itoa(status)
	}
}

// limits are the bounds of the histogram, including those of the objectives: 150
// ms for reads, 300 ms for writes, 800 ms for hashing a password.
var limits = []float64{.001, .0025, .005, .01, .025, .05, .1, .15, .3, .8, 2, 5, 10}

func NewTraffic() *Traffic {
	t := &Traffic{
		known: map[kind]series{},
		answered: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: "http_requests_total",
			Help: "Requests that were answered, by route and status."}, []string{"route", "code"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: "http_request_duration_seconds",
			Help: "Time from the headers of a request to the end of its answer, by route.", Buckets: limits}, []string{"route"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: "rate_limit_refused_total",
			Help: "Requests that were refused with 429, by what was used up: the limit of a user or of an address."}, []string{"limit"}),
	}
	t.refused.WithLabelValues(string(OfUser))
	t.refused.WithLabelValues(string(OfAddress))
	return t
}

func (t *Traffic) Answered(pattern string, status int, took time.Duration) {
	code, ok := codes[status]
	if !ok {
		code = "other"
	}
	s := t.series(kind{pattern, code})
	s.answered.Inc()
	s.took.Observe(took.Seconds())
}

// series looks up the series of a kind of answer once: four vector look-ups per
// request would cost several times as much.
func (t *Traffic) series(k kind) series {
	t.lock.RLock()
	s, ok := t.known[k]
	t.lock.RUnlock()
	if ok {
		return s
	}
	t.answered.WithLabelValues(k.route, "500") // an error rate needs the zero before the first error
	t.answered.WithLabelValues(k.route, "503")
	s = series{t.answered.WithLabelValues(k.route, k.code), t.took.WithLabelValues(k.route)}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.known[k] = s
	return s
}

// Limit is the limit that a refused request exceeded.
type Limit string

const (
	OfUser    Limit = "user"
	OfAddress Limit = "address"
)

// Refused counts a request above a limit.
func (t *Traffic) Refused(limit Limit) { t.refused.WithLabelValues(string(limit)).Inc() }

func (t *Traffic) collectors() []prometheus.Collector {
	return []prometheus.Collector{t.answered, t.took, t.refused}
}
