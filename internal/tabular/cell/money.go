package cell

import (
	"strconv"
	"strings"
	"unicode"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// maxAmount is the largest amount, in the smallest unit.
const maxAmount = 999_999_999_999_999

// symbols are those of currencies; several share one.
var symbols = map[string]string{
	"€": "EUR", "£": "GBP GIP FKP SHP EGP SYP LBP", "¥": "JPY CNY", "円": "JPY", "元": "CNY", "₩": "KRW KPW", "₹": "INR", "₽": "RUB", "₺": "TRY",
	"₴": "UAH", "₫": "VND", "฿": "THB", "₪": "ILS", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG", "₸": "KZT", "₾": "GEL", "₼": "AZN",
	"$":   "USD CAD AUD NZD HKD SGD MXN TWD ARS CLP COP BSD BBD BMD BND BZD DOP FJD GYD JMD KYD LRD NAD SBD SRD TTD UYU XCD",
	"us$": "USD", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "nt$": "TWD", "mx$": "MXN", "r$": "BRL",
	"kr": "SEK NOK DKK ISK", "kr.": "DKK SEK NOK ISK", "zł": "PLN", "kč": "CZK", "ft": "HUF", "fr.": "CHF", "sfr.": "CHF", "fr": "CHF", "lei": "RON", "лв": "BGN",
}

// Money is an amount in the smallest unit of a currency: the one in the cell, else the given one. A
// symbol must belong to the given currency.
func Money(s, decimal, currency string) (amount int64, code string, bad *Wrong) {
	digits, unit := split(plain(s))
	code = currency
	switch {
	case unit == "":
	case isCode(unit):
		code = strings.ToUpper(unit)
	case symbols[unit] != "":
		if !strings.Contains(symbols[unit], currency) || currency == "" {
			return 0, "", wrong(BadCurrency, s, "amount in %s", orUnknown(currency))
		}
	default:
		return 0, "", wrong(BadMoney, s, "%s", example(decimal, currency))
	}
	text, ok := number(digits, decimal)
	if !ok || strings.ContainsAny(text, "eE") {
		return 0, "", wrong(BadMoney, s, "%s", example(decimal, code))
	}
	return amountOf(s, text, code)
}

// MinorUnits reads an amount in the smallest unit.
func MinorUnits(s, currency string) (int64, *Wrong) {
	n, bad := Integer(s, ".")
	if bad != nil {
		return 0, wrong(BadMoney, s, "amount in the smallest unit of %s, as 1250", orUnknown(currency))
	}
	if n < 0 || n > maxAmount {
		return 0, wrong(OutOfRange, s, "amount from 0 to %d", maxAmount)
	}
	return n, nil
}

func amountOf(s, text, code string) (int64, string, *Wrong) {
	places := catalog.MinorUnits(code)
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > places {
		return 0, "", wrong(TooPrecise, s, "amount with at most %d decimals", places)
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
	if err != nil || n < 0 || n > maxAmount || strings.HasPrefix(text, "-") && n != 0 {
		limit := strconv.Itoa(maxAmount)
		if places > 0 {
			limit = limit[:len(limit)-places] + "." + limit[len(limit)-places:]
		}
		return 0, "", wrong(OutOfRange, s, "amount from 0 to %s", limit)
	}
	return n, code, nil
}

// Currency is a code of ISO 4217, or a symbol of only one currency.
func Currency(s string) (string, *Wrong) {
	code := strings.ToUpper(plain(s))
	if only := symbols[strings.ToLower(code)]; len(only) == 3 {
		code = only
	}
	if !isCode(code) {
		return "", wrong(BadCurrency, s, "currency code, as EUR")
	}
	return code, nil
}

func isCode(s string) bool {
	if len(s) != 3 {
		return false
	}
	var e fault.Invalid
	catalog.KnownCurrency(&e, "currency", &s)
	return e.Err() == nil
}

// split separates an amount from the code or symbol before or after it. In $12.50 USD the code wins.
func split(s string) (digits, unit string) {
	first, last := strings.IndexFunc(s, unicode.IsDigit), strings.LastIndexFunc(s, unicode.IsDigit)
	if first < 0 {
		return s, ""
	}
	for first > 0 && strings.IndexByte("+-.,", s[first-1]) >= 0 && !strings.HasSuffix(s[:first], "r.") {
		first--
	}
	before, behind := strings.TrimSpace(s[:first]), strings.TrimSpace(strings.TrimLeft(s[last+1:], "-.,"))
	digits = s[first : last+1]
	for _, minus := range []string{"-", "−"} { // -$5
		if rest, ok := strings.CutPrefix(before, minus); ok {
			before, digits = strings.TrimSpace(rest), "-"+digits
		}
	}
	switch {
	case before != "" && isCode(behind):
		before = ""
	case behind != "" && isCode(before):
		behind = ""
	}
	return digits, strings.ToLower(before + behind)
}

func example(decimal, currency string) string {
	if currency != "" && catalog.MinorUnits(currency) == 0 {
		return "amount, as 1250"
	}
	return "amount, as 12" + decimal + "50"
}

func orUnknown(currency string) string {
	if currency == "" {
		return "a currency that is named"
	}
	return currency
}
