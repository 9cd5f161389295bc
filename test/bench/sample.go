package main

import (
	"slices"
	"time"
)

// sample is the result of a run: processor time per operation in microseconds,
// by process, and operations per second.
type sample struct {
	client, service, database float64
	perSecond                 float64
}

func (s sample) all() float64 { return s.client + s.service + s.database }

// spent is processor time before division.
type spent struct{ client, service, database time.Duration }

// spent reads the time used so far; the client is a load generator.
func (b *bench) spent(client int) (spent, error) {
	used, err := b.database.used()
	return spent{processTime(client), processTime(b.service.Process.Pid), used}, err
}

// each divides the time spent since by the operations done.
func (s spent) each(since spent, operations float64, took time.Duration) sample {
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / operations }
	return sample{per(s.client - since.client), per(s.service - since.service), per(s.database - since.database), operations / took.Seconds()}
}

// median is the middle value, or the mean of the two in the middle.
func median[T any](runs []T, of func(T) float64) float64 {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = of(r)
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
