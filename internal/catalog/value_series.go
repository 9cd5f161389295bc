package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// ValueSeriesInput asks for the value of an account, or of a collection, over time.
type ValueSeriesInput struct {
	CollectionID *int64
	From, To     *time.Time // first days of months
	Interval     string     // month or year
	CurrencyCode string     // empty is the collection's, or the account's
}

// ValueSeries is what copies were worth, at the end of each interval.
type ValueSeries struct {
	ID           int64 // of the account, or of the collection
	CurrencyCode string
	Points       []ValuePoint
}

// ValuePoint is the value at the end of a day.
type ValuePoint struct {
	Date  time.Time
	Value Money
}

// Intervals are the distances of points; maxPoints is how many there may be.
var Intervals = []string{"month", "year"}

const maxPoints = 600

// Days are the last days of the intervals, by default of the last twelve months.
func (in ValueSeriesInput) Days(today time.Time) (days []time.Time, err error) {
	to := time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, time.UTC)
	if in.To != nil {
		to = *in.To
	}
	from := to.AddDate(0, -11, 0)
	if in.From != nil {
		from = *in.From
	}
	if from.After(to) {
		return nil, fault.On("from", "The from field must not be after the to field.")
	}
	step := 1
	if in.Interval == "year" {
		from, to, step = time.Date(from.Year(), 12, 1, 0, 0, 0, 0, time.UTC), time.Date(to.Year(), 12, 1, 0, 0, 0, 0, time.UTC), 12
	}
	for at := from; !at.After(to); at = at.AddDate(0, step, 0) {
		if len(days) == maxPoints {
			return nil, fault.On("from", "There are more than %d points from there on.", maxPoints)
		}
		days = append(days, at.AddDate(0, 1, -1))
	}
	return days, nil
}
