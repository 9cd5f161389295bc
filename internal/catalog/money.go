package catalog

import (
	"math/big"
	"slices"
	"strings"
	"time"
)

// Sum is an exact sum of amounts in one currency, in its smallest unit.
type Sum struct {
	CurrencyCode string
	Amount       *big.Int
}

// Money is a sum over several currencies, in one of them.
type Money struct {
	CurrencyCode string
	Amount       *big.Int // nil if a rate is missing
	RateDate     *time.Time
	Parts        []MoneyPart
}

// MoneyPart is the part of a sum in one currency. Converted is nil if its rate is missing.
type MoneyPart struct {
	Sum
	Converted *big.Int
	RateDate  *time.Time
}

// NewMoney adds up sums in a currency, at the rates of a day. Each part is rounded
// once.
func NewMoney(code string, rates Rates, sums ...Sum) Money {
	m := Money{CurrencyCode: code, Amount: new(big.Int)}
	slices.SortFunc(sums, func(a, b Sum) int { return strings.Compare(a.CurrencyCode, b.CurrencyCode) })
	for _, s := range sums {
		if n := len(m.Parts); n > 0 && m.Parts[n-1].CurrencyCode == s.CurrencyCode {
			m.Parts[n-1].Amount = new(big.Int).Add(m.Parts[n-1].Amount, s.Amount)
			continue
		}
		m.Parts = append(m.Parts, MoneyPart{Sum: s})
	}
	for i := range m.Parts {
		part := &m.Parts[i]
		part.Converted, part.RateDate = rates.Convert(part.Sum, code)
		if part.RateDate != nil && (m.RateDate == nil || part.RateDate.Before(*m.RateDate)) {
			m.RateDate = part.RateDate
		}
		switch {
		case part.Converted == nil:
			m.Amount = nil
		case m.Amount != nil:
			m.Amount.Add(m.Amount, part.Converted)
		}
	}
	return m
}

// Complete reports whether every part could be converted.
func (m Money) Complete() bool { return m.Amount != nil }

// Rate says that one unit of the base is worth this much of a currency.
type Rate struct {
	Base, CurrencyCode string
	Rate               string // decimal
	Date               time.Time
}

// RateAge is how many days old a rate may be.
const RateAge = 10

// Rates are the rates valid on a day.
type Rates map[string]map[string]dated // by base, by currency

type dated struct {
	rate *big.Rat
	date time.Time
}

// NewRates takes the newest rate of each pair that is not too old on a day.
func NewRates(day time.Time, all []Rate) Rates {
	rates := Rates{}
	for _, r := range all {
		age := day.Sub(r.Date)
		worth, ok := new(big.Rat).SetString(r.Rate)
		if !ok || worth.Sign() <= 0 || age < 0 || age > RateAge*24*time.Hour {
			continue
		}
		if rates[r.Base] == nil {
			rates[r.Base] = map[string]dated{}
		}
		if known, ok := rates[r.Base][r.CurrencyCode]; !ok || known.date.Before(r.Date) {
			rates[r.Base][r.CurrencyCode] = dated{worth, r.Date}
		}
	}
	return rates
}

// Convert is a sum in another currency, rounded half to even, and the day of the oldest rate used. It
// is nil without a rate.
func (rates Rates) Convert(s Sum, to string) (*big.Int, *time.Time) {
	if s.CurrencyCode == to {
		return s.Amount, nil
	}
	worth, date := rates.Between(s.CurrencyCode, to)
	if worth == nil {
		return nil, nil
	}
	exact := new(big.Rat).SetInt(s.Amount)
	exact.Mul(exact, worth)
	exact.Mul(exact, power(MinorUnits(to)-MinorUnits(s.CurrencyCode)))
	return halfToEven(exact), &date
}

// Between is the worth of one unit of a currency in another: by a rate of either, or by a base that
// has both. The newest rate wins, then the first base.
func (rates Rates) Between(from, to string) (worth *big.Rat, date time.Time) {
	bases := make([]string, 0, len(rates))
	for base := range rates {
		bases = append(bases, base)
	}
	slices.Sort(bases)
	for _, base := range bases {
		of := rates[base]
		have, ok := of[from]
		if base == from {
			have, ok = dated{big.NewRat(1, 1), of[to].date}, true
		}
		want, also := of[to]
		if base == to {
			want, also = dated{big.NewRat(1, 1), of[from].date}, true
		}
		if !ok || !also {
			continue
		}
		oldest := have.date
		if want.date.Before(oldest) {
			oldest = want.date
		}
		if worth == nil || oldest.After(date) {
			worth, date = new(big.Rat).Quo(want.rate, have.rate), oldest
		}
	}
	return worth, date
}

// Codes are the currencies that have a rate.
func (rates Rates) Codes() (all []string) {
	for base, of := range rates {
		all = append(all, base)
		for code := range of {
			all = append(all, code)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// power is 10 to the n.
func power(n int) *big.Rat {
	whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), whole)
	}
	return new(big.Rat).SetInt(whole)
}

func halfToEven(r *big.Rat) *big.Int {
	whole, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int)) // towards minus infinity
	switch rest.Lsh(rest, 1).Cmp(r.Denom()) {
	case 1:
		whole.Add(whole, big.NewInt(1))
	case 0:
		whole.Add(whole, new(big.Int).And(whole, big.NewInt(1)))
	}
	return whole
}

// Currencies whose smallest unit is not a hundredth, by ISO 4217. Metals, funds and
// units of account have none, and count as whole.
const (
	wholeUnits  = ` BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XUA `
	thousandths = ` BHD IQD JOD KWD LYD OMR TND `
	tenThousand = ` CLF UYW `
)

// MinorUnits is how many digits of a currency's amounts are behind the point.
func MinorUnits(code string) int {
	switch word := " " + code + " "; {
	case strings.Contains(wholeUnits, word):
		return 0
	case strings.Contains(thousandths, word):
		return 3
	case strings.Contains(tenThousand, word):
		return 4
	}
	return 2
}

// List is the rates of a base, crossed where it has none itself; without a base, all rates as read.
func (rates Rates) List(base string) (all []Rate) {
	if base != "" {
		for _, code := range rates.Codes() {
			if worth, date := rates.Between(base, code); worth != nil && code != base {
				all = append(all, Rate{base, code, decimal(worth), date})
			}
		}
		return all
	}
	for base, of := range rates {
		for code, r := range of {
			all = append(all, Rate{base, code, decimal(r.rate), r.date})
		}
	}
	slices.SortFunc(all, func(a, b Rate) int { return strings.Compare(a.CurrencyCode+a.Base, b.CurrencyCode+b.Base) })
	return all
}

// rateDigits is how many decimals a rate is shown with.
const rateDigits = 12

func decimal(r *big.Rat) string {
	s := r.FloatString(rateDigits)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
