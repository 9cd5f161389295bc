package catalog

// ItemWorth is the value, cost and insured sum of an item's copies.
type ItemWorth struct {
	CurrencyCode               string // of the collection
	Held                       int64
	Value, Cost, Gain, Insured Money
	Change                     ValueChange  // in these months
	OverTime                   []ValuePoint // the last days of twelve months, in the currencies they were valued in
}
