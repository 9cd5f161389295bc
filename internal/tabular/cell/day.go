package cell

import (
	"time"
)

// DayFormats are the ways to write a day. Years may have two digits where they are last.
var DayFormats = []string{"Y-M-D", "D.M.Y", "D/M/Y", "M/D/Y", "D-M-Y", "D MMM Y", "MMM D, Y"}

const (
	yearFirst = 1 << iota // also 2026/12/31 and 20261231
	dotted
	dayFirst
	monthFirst
	dashed
	dayMonthName
	monthNameDay
)

// examples are the last day of a year in each format.
var examples = []string{"2026-12-31", "31.12.2026", "31/12/2026", "12/31/2026", "31-12-2026", "31 Dec 2026", "Dec 31, 2026"}

// Days lists the formats that fit a text; none if it is no day. Partial means a year or a month
// without a day.
func Days(s string) (fits []string, partial bool) {
	mask, partial := DayMask(s)
	return InMask(mask), partial
}

// DayMask is Days for many cells: one bit for each format, the first lowest.
func DayMask(s string) (mask int, partial bool) {
	w, ok := read(plain(s))
	if !ok {
		return 0, false
	}
	for bit := 1; bit <= monthNameDay; bit <<= 1 {
		if _, ok := w.day(bit); ok {
			mask |= bit
		}
	}
	return mask, w.partial()
}

// InMask lists the formats of a mask.
func InMask(mask int) (formats []string) {
	for i, f := range DayFormats {
		if mask&(1<<i) != 0 {
			formats = append(formats, f)
		}
	}
	return formats
}

// SlashFormat is how a locale reads 1/2/2026.
func SlashFormat(locale string) string {
	switch locale {
	case "fr_FR", "es_ES", "de_DE", "pt_BR":
		return "D/M/Y"
	}
	return "M/D/Y"
}

// Day is a day in one of the formats, or as 2026-12-31, which is unambiguous. A time after it is
// dropped. With firstDay, a month or a year becomes its first day.
func Day(s, format string, firstDay bool) (time.Time, *Wrong) {
	bit, example := yearFirst, examples[0]
	for i, f := range DayFormats {
		if f == format {
			bit, example = 1<<i, examples[i]
		}
	}
	if w, ok := read(plain(s)); ok {
		for _, b := range []int{bit, yearFirst} {
			if day, ok := w.day(b); ok {
				return day, nil
			}
		}
		if w.partial() && firstDay {
			return w.first(), nil
		}
	}
	return time.Time{}, wrong(BadDate, s, "day, as %s", example)
}

// day reads the parts in one format.
func (w written) day(format int) (time.Time, bool) {
	p := w.parts()
	switch len(p) {
	case 1:
		if format == yearFirst && p[0].digits == 8 && !p[0].named {
			n := p[0].value
			return calendar(n/10000, n/100%100, n%100)
		}
	case 3:
		if w.format()&format == 0 {
			break
		}
		switch format {
		case yearFirst:
			return calendar(p[0].value, p[1].value, p[2].value)
		case monthFirst, monthNameDay:
			return calendar(p[2].year(), p[0].value, p[1].value)
		default:
			return calendar(p[2].year(), p[1].value, p[0].value)
		}
	}
	return time.Time{}, false
}

// format is the mask by separators and lengths, before checking the calendar.
func (w written) format() int {
	a, b, c := w.all[0], w.all[1], w.all[2]
	short := func(p part) bool { return !p.named && p.digits <= 2 }
	year := func(p part) bool { return !p.named && (p.digits == 4 || p.digits == 2) }
	switch {
	case a.digits == 4 && !a.named && short(b) && short(c) && (w.sep == '-' || w.sep == '/' || w.sep == '.' || w.sep == '年'):
		return yearFirst
	case short(a) && b.named && year(c):
		return dayMonthName
	case a.named && short(b) && year(c):
		return monthNameDay
	case short(a) && short(b) && year(c):
		switch w.sep {
		case '.':
			return dotted
		case '/':
			return dayFirst | monthFirst
		case '-':
			return dashed
		}
	}
	return 0
}

// partial reports whether it is a year, or a month of a year.
func (w written) partial() bool {
	switch p := w.parts(); len(p) {
	case 1:
		return !p[0].named && p[0].digits == 4 && p[0].value > 0
	case 2:
		year, month := w.yearAndMonth()
		return year > 0 && month >= 1 && month <= 12
	}
	return false
}

func (w written) yearAndMonth() (year, month int) {
	a, b := w.all[0], w.all[1]
	switch {
	case !a.named && a.digits == 4 && (b.named || b.digits <= 2):
		return a.value, b.value
	case !b.named && b.digits == 4 && (a.named || a.digits <= 2):
		return b.value, a.value
	}
	return 0, 0
}

func (w written) first() time.Time {
	if w.count == 1 {
		return time.Date(w.all[0].value, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	year, month := w.yearAndMonth()
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
}

// calendar is a day, if it exists.
func calendar(year, month, day int) (time.Time, bool) {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day
}
