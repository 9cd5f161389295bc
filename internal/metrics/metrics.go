// Package metrics shows Prometheus an instance's traffic, database and queues.
// Packages below it count in plain numbers, which are read at each scrape.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
)

// Instance is what the metrics describe. A worker has neither traffic nor limits nor
// files; without jobs there are no attempts.
type Instance struct {
	Version  string
	Database *postgres.DB
	Attempts func() (done, failed int64) // at jobs
	Traffic  *Traffic
	Limiter  *ratelimit.Limiter
	Hasher   *identity.Hasher
	Store    *files.Observed // nil where no files are kept
	Pictures func() int64    // being read, or waiting for it
}

// Handler answers GET /metrics only. It must not be public: metrics reveal load,
// and each scrape queries the database.
func (i Instance) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), database{i.Database})
	registry.MustRegister(i.collectors()...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxScrapes}))
	return mux
}

const (
	namespace     = "vitrine"
	maxScrapes    = 4
	scrapeTimeout = 2 * time.Second // for the database
)

// collectors returns those of the instance's parts.
func (i Instance) collectors() []prometheus.Collector {
	all := []prometheus.Collector{gauge("build_info", "Is 1, with the version of the program.", prometheus.Labels{"version": i.Version}, func() float64 { return 1 })}
	if i.Traffic != nil {
		all = append(all, i.Traffic.collectors()...)
	}
	if i.Attempts != nil {
		all = append(all, attempts("done", func() int64 { done, _ := i.Attempts(); return done }),
			attempts("failed", func() int64 { _, failed := i.Attempts(); return failed }))
	}
	if i.Limiter != nil {
		all = append(all, counter("rate_limit_missed_total", "Requests that were counted by this instance alone, because Redis did not answer.", nil,
			func() float64 { return float64(i.Limiter.Missed()) }))
	}
	if i.Hasher != nil {
		all = append(all, ofHasher(i.Hasher)...)
	}
	if i.Store != nil {
		all = append(all, store{i.Store})
	}
	if i.Pictures != nil {
		all = append(all, gauge("pictures_waiting", "Pictures that are being read, or wait for their turn.", nil, func() float64 { return float64(i.Pictures()) }))
	}
	return all
}

func attempts(outcome string, count func() int64) prometheus.Collector {
	return counter("job_attempts_total", "Jobs that this instance worked on, by outcome; one that failed is tried again.",
		prometheus.Labels{"outcome": outcome}, func() float64 { return float64(count()) })
}

func ofHasher(h *identity.Hasher) []prometheus.Collector {
	return []prometheus.Collector{
		gauge("password_hashes_waiting", "Requests that wait for their turn to hash a password.", nil, func() float64 { return float64(h.Queue().Waiting) }),
		counter("password_hashes_total", "Passwords that were hashed or checked.", nil, func() float64 { return float64(h.Queue().Entered) }),
		counter("password_hash_wait_seconds_total", "Time that requests have waited for their turn to hash a password.", nil,
			func() float64 { return h.Queue().Waited.Seconds() }),
	}
}

func gauge(name, help string, labels prometheus.Labels, read func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help, ConstLabels: labels}, read)
}

func counter(name, help string, labels prometheus.Labels, read func() float64) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help, ConstLabels: labels}, read)
}
