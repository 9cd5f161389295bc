package i18n

import (
	"testing"
	"time"
)

// Each language has its own plural forms and separators.
func TestPluralsAndNumbers(t *testing.T) {
	for _, c := range []struct {
		locale string
		want   map[int64]string
	}{
		{"en", map[int64]string{0: "0 items", 1: "1 item", 2: "2 items", 1234: "1,234 items", 1_000_001: "1,000,001 items", 1234567: "1,234,567 items"}},
		{"fr_FR", map[int64]string{0: "0 objet", 1: "1 objet", 2: "2 objets", 1234: "1\u202f234 objets", 1_000_001: "1\u202f000\u202f001 objets", 1234567: "1\u202f234\u202f567 objets"}},
		{"es_ES", map[int64]string{0: "0 piezas", 1: "1 pieza", 2: "2 piezas", 1234: "1234 piezas", 1_000_001: "1.000.001 piezas", 1234567: "1.234.567 piezas"}},
		{"de_DE", map[int64]string{0: "0 Objekte", 1: "1 Objekt", 2: "2 Objekte", 1234: "1.234 Objekte", 1_000_001: "1.000.001 Objekte", 1234567: "1.234.567 Objekte"}},
		{"pt_BR", map[int64]string{0: "0 item", 1: "1 item", 2: "2 itens", 1234: "1.234 itens", 1_000_001: "1.000.001 itens", 1234567: "1.234.567 itens"}},
		{"zh_CN", map[int64]string{0: "0 件藏品", 1: "1 件藏品", 2: "2 件藏品", 1234: "1,234 件藏品", 1_000_001: "1,000,001 件藏品", 1234567: "1,234,567 件藏品"}},
		{"ja_JP", map[int64]string{0: "アイテム 0 点", 1: "アイテム 1 点", 2: "アイテム 2 点", 1234: "アイテム 1,234 点", 1_000_001: "アイテム 1,000,001 点", 1234567: "アイテム 1,234,567 点"}},
	} {
		for n, want := range c.want {
			if got := For(c.locale).N("items", n); got != want {
				t.Errorf("%s %d: %q, want %q", c.locale, n, got, want)
			}
		}
	}
	if got := For("de_DE").Number(-1234567); got != "-1.234.567" {
		t.Error(got)
	}
	for locale, want := range map[string]string{"en": "5,599.8", "de_DE": "5.599,8", "fr_FR": "5\u202f599,8", "ja_JP": "5,599.8"} {
		if got := For(locale).Tenths(55_998); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}

func TestDatesAndTimes(t *testing.T) {
	evening := time.Date(2026, 11, 15, 17, 4, 0, 0, time.UTC)
	night := time.Date(2027, 2, 1, 1, 30, 0, 0, time.FixedZone("", 3600)) // 0:30 in UTC
	for _, c := range []struct{ locale, evening, evening12, night, night12 string }{
		{"en", "15 Nov 2026 17:04", "15 Nov 2026 5:04 PM", "1 Feb 2027 00:30", "1 Feb 2027 12:30 AM"},
		{"fr_FR", "15 nov. 2026 17:04", "15 nov. 2026 5:04 PM", "1 févr. 2027 00:30", "1 févr. 2027 12:30 AM"},
		{"es_ES", "15 nov 2026 17:04", "15 nov 2026 5:04 PM", "1 feb 2027 00:30", "1 feb 2027 12:30 AM"},
		{"de_DE", "15.11.2026 17:04", "15.11.2026 5:04 PM", "01.02.2027 00:30", "01.02.2027 12:30 AM"},
		{"pt_BR", "15 de nov. de 2026 17:04", "15 de nov. de 2026 5:04 PM", "1 de fev. de 2027 00:30", "1 de fev. de 2027 12:30 AM"},
		{"zh_CN", "2026年11月15日 17:04", "2026年11月15日 下午5:04", "2027年2月1日 00:30", "2027年2月1日 上午12:30"},
		{"ja_JP", "2026年11月15日 17:04", "2026年11月15日 午後5:04", "2027年2月1日 00:30", "2027年2月1日 午前0:30"},
	} {
		texts := For(c.locale)
		for _, g := range [][2]string{{texts.Time(evening, true), c.evening}, {texts.Time(evening, false), c.evening12}, {texts.Time(night, true), c.night}, {texts.Time(night, false), c.night12}} {
			if g[0] != g[1] {
				t.Errorf("%s: %q, want %q", c.locale, g[0], g[1])
			}
		}
	}
}

// A month is written without its day.
func TestMonthsAlone(t *testing.T) {
	march := time.Date(2026, time.March, 9, 0, 0, 0, 0, time.UTC)
	for locale, want := range map[string]string{"en": "Mar 2026", "fr_FR": "mars 2026", "es_ES": "mar 2026", "de_DE": "03/2026", "pt_BR": "mar. 2026", "zh_CN": "2026年3月", "ja_JP": "2026年3月"} {
		if got := For(locale).Month(march); got != want {
			t.Errorf("%s: %s, want %s", locale, got, want)
		}
	}
}

// A month has a name wherever the layout asks for one.
func TestMonths(t *testing.T) {
	for locale, names := range months {
		if len(names) != 12 {
			t.Errorf("%s has %d months", locale, len(names))
		}
		for month := time.January; month <= time.December; month++ {
			if got, english := For(locale).Date(time.Date(2026, month, 9, 0, 0, 0, 0, time.UTC)), For("en").Date(time.Date(2026, month, 9, 0, 0, 0, 0, time.UTC)); got == english {
				t.Errorf("%s: %s", locale, got)
			}
		}
	}
}
