package page

import (
	"cmp"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Money is an amount of a form in the smallest unit of a currency.
func (v *Visit) Money(wrong *fault.Invalid, name, code string) *int64 {
	if v.Text(name) == "" {
		return nil
	}
	amount, written, ok := catalog.ReadMoney(v.Text(name), code)
	switch {
	case !ok:
		wrong.Add(name, "“%s” is not an amount. Write it like 12.50 or 12,50.", v.Text(name))
		return nil
	case written != code && code != "":
		wrong.Add(name, "All amounts of a form are in one currency.")
		return nil
	}
	return &amount
}

// Price is an amount of a form whose currency is another field. Whoever writes €20 means euros,
// whatever that field says: it then says so, too.
func (v *Visit) Price(wrong *fault.Invalid, name, currency, otherwise string) *int64 {
	if v.Text(name) == "" {
		return nil
	}
	amount, code, ok := catalog.ReadMoney(v.Text(name), cmp.Or(v.Text(currency), otherwise))
	switch before := v.written[currency]; {
	case !ok:
		wrong.Add(name, "“%s” is not an amount. Write it like 12.50 or 12,50.", v.Text(name))
		return nil
	case before != "" && before != code:
		wrong.Add(name, "All amounts of a form are in one currency.")
		return nil
	}
	if v.written == nil {
		v.written = map[string]string{}
	}
	v.written[currency] = code
	v.PostForm.Set(currency, code)
	return &amount
}
