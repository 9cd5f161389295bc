package code

import (
	"strings"
	"unicode"
)

// split drops what people and printers put between digits. It returns the digits, and those after a
// plus, or nothing if the text has other signs.
func split(text string) (digits, addOn string) {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(narrow(text))), "urn:")
	for _, word := range []string{"isbn-13", "isbn-10", "isbn13", "isbn10", "isbn", "issn", "ismn", "ean", "upc", "gtin"} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			text = strings.TrimPrefix(rest, ":")
			break
		}
	}
	var b strings.Builder
	for _, sign := range text {
		switch {
		case sign >= '0' && sign <= '9', sign == '+':
			b.WriteRune(sign)
		case sign == 'x':
			b.WriteByte('X')
		case unicode.IsSpace(sign), unicode.Is(unicode.Pd, sign), sign == '\u2212', unicode.Is(unicode.Cf, sign):
		default:
			return "", ""
		}
	}
	digits, addOn, more := strings.Cut(b.String(), "+")
	if more && addOn == "" || strings.Contains(addOn, "+") {
		return "", ""
	}
	return digits, addOn
}

// narrow turns full-width signs, which Japanese keyboards write, into the usual ones.
func narrow(text string) string {
	return strings.Map(func(sign rune) rune {
		if sign >= '\uff01' && sign <= '\uff5e' {
			return sign - 0xfee0
		}
		return sign
	}, text)
}
