package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/files"
)

var (
	storeOperations = describe("store_operations_total", "What was asked of the store of files, by operation and outcome.", "operation", "outcome")
	storeDuration   = describe("store_operation_duration_seconds", "Time until the store of files answered, by operation.", "operation")
	storeBytes      = describe("store_bytes_total", "Bytes that went into the store of files, and out of it.", "direction")
)

// store collects from the numbers that a store counts in.
type store struct{ *files.Observed }

func (store) Describe(to chan<- *prometheus.Desc) {
	to <- storeOperations
	to <- storeDuration
	to <- storeBytes
}

func (s store) Collect(to chan<- prometheus.Metric) {
	for _, used := range s.Usage() {
		emit(to, prometheus.CounterValue, storeOperations, float64(used.Done), used.Operation, "done")
		emit(to, prometheus.CounterValue, storeOperations, float64(used.Failed), used.Operation, "failed")
		emit(to, prometheus.CounterValue, storeOperations, float64(used.Full), used.Operation, "full")
		emit(to, prometheus.CounterValue, storeOperations, float64(used.Cancelled), used.Operation, "cancelled")
		below, buckets := uint64(0), map[float64]uint64{}
		for at, bound := range files.Bounds {
			below += uint64(used.Took[at])
			buckets[bound.Seconds()] = below
		}
		all := below + uint64(used.Took[len(files.Bounds)])
		to <- prometheus.MustNewConstHistogram(storeDuration, all, used.Time.Seconds(), buckets, used.Operation)
	}
	in, out := s.Bytes()
	emit(to, prometheus.CounterValue, storeBytes, float64(in), "in")
	emit(to, prometheus.CounterValue, storeBytes, float64(out), "out")
}
