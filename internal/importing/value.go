package importing

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/guess"
)

func isZero(s string) bool { return s != "" && strings.Trim(s, "0.,") == "" }

func beginning(s string) string { return cell.Beginning(s) }

func uuidOf(s string) (string, bool) { return cell.UUID(s) }

func decimalSign(locale string) string { return cell.Decimal(locale) }

// dayFormat is how days are written that fit these formats.
func dayFormat(fits []string, locale string) string {
	switch {
	case slices.Contains(fits, "D/M/Y") && slices.Contains(fits, "M/D/Y"):
		return cell.SlashFormat(locale)
	case len(fits) > 0:
		return fits[0]
	}
	return cell.DayFormats[0]
}

// sign is the decimal sign of a cell: what a format calls a number has a point.
func (c cellText) sign() string {
	if c.kind == NumberCell || c.src == nil {
		return "."
	}
	return c.src.decimal
}

// day reads the day in a cell.
func (r *rowPlanner) day(c cellText) *time.Time {
	if c.text == "" {
		return nil
	}
	format := cell.DayFormats[0]
	if c.kind != DayCell {
		format = c.src.day
	}
	day, bad := cell.Day(c.text, format, r.p.Mapping.Options.PartialDates == "first_day")
	if bad != nil {
		r.refuse(c, bad)
		return nil
	}
	return &day
}

// refuse notes what is wrong with a cell.
func (r *rowPlanner) refuse(c cellText, bad *cell.Wrong) {
	r.wrong(c.src, bad.Code, bad.Expected, bad.Found)
}

// currency is that of amounts of a group: its column, the options, or the collection's.
func (r *rowPlanner) currency(column string) string {
	if c := r.get(column); c.text != "" {
		code, bad := cell.Currency(c.text)
		if bad == nil {
			return code
		}
		r.refuse(c, bad)
	}
	if code := r.p.Mapping.Options.CurrencyCode; code != "" {
		return strings.ToUpper(code)
	}
	return r.p.Structure.Collection.Currency
}

// money reads an amount and its currency.
func (r *rowPlanner) money(c cellText, currency string) (*int64, string) {
	if c.text == "" {
		return nil, currency
	}
	if c.src.Format == guess.Minor {
		amount, bad := cell.MinorUnits(c.text, currency)
		if bad != nil {
			r.refuse(c, bad)
			return nil, currency
		}
		return &amount, currency
	}
	amount, code, bad := cell.Money(c.text, c.sign(), currency)
	if bad != nil {
		r.refuse(c, bad)
		return nil, currency
	}
	return &amount, code
}

// fieldValue is the value of a custom field as JSON, empty if there is none.
func fieldValue(f *catalog.CustomField, c cellText, o Options) (string, *cell.Wrong) {
	if c.text == "" {
		return "", nil
	}
	switch f.FieldType {
	case catalog.Number:
		return cell.Number(c.text, c.sign())
	case catalog.Date:
		format := c.src.day
		if c.kind == DayCell {
			format = cell.DayFormats[0]
		}
		day, bad := cell.Day(c.text, format, o.PartialDates == "first_day")
		if bad != nil {
			return "", bad
		}
		return quote(day.Format(time.DateOnly)), nil
	case catalog.Boolean:
		yes, bad := cell.Boolean(c.text)
		return strconv.FormatBool(yes), bad
	case catalog.Select:
		option, bad := cell.Option(c.text, f.Options)
		if in := catalog.OptionIn(c.text, f.Options); bad != nil && in != "" {
			option, bad = in, nil
		}
		return quote(option), bad
	case catalog.Rating:
		stars, bad := cell.Rating(c.text, c.sign())
		if stars == 0 {
			return "", bad
		}
		return strconv.Itoa(stars), bad
	}
	text, bad := cell.Text(c.text, catalog.MaxTextValue)
	return quote(text), bad
}

// valueText is a value of a custom field as a cell shows it.
func valueText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// sameValue compares values; numbers by value.
func sameValue(f *catalog.CustomField, a, b string) bool {
	if f.FieldType == catalog.Number && a != "" && b != "" {
		x, ok := new(big.Rat).SetString(a)
		y, also := new(big.Rat).SetString(b)
		return ok && also && x.Cmp(y) == 0
	}
	return a == b
}

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // texts always encode
	return strings.TrimSuffix(b.String(), "\n")
}
