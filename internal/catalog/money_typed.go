package catalog

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// signs are how people write currencies beside an amount. A sign of several currencies means
// the one that is expected, if it is among them.
var signs = map[string][]string{
	"€": {"EUR"}, "EURO": {"EUR"}, "EUROS": {"EUR"}, "£": {"GBP"}, "₩": {"KRW"}, "₹": {"INR"}, "₽": {"RUB"}, "₺": {"TRY"}, "₫": {"VND"}, "฿": {"THB"}, "₪": {"ILS"}, "₴": {"UAH"},
	"$":  {"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP"},
	"R$": {"BRL"}, "US$": {"USD"}, "C$": {"CAD"}, "A$": {"AUD"}, "HK$": {"HKD"}, "NZ$": {"NZD"},
	"¥": {"JPY", "CNY"}, "円": {"JPY"}, "元": {"CNY"}, "FR": {"CHF"}, "SFR": {"CHF"}, "KR": {"SEK", "NOK", "DKK", "ISK"}, "ZŁ": {"PLN"}, "KČ": {"CZK"}, "FT": {"HUF"},
}

// ReadMoney reads an amount as people write it: €1,850 or 1.850,00 € or 1850. It returns the
// amount in the smallest unit, and its currency: the one that is written beside it, or else
// the expected one. A point or comma before the last digits is that of a fraction; others
// separate thousands.
func ReadMoney(typed, expected string) (amount int64, code string, ok bool) {
	number, sign, ok := splitMoney(typed)
	if !ok {
		return 0, "", false
	}
	code = strings.ToUpper(expected)
	switch known := signs[sign]; {
	case sign == "" || slices.Contains(known, code):
	case len(known) > 0:
		code = known[0]
	case currencySet()[sign]:
		code = sign
	default:
		return 0, "", false
	}
	digits := MinorUnits(code)
	fraction := ""
	if at := strings.LastIndexAny(number, ".,"); at >= 0 && len(number)-at-1 <= digits {
		number, fraction = number[:at], number[at+1:]
	}
	number = strings.NewReplacer(".", "", ",", "").Replace(number)
	if number == "" && fraction == "" {
		return 0, "", false
	}
	amount, err := strconv.ParseInt(number+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	return amount, code, err == nil && amount != math.MinInt64
}

// splitMoney divides an amount into its number and what stands before or behind it.
func splitMoney(typed string) (number, sign string, ok bool) {
	typed = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("'’’", r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, width.Narrow.String(strings.TrimSpace(typed)))
	for _, none := range []string{".-", ".–", ".—", ",-", ",–", ",—"} { // 1'850.–
		typed = strings.TrimSuffix(typed, none)
	}
	minus := strings.HasPrefix(typed, "-") || strings.HasPrefix(typed, "−")
	typed = strings.TrimLeft(typed, "-−")
	isNumber := func(r rune) bool { return r >= '0' && r <= '9' }
	first, last := strings.IndexFunc(typed, isNumber), strings.LastIndexFunc(typed, isNumber)
	if first < 0 {
		return "", "", false
	}
	if first > 0 && (typed[first-1] == '.' || typed[first-1] == ',') && len(strings.TrimRight(typed[:first], ".,")) == 0 {
		first--
	}
	before, number, behind := strings.Trim(typed[:first], "."), typed[first:last+1], strings.Trim(typed[last+1:], ".,")
	if before != "" && behind != "" || strings.ContainsFunc(number, func(r rune) bool { return !isNumber(r) && r != '.' && r != ',' }) {
		return "", "", false
	}
	if minus {
		number = "-" + number
	}
	return number, before + behind, true
}

// UsualCurrencies are offered first.
var UsualCurrencies = []string{"EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "CNY", "BRL", "SEK", "NOK", "DKK", "PLN", "MXN"}

// Currencies are all codes, the given and the usual ones first.
func Currencies(first ...string) []string {
	all := slices.Concat(first, UsualCurrencies, strings.Fields(currencies))
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(all, func(code string) bool {
		again := seen[code] || !currencySet()[code]
		seen[code] = true
		return again
	})
}
