package importing

import (
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// How Vitrine itself writes values in a table. Plans show what was and what will be in this
// form, so two plans can be compared.

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func dayText(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

func numberText(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// amountText writes an amount with the decimals of its currency.
func amountText(amount *int64, code string) string {
	if amount == nil {
		return ""
	}
	places := catalog.MinorUnits(code)
	digits := strconv.FormatInt(*amount, 10)
	if places == 0 {
		return digits
	}
	if len(digits) <= places {
		digits = strings.Repeat("0", places+1-len(digits)) + digits
	}
	return digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}

// joinEscaped joins parts, with a backslash before backslashes and separators in them.
func joinEscaped(parts []string, separator string) string {
	escaped := make([]string, len(parts))
	mark := strings.TrimSpace(separator)
	for i, p := range parts {
		escaped[i] = strings.NewReplacer(`\`, `\\`, mark, `\`+mark).Replace(p)
	}
	return strings.Join(escaped, separator)
}

// splitEscaped is the inverse of joinEscaped. A backslash counts before one of special.
func splitEscaped(s, separator, special string) []string {
	var parts []string
	var part strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && strings.IndexByte(special, s[i+1]) >= 0:
			part.WriteByte(s[i+1])
			i += 2
		case separator != "" && strings.HasPrefix(s[i:], separator):
			parts = append(parts, part.String())
			part.Reset()
			i += len(separator)
		default:
			part.WriteByte(s[i])
			i++
		}
	}
	return append(parts, part.String())
}

// lines writes all ends of lines as LF, by which texts are compared.
func lines(s string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) }

// orNil is an optional text; empty is none.
func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
