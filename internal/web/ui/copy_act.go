package ui

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// act is a frequent action on a copy.
type act struct{ Path, Icon, Text string }

// ActsOn are the actions that the state of a copy allows.
func ActsOn(c catalog.Copy) []act {
	move, value := act{"/stays/new", "folder-input", "act.move"}, act{"/valuations/new", "chart-line", "act.value"}
	switch {
	case c.Borrowed || c.Status == "loaned":
		return []act{{"/return", "rotate-ccw", "act.return"}, value, move}
	case c.Status == "owned" || c.Status == "other":
		return []act{{"/transactions/new", "shopping-bag", "act.bought"}, {"/loans/new", "hand-helping", "act.lend"}, value, move, {"/transactions/new?type=sale", "handshake", "act.sell"}, {"/gone", "archive", "act.gone"}}
	case c.Status == "ordered":
		return []act{{"/transactions/new", "plus", "act.buy"}, value}
	}
	return nil // it is gone
}

func (f Frame) SignedMoney(n *big.Int, code string) string {
	text := f.Money(new(big.Int).Abs(n), code, catalog.MinorUnits(code))
	switch n.Sign() {
	case 1:
		return "+" + text
	case -1:
		return "−" + text
	}
	return text
}

// Amount is a sum of money in the language.
func (f Frame) Amount(n int64, code string) string {
	return f.Money(big.NewInt(n), code, catalog.MinorUnits(code))
}

// Insured is the total insured sum, by currency if rates are missing.
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

// Typed is an amount as typed.
func Typed(n int64, code string) string {
	if n < 0 {
		return "-" + Typed(-n, code)
	}
	digits := catalog.MinorUnits(code)
	text := strconv.FormatInt(n, 10)
	if digits == 0 {
		return text
	}
	text = strings.Repeat("0", max(0, digits+1-len(text))) + text
	return text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// Sum is an amount that may be absent, to be typed.
type Sum struct {
	Amount *int64
	Code   string
}

// Filled is the values of a record in its form, without absent ones.
func Filled(fields map[string]any) map[string]string {
	values := map[string]string{}
	for name, field := range fields {
		switch v := field.(type) {
		case string:
			values[name] = v
		case *string:
			if v != nil {
				values[name] = *v
			}
		case *int64:
			if v != nil {
				values[name] = strconv.FormatInt(*v, 10)
			}
		case time.Time:
			values[name] = v.Format(time.DateOnly)
		case *time.Time:
			if v != nil {
				values[name] = v.Format(time.DateOnly)
			}
		case Sum:
			if v.Amount != nil {
				values[name] = Typed(*v.Amount, v.Code)
			}
		case bool:
			if v {
				values[name] = "1"
			}
		}
	}
	return values
}

// ValueOr is a value that may be absent.
func ValueOr[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}
