// Package metrics shows Prometheus what an instance does: its traffic, its
// database, its queues. Counting happens where things happen, in plain numbers;
// they are put into Prometheus' words only when somebody asks.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
)

// Instance is what is looked at. A worker has neither traffic nor limits, and
// who sends no mail has no jobs.
type Instance struct {
	Version  string
	Database *postgres.DB
	Jobs     *postgres.Jobs
	Traffic  *Traffic
	Limiter  *ratelimit.Limiter
	Hasher   *identity.Hasher
}

// Handler answers GET /metrics, and nothing else. It is not for the public: it
// tells how much is going on, and asks the database each time.
func (i Instance) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), scrape{i})
	if i.Traffic != nil {
		registry.MustRegister(i.Traffic)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxScrapes}))
	return mux
}

const (
	maxScrapes    = 4
	scrapeTimeout = 2 * time.Second // for what the database is asked
)

// scrape collects what is counted elsewhere.
type scrape struct{ Instance }

// Describe tells nothing: what there is depends on the instance.
func (scrape) Describe(chan<- *prometheus.Desc) {}

func (s scrape) Collect(to chan<- prometheus.Metric) {
	emit(to, prometheus.GaugeValue, build, 1, s.Version)
	s.collectDatabase(to)
	if s.Jobs != nil {
		done, failed := s.Jobs.Attempts()
		emit(to, prometheus.CounterValue, jobAttempts, float64(done), "done")
		emit(to, prometheus.CounterValue, jobAttempts, float64(failed), "failed")
	}
	if s.Limiter != nil {
		emit(to, prometheus.CounterValue, limitMissed, float64(s.Limiter.Missed()))
	}
	if s.Hasher != nil {
		queue := s.Hasher.Queue()
		emit(to, prometheus.GaugeValue, hashesWaiting, float64(queue.Waiting))
		emit(to, prometheus.CounterValue, hashes, float64(queue.Entered))
		emit(to, prometheus.CounterValue, hashWait, queue.Waited.Seconds())
	}
}

var (
	build         = describe("build_info", "Is 1, with the version of the program.", "version")
	jobAttempts   = describe("job_attempts_total", "Jobs that this instance worked on, by outcome; one that failed is tried again.", "outcome")
	limitMissed   = describe("rate_limit_missed_total", "Requests that were counted by this instance alone, because Redis did not answer.")
	hashesWaiting = describe("password_hashes_waiting", "Requests that wait for their turn to hash a password.")
	hashes        = describe("password_hashes_total", "Passwords that were hashed or checked.")
	hashWait      = describe("password_hash_wait_seconds_total", "Time that requests have waited for their turn to hash a password.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("vitrine_"+name, help, labels, nil)
}

func emit(to chan<- prometheus.Metric, kind prometheus.ValueType, what *prometheus.Desc, value float64, labels ...string) {
	to <- prometheus.MustNewConstMetric(what, kind, value, labels...)
}
