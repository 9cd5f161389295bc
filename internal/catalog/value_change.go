package catalog

// ValueChange is how values came from those of a day to those of today, at today's rates:
// Then + Bought + First + Market - Gone = Now.
type ValueChange struct {
	Then, Now   Money
	Bought      Money // copies that came: at their price, or else their first value
	Gone        Money // copies that went: at their last value
	First       Money // copies that were there, and were valued for the first time
	Brought     Money // what selling these brought
	Market      Money // copies that were valued again, or otherwise than their price
	BoughtCount int64
	GoneCount   int64
	FirstCount  int64
	MarketCount int64
}

// Any reports whether something has changed.
func (c ValueChange) Any() bool { return c.BoughtCount+c.GoneCount+c.FirstCount+c.MarketCount > 0 }
