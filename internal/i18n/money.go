package i18n

import (
	"math/big"
	"strings"
)

// symbols are those that nobody mistakes; other currencies are written by their code.
var symbols = map[string]string{"EUR": "€", "GBP": "£", "USD": "$"}

// Money writes an amount in the smallest unit of a currency, which has so many digits
// behind the point. Whole amounts have none.
func (t *Texts) Money(amount *big.Int, code string, digits int) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	whole, rest := new(big.Int).QuoRem(new(big.Int).Abs(amount), unit, new(big.Int))
	written := t.grouped(whole.String())
	if rest.Sign() != 0 {
		fraction := rest.String()
		written += t.point() + strings.Repeat("0", digits-len(fraction)) + fraction
	}
	if amount.Sign() < 0 {
		written = "-" + written
	}
	symbol, short := symbols[code]
	switch before := t.point() == "." || t.Locale == "pt_BR"; {
	case short && before && t.Locale != "pt_BR":
		return symbol + written
	case short && before:
		return symbol + "\u00a0" + written
	case short:
		return written + "\u00a0" + symbol
	case before:
		return code + "\u00a0" + written
	}
	return written + "\u00a0" + code
}

// Amount writes an amount with all its digits and without its currency, as columns of
// figures have it.
func (t *Texts) Amount(amount *big.Int, digits int) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	whole, rest := new(big.Int).QuoRem(new(big.Int).Abs(amount), unit, new(big.Int))
	written := t.grouped(whole.String())
	if digits > 0 {
		fraction := rest.String()
		written += t.point() + strings.Repeat("0", digits-len(fraction)) + fraction
	}
	if amount.Sign() < 0 {
		written = "-" + written
	}
	return written
}

// point stands before the digits that are less than one.
func (t *Texts) point() string {
	switch t.Locale {
	case "en", "zh_CN", "ja_JP":
		return "."
	}
	return ","
}

// grouped separates the thousands of digits.
func (t *Texts) grouped(digits string) string {
	if t.Locale == "es_ES" && len(digits) == 4 {
		return digits
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(groups[t.Locale])
		}
		b.WriteRune(d)
	}
	return b.String()
}
