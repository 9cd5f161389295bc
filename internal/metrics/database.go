package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/postgres"
)

var (
	databaseUp   = describe("database_up", "Is 1 if the database has answered this instance within two seconds, else 0.")
	connections  = describe("database_connections", "Open connections to the database, by what they do.", "state")
	connectLimit = describe("database_connections_max", "How many connections this instance may open.")
	waits        = describe("database_connection_waits_total", "Requests that had to wait for a free connection.")
	waited       = describe("database_connection_wait_seconds_total", "Time that requests have waited for a free connection.")
	timeouts     = describe("database_connection_timeouts_total", "Requests that were answered 503 because no connection became free.")
	userWaits    = describe("database_user_waits_total", "Requests that had to wait because their user had four others in the database.")
	userRefusals = describe("database_user_refusals_total", "Requests that were answered 503 because their user had four others in the database.")
	retries      = describe("transaction_retries_total", "Changes that were tried again because another one was faster.", "kind")
	replicaReads = describe("database_replica_reads_total", "Lists that could be read from the replica, by what came of it.", "outcome")
	jobs         = describe("jobs", "Jobs in the queue, of all instances, by state.", "state")
	oldestJob    = describe("jobs_oldest_seconds", "How long the longest waiting job has been due.")
	lagSeconds   = describe("database_replica_lag_seconds", "How far a replica is behind, where the database lets this instance see it.", "replica")
	lagBytes     = describe("database_replica_lag_bytes", "How much a replica has yet to apply, where the database lets this instance see it.", "replica")
)

// database collects from one snapshot of the pool and one batch of queries per
// scrape, which a function per metric could not share.
type database struct{ *postgres.DB }

// Describe is empty: the metrics depend on the database.
func (database) Describe(chan<- *prometheus.Desc) {}

func (d database) Collect(to chan<- prometheus.Metric) {
	pool := d.Connections()
	emit(to, prometheus.GaugeValue, connections, float64(pool.Acquired), "acquired")
	emit(to, prometheus.GaugeValue, connections, float64(pool.Idle), "idle")
	emit(to, prometheus.GaugeValue, connectLimit, float64(pool.Max))
	emit(to, prometheus.CounterValue, waits, float64(pool.Waits))
	emit(to, prometheus.CounterValue, waited, pool.Waited.Seconds())
	emit(to, prometheus.CounterValue, timeouts, float64(pool.Timeouts))
	emit(to, prometheus.CounterValue, userWaits, float64(pool.UserWaits))
	emit(to, prometheus.CounterValue, userRefusals, float64(pool.UserRefusals))
	emit(to, prometheus.CounterValue, retries, float64(pool.CarefulRetries), "careful")
	emit(to, prometheus.CounterValue, retries, float64(pool.ChangeRetries), "change")

	if reads := pool.Replica; reads != nil {
		emit(to, prometheus.CounterValue, replicaReads, float64(reads.Served), "served")
		emit(to, prometheus.CounterValue, replicaReads, float64(reads.Behind), "behind")
		emit(to, prometheus.CounterValue, replicaReads, float64(reads.Failed), "failed")
	}

	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	state, err := d.State(ctx)
	if err != nil {
		emit(to, prometheus.GaugeValue, databaseUp, 0)
		return
	}
	emit(to, prometheus.GaugeValue, databaseUp, 1)
	for _, queued := range state.Jobs {
		emit(to, prometheus.GaugeValue, jobs, float64(queued.Jobs), queued.State)
	}
	emit(to, prometheus.GaugeValue, oldestJob, state.OldestJob.Seconds())
	for _, replica := range state.Replicas {
		emit(to, prometheus.GaugeValue, lagSeconds, replica.Seconds, replica.Name)
		emit(to, prometheus.GaugeValue, lagBytes, float64(replica.Bytes), replica.Name)
	}
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, labels, nil)
}

func emit(to chan<- prometheus.Metric, kind prometheus.ValueType, what *prometheus.Desc, value float64, labels ...string) {
	to <- prometheus.MustNewConstMetric(what, kind, value, labels...)
}
