package ui

import (
	"math/big"
	"strconv"
	"strings"
	"vitrine/internal/catalog"
)

// Amount is a sum of money in words of the language.
func (f Frame) Amount(n int64, code string) string {
	return f.Money(big.NewInt(n), code, catalog.MinorUnits(code))
}

// Insured is what is insured in all, by currency if they cannot be added.
func (f Frame) Insured(m catalog.Money) string {
	if m.Amount != nil {
		return f.Money(m.Amount, m.CurrencyCode, catalog.MinorUnits(m.CurrencyCode))
	}
	var parts []string
	for _, p := range m.Parts {
		parts = append(parts, f.Money(p.Amount, p.CurrencyCode, catalog.MinorUnits(p.CurrencyCode)))
	}
	return strings.Join(parts, " + ")
}

// Typed is an amount as people type it.
func Typed(n int64, code string) string {
	digits := catalog.MinorUnits(code)
	text := strconv.FormatInt(n, 10)
	if digits == 0 {
		return text
	}
	text = strings.Repeat("0", max(0, digits+1-len(text))) + text
	return text[:len(text)-digits] + "." + text[len(text)-digits:]
}
