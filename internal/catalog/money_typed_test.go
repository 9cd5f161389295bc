package catalog

import "testing"

// Amounts are understood as people write them in any language.
func TestReadMoney(t *testing.T) {
	for typed, want := range map[string]struct {
		amount   int64
		code     string
		expected string
	}{
		"€1,850": {185000, "EUR", "EUR"}, "1.850,00 €": {185000, "EUR", "EUR"}, "1850": {185000, "EUR", "EUR"}, "1 850,5": {185050, "EUR", "EUR"}, "1'850.–": {185000, "CHF", "CHF"},
		"1,850.00": {185000, "USD", "USD"}, "12.5": {1250, "EUR", "EUR"}, "12,50": {1250, "EUR", "EUR"}, ".50": {50, "EUR", "EUR"}, "0,5": {50, "EUR", "EUR"}, "5.": {500, "EUR", "EUR"}, "5,-": {500, "EUR", "EUR"},
		"€ 20": {2000, "EUR", "USD"}, "20 Euro": {2000, "EUR", "USD"}, "CHF 12.50": {1250, "CHF", "EUR"}, "12.50 chf": {1250, "CHF", "EUR"}, "Fr. 5": {500, "CHF", "EUR"}, "$5": {500, "USD", "EUR"}, "$6": {600, "CAD", "CAD"},
		"R$ 7,90": {790, "BRL", "EUR"}, "￥１，８５０": {1850, "JPY", "EUR"}, "1850円": {1850, "JPY", "EUR"}, "¥3": {300, "CNY", "CNY"}, "1,850": {1850, "JPY", "JPY"}, "1.850": {185000, "EUR", "EUR"}, "−5": {-500, "EUR", "EUR"},
		"1.234.567,89": {123456789, "EUR", "EUR"}, "1.5": {1500, "KWD", "KWD"},
	} {
		if amount, code, ok := ReadMoney(typed, want.expected); !ok || amount != want.amount || code != want.code {
			t.Errorf("%q is %d %s (%t), want %d %s", typed, amount, code, ok, want.amount, want.code)
		}
	}
	for _, typed := range []string{"", "€", "12.5o", "five", "1 2 EUR 3", "€5 CHF", "12 XYZ", "99999999999999999999", "0x10", "1e5", "."} {
		if amount, code, ok := ReadMoney(typed, "EUR"); ok {
			t.Errorf("%q is %d %s", typed, amount, code)
		}
	}
}
