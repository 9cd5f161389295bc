package ui

import "vitrine/internal/catalog"

// currencySigns stand beside the codes that people know by a sign.
var currencySigns = map[string]string{"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "¥", "BRL": "R$", "INR": "₹", "KRW": "₩", "PLN": "zł"}

// Currencies are all that can be chosen: the chosen one first, then the usual ones.
func Currencies(form Form, name string) []Option {
	chosen := form.Value(name)
	all := []Option{}
	if chosen == "" {
		all = append(all, Option{})
	}
	for _, code := range catalog.Currencies(chosen) {
		label := code
		if sign, ok := currencySigns[code]; ok {
			label += " " + sign
		}
		all = append(all, Option{code, label})
	}
	return all
}
