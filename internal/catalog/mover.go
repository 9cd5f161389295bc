package catalog

import (
	"cmp"
	"math/big"
	"slices"
	"time"
)

// Mover is a copy whose value has changed.
type Mover struct {
	CopyID, ItemID  int64
	ItemName        string
	Identifier      *string
	CurrencyCode    string
	Was, Is, Change *big.Int // of all pieces
	Since, ValuedAt time.Time
}

// Movers are the copies whose value rose and fell most.
type Movers struct {
	Up, Down  []Mover
	Truncated bool // more copies were valued than were compared
}

// MaxMovers limits the copies of each direction, MaxCompared the copies compared: those valued last.
const MaxMovers, MaxCompared = 5, 10_000

// NewMovers ranks copies by their change in a currency. Those whose change cannot be
// converted come last, by currency.
func NewMovers(code string, rates Rates, all []Mover) (found Movers) {
	converted := map[int64]*big.Int{}
	for _, m := range all {
		converted[m.CopyID] = NewMoney(code, rates, Sum{CurrencyCode: m.CurrencyCode, Amount: new(big.Int).Abs(m.Change)}).Amount
	}
	slices.SortFunc(all, func(a, b Mover) int {
		x, y := converted[a.CopyID], converted[b.CopyID]
		switch {
		case x != nil && y != nil:
			return cmp.Or(y.Cmp(x), cmp.Compare(a.CopyID, b.CopyID))
		case x == nil && y == nil:
			return cmp.Or(cmp.Compare(a.CurrencyCode, b.CurrencyCode), b.Change.CmpAbs(a.Change), cmp.Compare(a.CopyID, b.CopyID))
		case x == nil:
			return 1
		}
		return -1
	})
	for _, m := range all {
		if m.Change.Sign() > 0 && len(found.Up) < MaxMovers {
			found.Up = append(found.Up, m)
		}
		if m.Change.Sign() < 0 && len(found.Down) < MaxMovers {
			found.Down = append(found.Down, m)
		}
	}
	return found
}
