package catalog

import (
	"math/big"
	"strings"
	"testing"
	"time"
)

func day(s string) time.Time { d, _ := time.Parse(time.DateOnly, s); return d }

func sum(code string, n int64) Sum { return Sum{code, big.NewInt(n)} }

func TestMoneyIsConverted(t *testing.T) {
	today := day("2026-01-05")
	rates := NewRates(today, []Rate{
		{"EUR", "USD", "1.25", day("2026-01-02")},
		{"EUR", "USD", "9", day("2025-12-30")}, // a newer one counts
		{"EUR", "JPY", "160", day("2026-01-04")},
		{"EUR", "BHD", "0.4", day("2025-12-26")},
		{"EUR", "GBP", "0.8", day("2025-12-25")}, // older than ten days
		{"EUR", "CHF", "0.9", day("2026-01-06")}, // not yet
	})
	for _, c := range []struct {
		name string
		in   Sum
		to   string
		want string // the amount, and the day of the rate
	}{
		{"the same", sum("EUR", 7), "EUR", "7 "},
		{"by its base", sum("EUR", 100), "USD", "125 2026-01-02"},
		{"to the base", sum("USD", 100), "EUR", "80 2026-01-02"},
		{"whole units to thousandths", sum("JPY", 1_000), "BHD", "2500 2025-12-26"},
		{"thousandths to whole units", sum("BHD", 2_500), "JPY", "1000 2025-12-26"},
		{"crossing by a base", sum("USD", 25), "JPY", "32 2026-01-02"},
		{"rounded", sum("JPY", 1), "EUR", "1 2026-01-04"}, // 0.625
		{"too old", sum("GBP", 1), "EUR", "none"},
		{"of tomorrow", sum("CHF", 1), "EUR", "none"},
		{"unknown", sum("XPF", 1), "EUR", "none"},
	} {
		got, at := rates.Convert(c.in, c.to)
		found := "none"
		if got != nil {
			found = got.String() + " "
			if at != nil {
				found += at.Format(time.DateOnly)
			}
		}
		if found != c.want {
			t.Errorf("%s: %s, want %s", c.name, found, c.want)
		}
	}
}

func TestHalvesGoToTheEvenNumber(t *testing.T) {
	for in, want := range map[string]int64{"1/2": 0, "3/2": 2, "5/2": 2, "-1/2": 0, "-3/2": -2, "7/4": 2, "-7/4": -2, "2": 2, "1/3": 0, "-1/3": 0} {
		r, _ := new(big.Rat).SetString(in)
		if got := halfToEven(r); got.Int64() != want {
			t.Errorf("%s: %s, want %d", in, got, want)
		}
	}
}

func TestMoneyAddsUp(t *testing.T) {
	rates := NewRates(day("2026-01-05"), []Rate{{"USD", "EUR", "0.9", day("2026-01-02")}})
	m := NewMoney("EUR", rates, sum("USD", 60), sum("EUR", 100), sum("USD", 40))
	if m.Amount.Int64() != 190 || !m.RateDate.Equal(day("2026-01-02")) || len(m.Parts) != 2 || m.Parts[0].CurrencyCode != "EUR" || m.Parts[1].Amount.Int64() != 100 {
		t.Errorf("%+v", m)
	}
	if m := NewMoney("EUR", nil, sum("EUR", 100), sum("USD", 100)); m.Complete() || m.Parts[0].Converted.Int64() != 100 || m.Parts[1].Converted != nil {
		t.Errorf("without rates: %+v", m)
	}
	if m := NewMoney("EUR", nil); m.Amount.Sign() != 0 || len(m.Parts) != 0 || m.RateDate != nil {
		t.Errorf("nothing: %+v", m)
	}
	var every []Sum
	all := []Rate{}
	huge, _ := new(big.Int).SetString("9007199254740991000000", 10)
	for code := range strings.FieldsSeq(currencies) {
		every = append(every, Sum{code, huge})
		all = append(all, Rate{"EUR", code, "2", day("2026-01-05")})
	}
	m = NewMoney("EUR", NewRates(day("2026-01-05"), all), every...)
	if len(m.Parts) != len(every) || !m.Complete() {
		t.Errorf("%d currencies: %d parts, complete: %v", len(every), len(m.Parts), m.Complete())
	}
}
