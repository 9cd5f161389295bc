package catalog

// ItemWorth is what the copies of an item are worth, what was paid for them, and what
// they are insured for.
type ItemWorth struct {
	CurrencyCode               string // of the collection
	Held                       int64
	Value, Cost, Gain, Insured Money
	OverTime                   []ValuePoint // the last days of twelve months, in the currencies they were valued in
}
