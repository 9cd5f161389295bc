package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// written is a day as written in a cell: up to three parts and the first separator.
type written struct {
	all   [3]part
	count int
	sep   rune
}

func (w *written) parts() []part { return w.all[:w.count] }

// part is a number, or the name of a month.
type part struct {
	value, digits int
	named         bool
}

// year has four digits, or two: 70 to 99 are of the last century.
func (p part) year() int {
	switch {
	case p.digits != 2:
		return p.value
	case p.value >= 70:
		return 1900 + p.value
	}
	return 2000 + p.value
}

// maxWritten is how long a day can be, with its time.
const maxWritten = 64

// read splits a day into its parts, without the time.
func read(s string) (written, bool) {
	var w written
	if s == "" || len(s) > maxWritten || !strings.ContainsAny(s, "0123456789") {
		return w, false
	}
	for s != "" {
		if w.count == 3 || w.count == 1 && w.all[0].digits == 8 {
			return w, isTime(s)
		}
		p, rest, ok := nextPart(s)
		if !ok {
			return w, false
		}
		w.all[w.count] = p
		w.count++
		sep, rest := separator(rest)
		if w.count == 1 {
			w.sep = sep
		} else if w.count == 2 && rest != "" && !p.named && !w.all[0].named && w.sep != '年' && sep != w.sep {
			return w, false // 1.2/2026
		}
		s = rest
	}
	return w, true
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// nextPart takes a number or a month from the front.
func nextPart(s string) (part, string, bool) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n > 8 {
		return part{}, s, false
	}
	if n > 0 {
		p := part{digits: n}
		for i := range n {
			p.value = p.value*10 + int(s[i]-'0')
		}
		return p, ordinal(s[n:]), true
	}
	n = strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if n < 0 {
		n = len(s)
	}
	if n > maxMonth {
		return part{}, s, false
	}
	month := months[catalog.Fold(s[:n])]
	return part{value: month, named: true}, s[n:], month > 0
}

// ordinal drops the ending of an ordinal such as 1st.
func ordinal(s string) string {
	if s == "" || s[0] < 'A' {
		return s
	}
	for _, ending := range []string{"st ", "nd ", "rd ", "th ", "er ", "º ", "st,", "nd,", "rd,", "th,"} {
		if strings.HasPrefix(strings.ToLower(s), ending) {
			return s[len(ending)-1:]
		}
	}
	return s
}

// separator reads the separator of two parts: one sign and blanks, or the Spanish de.
func separator(s string) (rune, string) {
	sep := ' '
	if s == "" {
		return sep, ""
	}
	switch r := firstRune(s); r {
	case '-', '/', '.', ',', '年', '月', '日':
		sep, s = r, s[utf8.RuneLen(r):]
	}
	s = strings.TrimLeft(s, " ")
	if len(s) > 3 && strings.EqualFold(s[:3], "de ") {
		s = s[3:]
	}
	return sep, s
}

// isTime reports whether the text after a day is a time.
func isTime(s string) bool {
	s = strings.TrimLeft(s, "T ,")
	return s != "" && isDigit(s[0]) && strings.Contains(s, ":") && strings.Trim(strings.ToUpper(s), "0123456789:.,+- TZAPMUC") == ""
}

// maxMonth is longer than any name, in bytes.
const maxMonth = 12

// monthNames are the names in seven languages; any unambiguous abbreviation is accepted.
var monthNames = []string{
	"january february march april may june july august september october november december",
	"januar februar märz april mai juni juli august september oktober november dezember",
	"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
	"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
	"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
}

var months = func() map[string]int {
	all := map[string]int{}
	for _, language := range monthNames {
		for i, name := range strings.Fields(language) {
			name = catalog.Fold(name)
			for n := 3; n <= len(name); n++ {
				if known, ok := all[name[:n]]; ok && known != i+1 {
					all[name[:n]] = 0 // jui: juin or juillet
				} else {
					all[name[:n]] = i + 1
				}
			}
		}
	}
	return all
}()
