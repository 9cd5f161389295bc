package cell

import (
	"strconv"
	"strings"
)

// Decimal is the decimal sign of a locale.
func Decimal(locale string) string {
	switch locale {
	case "fr_FR", "es_ES", "de_DE", "pt_BR":
		return ","
	}
	return "."
}

// DecimalOf is the decimal sign of a number that can be read only one way: the last of two signs, or
// one not followed by exactly three digits. It is empty if both readings are possible.
func DecimalOf(s string) string {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	last := max(point, comma)
	switch {
	case last < 0:
		return ""
	case point >= 0 && comma >= 0 && strings.Count(s, s[last:last+1]) == 1:
		return s[last : last+1]
	case point >= 0 && comma >= 0:
		return ""
	case strings.Count(s, s[last:last+1]) > 1: // 1.234.567: a thousands separator
		return other(s[last : last+1])
	}
	before := count(s[:last])
	zero := before == 1 && s[last-1] == '0' // 0.125 is no group of thousands
	if count(s[last+1:]) == 3 && before >= 1 && before <= 3 && !zero {
		return ""
	}
	return s[last : last+1]
}

func count(s string) (digits int) {
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	return digits
}

func other(sign string) string {
	if sign == "." {
		return ","
	}
	return "."
}

// maxDigits is how long a number may be.
const maxDigits = 64

// Number is a number as JSON writes it.
func Number(s, decimal string) (string, *Wrong) {
	if number, ok := number(plain(s), decimal); ok {
		return number, nil
	}
	return "", wrong(BadNumber, s, "number, as 12%s5", decimal)
}

// Integer is a whole number; 2,0 is one too.
func Integer(s, decimal string) (int64, *Wrong) {
	text, ok := number(plain(s), decimal)
	if !ok {
		return 0, wrong(BadInteger, s, "whole number, as 12")
	}
	whole, fraction, _ := strings.Cut(text, ".")
	if strings.Trim(fraction, "0") != "" || strings.ContainsAny(text, "eE") {
		return 0, wrong(BadInteger, s, "whole number, as 12")
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return 0, wrong(OutOfRange, s, "whole number of at most 18 digits")
	}
	return n, nil
}

// MaxStars is the best rating.
const MaxStars = 5

// Rating is a number of stars, 0 for none: 4, 4.0, or as many ★.
func Rating(s, decimal string) (int, *Wrong) {
	expected := "whole number of stars from 1 to 5"
	trimmed := strings.TrimSpace(s)
	if full := strings.Count(trimmed, "★"); full > 0 && strings.Trim(trimmed, "★☆") == "" {
		if full > MaxStars {
			return 0, wrong(BadRating, s, "%s", expected)
		}
		return full, nil
	}
	n, bad := Integer(s, decimal)
	if bad != nil || n < 0 || n > MaxStars {
		return 0, wrong(BadRating, s, "%s", expected)
	}
	return int(n), nil
}

// Plain reports whether a text is a number that keeps its form: no leading zero, at most 15 digits, no
// exponent, no plus. Other digits are probably a code.
func Plain(s, decimal string) bool {
	text := plain(s)
	if _, ok := number(text, decimal); !ok || strings.ContainsAny(text, "eE+") || count(text) > maxPlain {
		return false
	}
	digits := strings.TrimLeft(text, "-−")
	return digits[0] != '0' || len(digits) == 1 || strings.HasPrefix(digits, "0"+decimal)
}

// maxPlain is how many digits a spreadsheet keeps.
const maxPlain = 15

// number reads digits in groups of three, a decimal sign and an exponent.
func number(s, decimal string) (string, bool) {
	if s == "" || len(s) > maxDigits {
		return "", false
	}
	sign := ""
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = "-", rest
	} else if rest, ok := strings.CutPrefix(s, "−"); ok {
		sign, s = "-", rest
	} else {
		s = strings.TrimPrefix(s, "+")
	}
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i:]
		if !isExponent(exponent) {
			return "", false
		}
	}
	whole, fraction, point := strings.Cut(mantissa, decimal)
	whole, ok := ungrouped(whole, other(decimal))
	if !ok || !digitsOnly(fraction) || whole == "" && fraction == "" || point && fraction == "" && exponent != "" {
		return "", false
	}
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + canonical(whole) + exponent, true
}

// canonical removes zeros in front, which JSON does not allow.
func canonical(digits string) string {
	for len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		digits = digits[1:]
	}
	return digits
}

func isExponent(s string) bool {
	digits := strings.TrimLeft(s[1:], "+-")
	return len(s)-1-len(digits) <= 1 && digits != "" && len(digits) <= 3 && digitsOnly(digits)
}

// ungrouped removes thousands separators: the other sign, a blank or an apostrophe.
func ungrouped(s, sign string) (string, bool) {
	if digitsOnly(s) {
		return s, true
	}
	for _, group := range []string{sign, " ", "'", "’"} {
		parts := strings.Split(s, group)
		if len(parts) > 1 && groupsOfThree(parts) {
			return strings.Join(parts, ""), true
		}
	}
	return "", false
}

func groupsOfThree(parts []string) bool {
	for i, p := range parts {
		if !digitsOnly(p) || i > 0 && len(p) != 3 || i == 0 && (len(p) < 1 || len(p) > 3) {
			return false
		}
	}
	return true
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}
