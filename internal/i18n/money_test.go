package i18n

import (
	"math/big"
	"testing"
)

func TestMoney(t *testing.T) {
	for _, c := range []struct {
		locale, code string
		amount       int64
		digits       int
		want         string
	}{
		{"en", "EUR", 163000, 2, "€1,630"},
		{"en", "CHF", 163005, 2, "CHF\u00a01,630.05"},
		{"de_DE", "EUR", 123456789, 2, "1.234.567,89\u00a0€"},
		{"es_ES", "EUR", 163000, 2, "1630\u00a0€"},
		{"pt_BR", "USD", -50, 2, "$\u00a0-0,50"},
		{"ja_JP", "JPY", 1500, 0, "JPY\u00a01,500"},
		{"fr_FR", "BHD", 1500, 3, "1,500\u00a0BHD"},
	} {
		if got := For(c.locale).Money(big.NewInt(c.amount), c.code, c.digits); got != c.want {
			t.Errorf("%s: %d %s is %q, want %q", c.locale, c.amount, c.code, got, c.want)
		}
	}
}
