package catalog

import "math/big"

// CoverParts is how the value of held copies divides. The four parts add up to the value, in each currency
// and converted.
type CoverParts struct {
	Value         Money
	Covered       Money // by insurance records and policies
	Above         Money // the sums of the policies that name the copies
	Uninsured     Money // named by no policy
	Unknown       Money // of copies whose cover is not known, because a rate is missing
	UnknownCopies int64
}

// InsuredNow is how the value of an account divides, and what about its insurance needs attention.
type InsuredNow struct {
	Cover               CoverParts
	Attention           map[string]int64 // by kind
	Records, Currencies int64            // of the active insurance records
}

// CoverSum is the cover of copies with values in one currency.
type CoverSum struct {
	CurrencyCode                              string
	Value, Covered, Above, Uninsured, Unknown *big.Int
}

// NewCoverParts converts sums by currency, each currency once. What is rounded away from one part comes to
// the next, so that the parts still add up.
func NewCoverParts(code string, rates Rates, sums []CoverSum) (c CoverParts) {
	empty := NewMoney(code, rates)
	c = CoverParts{Value: empty, Covered: empty, Above: empty, Uninsured: empty, Unknown: empty}
	var values []Sum
	for _, s := range sums {
		values = append(values, Sum{s.CurrencyCode, s.Value})
		upTo, before := new(big.Int), new(big.Int)
		for _, part := range []struct {
			of     *Money
			amount *big.Int
		}{{&c.Covered, s.Covered}, {&c.Above, s.Above}, {&c.Uninsured, s.Uninsured}, {&c.Unknown, s.Unknown}} {
			upTo = new(big.Int).Add(upTo, part.amount)
			converted, date := rates.Convert(Sum{s.CurrencyCode, upTo}, code)
			if part.amount.Sign() == 0 {
				continue
			}
			shown := MoneyPart{Sum: Sum{s.CurrencyCode, part.amount}, RateDate: date}
			if converted == nil {
				part.of.Amount = nil
			} else {
				shown.Converted = new(big.Int).Sub(converted, before)
				before = converted
				if part.of.Amount != nil {
					part.of.Amount = new(big.Int).Add(part.of.Amount, shown.Converted)
				}
			}
			if date != nil && (part.of.RateDate == nil || date.Before(*part.of.RateDate)) {
				part.of.RateDate = date
			}
			part.of.Parts = append(part.of.Parts, shown)
		}
	}
	c.Value = NewMoney(code, rates, values...)
	return c
}

// GapKinds are the parts of the value that nothing covers.
var GapKinds = []string{GapUninsured, GapAbove}

// The kinds by name.
const (
	GapUninsured = "uninsured"
	GapAbove     = "above"
)

// GapFilter selects copies with a gap in their cover.
type GapFilter struct {
	Kind         string // one of GapKinds
	CollectionID *int64
}

// GapCopy is a copy with the part of its value that nothing covers.
type GapCopy struct {
	CopyID, ItemID, CollectionID int64
	Identifier                   *string
	ItemName, CollectionName     string
	CurrencyCode                 string
	Value, Gap                   int64
}
