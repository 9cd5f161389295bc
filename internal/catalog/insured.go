package catalog

import (
	"math/big"
	"time"
)

// InsuredCopy is an insurance record among all of an account, with what it covers.
type InsuredCopy struct {
	InsuranceRecord
	ItemID, CollectionID int64
	ItemName             string
	CopyIdentifier       *string
	CollectionName       string
}

// InsuranceFilter selects and orders the records of an account.
type InsuranceFilter struct {
	Status       string
	Provider     string
	CollectionID *int64
	CopyID       *int64
	EndsBefore   *time.Time // a day
	Sort         string     // ends_at, -ends_at, or empty for the order of creation
}

// InsuranceStatuses are those of a record; InsuranceSorts are the orders of a list.
var (
	InsuranceStatuses = insuranceStatuses
	InsuranceSorts    = []string{"ends_at", "-ends_at"}
)

// Whole reports whether the filter leaves nothing out.
func (f InsuranceFilter) Whole() bool {
	f.Sort = ""
	return f == InsuranceFilter{}
}

// InsuranceSums are what the active records of a list insure.
type InsuranceSums struct {
	Records int64
	Insured Money
}

// Money is a sum of amounts in several currencies. There are no exchange rates, so
// the whole is known only if all are in the currency wanted.
type Money struct {
	Amount       *big.Int // nil if it is not known
	CurrencyCode string
	Parts        []MoneyPart // by code
}

// MoneyPart is what a sum has in one currency.
type MoneyPart struct {
	CurrencyCode string
	Amount       *big.Int
}

// NewMoney adds up parts in a currency.
func NewMoney(currency string, parts []MoneyPart) Money {
	m := Money{Amount: new(big.Int), CurrencyCode: currency, Parts: parts}
	for _, p := range parts {
		if p.CurrencyCode != currency {
			m.Amount = nil
			return m
		}
		m.Amount.Add(m.Amount, p.Amount)
	}
	return m
}

// MinorUnits is how many digits of a currency's amounts are behind the point.
func MinorUnits(code string) int {
	switch code {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}
