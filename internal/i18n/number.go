package i18n

import (
	"strconv"
	"strings"
	"time"
)

// groups separate thousands.
var groups = map[string]string{"en": ",", "fr_FR": " ", "es_ES": ".", "de_DE": ".", "pt_BR": ".", "zh_CN": ",", "ja_JP": ","}

// Number writes a whole number.
func (t *Texts) Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(groups[t.Locale])
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// dates are the layouts of a day.
var dates = map[string]string{"en": "2 Jan 2006", "fr_FR": "02/01/2006", "es_ES": "02/01/2006", "de_DE": "02.01.2006", "pt_BR": "02/01/2006", "zh_CN": "2006-01-02", "ja_JP": "2006/01/02"}

// Date writes a day.
func (t *Texts) Date(day time.Time) string { return day.UTC().Format(dates[t.Locale]) }

// Time writes a moment, by the clock of 24 or of 12 hours.
func (t *Texts) Time(at time.Time, day24 bool) string {
	clock := "3:04 PM"
	if day24 {
		clock = "15:04"
	}
	return t.Date(at) + " " + at.UTC().Format(clock)
}
