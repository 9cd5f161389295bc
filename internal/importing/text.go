package importing

import (
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
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
	return own.Amount(*amount, catalog.MinorUnits(code))
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
