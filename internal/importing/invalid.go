package importing

import (
	"errors"
	"fmt"
	"strings"

	"vitrine/internal/fault"
)

// The rules are those of the API: an input is made and asked what is wrong with it. Here its
// answers become codes of cells.

// invalid notes what an input refuses, at the columns that its members come from.
func (r *rowPlanner) invalid(err error, columns map[string]string) {
	var invalid *fault.Invalid
	if !errors.As(err, &invalid) {
		return
	}
	for _, f := range invalid.Fields {
		c := r.get(columns[f.Name])
		m := f.Messages[0]
		r.wrong(c.src, codeOf(m), expectedOf(m), c.text)
	}
}

// codes are those of broken rules, by how their sentences go.
var codes = []struct{ says, code string }{
	{"must not be greater than %d characters", "too_long"},
	{"a text of at most %d characters", "too_long"},
	{"U+0000", "bad_text"},
	{"field is required", "missing"},
	{"date in the future", "future_date"},
	{"currency code", "bad_currency"},
	{"must be at least", "out_of_range"},
	{"must be between", "out_of_range"},
	{"must not be greater than %d.", "out_of_range"},
	{"date after or equal", "out_of_range"},
	{"100 tags", "too_many_tags"},
	{"value must be a number", "bad_number"},
	{"whole number of stars", "bad_rating"},
	{"true or false", "bad_boolean"},
	{"form YYYY-MM-DD", "bad_date"},
	{"active insurance record", "policy_active"},
	{"too large", "value_too_large"},
}

func codeOf(m fault.Message) string {
	for _, c := range codes {
		if strings.Contains(m.Rule, c.says) {
			return c.code
		}
	}
	return "bad_option"
}

// expectedOf says a rule as what a cell should be.
func expectedOf(m fault.Message) string {
	switch codeOf(m) {
	case "too_long":
		return fmt.Sprintf("text of at most %v characters", m.Args[len(m.Args)-1])
	case "bad_text":
		return "text without the character U+0000"
	case "missing":
		return "a value"
	case "future_date":
		return "a day that is not in the future"
	case "bad_currency":
		return "currency code, as EUR"
	}
	return m.String()
}
