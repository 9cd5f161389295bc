package i18n

import (
	"strconv"
	"strings"
	"time"
)

// groups separate thousands: in French by a narrow space that does not break.
var groups = map[string]string{"en": ",", "fr_FR": "\u202f", "es_ES": ".", "de_DE": ".", "pt_BR": ".", "zh_CN": ",", "ja_JP": ",", Pseudo: ","}

// Number writes a whole number. Spanish does not group four digits.
func (t *Texts) Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if t.Locale == "es_ES" && len(digits) == 4 {
		return sign + digits
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

// Tenths writes a number of tenths, which is not negative, with one digit behind the point.
func (t *Texts) Tenths(n int64) string {
	return t.Number(n/10) + t.point() + strconv.FormatInt(n%10, 10)
}

// dates are the layouts of a day, with the month in English where months has names.
var dates = map[string]string{"en": "2 Jan 2006", "fr_FR": "2 Jan 2006", "es_ES": "2 Jan 2006", "de_DE": "02.01.2006", "pt_BR": "2 de Jan de 2006", "zh_CN": "2006年1月2日", "ja_JP": "2006年1月2日", Pseudo: "2 Jan 2006"}

// months are their short names.
var months = map[string][]string{
	"fr_FR": {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
	"es_ES": {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"},
	"pt_BR": {"jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."},
}

// monthly are the layouts of a month.
var monthly = map[string]string{"en": "Jan 2006", "fr_FR": "Jan 2006", "es_ES": "Jan 2006", "de_DE": "01/2006", "pt_BR": "Jan 2006", "zh_CN": "2006年1月", "ja_JP": "2006年1月", Pseudo: "Jan 2006"}

// Date writes a day.
func (t *Texts) Date(day time.Time) string { return t.day(day, dates[t.Locale]) }

// Month writes a month.
func (t *Texts) Month(day time.Time) string { return t.day(day, monthly[t.Locale]) }

func (t *Texts) day(day time.Time, layout string) string {
	day = day.UTC()
	written := day.Format(layout)
	if names, ok := months[t.Locale]; ok {
		return strings.Replace(written, day.Format("Jan"), names[day.Month()-1], 1)
	}
	return written
}

// halves of the day stand before the hour in Chinese and Japanese.
var halves = map[string][]string{"zh_CN": {"上午", "下午"}, "ja_JP": {"午前", "午後"}}

// Time writes a moment, by the clock of 24 or of 12 hours.
func (t *Texts) Time(at time.Time, day24 bool) string { return t.Date(at) + " " + t.Clock(at, day24) }

// Clock writes the time of day.
func (t *Texts) Clock(at time.Time, day24 bool) string {
	at = at.UTC()
	clock := at.Format("3:04 PM")
	if half, ok := halves[t.Locale]; ok {
		clock = half[at.Hour()/12] + at.Format("3:04")
	}
	if t.Locale == "ja_JP" { // there, noon and midnight are hour 0
		clock = halves[t.Locale][at.Hour()/12] + strconv.Itoa(at.Hour()%12) + at.Format(":04")
	}
	if day24 {
		clock = at.Format("15:04")
	}
	return clock
}

// Bytes writes the size of files. French counts octets.
func (t *Texts) Bytes(n int64) string {
	unit, of := "kB", float64(n)/1e3
	if n >= 1e6 {
		unit, of = "MB", float64(n)/1e6
	}
	if n >= 1e9 {
		unit, of = "GB", float64(n)/1e9
	}
	digits := 0
	if n >= 1e9 || n >= 1e6 && of < 10 {
		digits = 1
	}
	if n > 0 {
		of = max(of, 1)
	}
	written := strconv.FormatFloat(of, 'f', digits, 64)
	switch t.Locale {
	case "fr_FR":
		unit = strings.TrimSuffix(unit, "B") + "o"
		fallthrough
	case "es_ES", "de_DE", "pt_BR":
		written = strings.Replace(written, ".", ",", 1)
	}
	return written + "\u00a0" + unit
}
