// Package cell turns the text of a cell into a value, or says what was expected. It has no I/O.
package cell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Codes of invalid cells.
const (
	Missing     = "missing"
	TooLong     = "too_long"
	BadText     = "bad_text"
	BadNumber   = "bad_number"
	BadInteger  = "bad_integer"
	OutOfRange  = "out_of_range"
	BadRating   = "bad_rating"
	BadDate     = "bad_date"
	BadBoolean  = "bad_boolean"
	BadOption   = "bad_option"
	BadMoney    = "bad_money"
	BadCurrency = "bad_currency"
	TooPrecise  = "too_precise"
	BadPath     = "bad_path"

	TooManyCells = "too_many_cells" // of a row
)

// Wrong is an error in a cell. Expected is the rule, Found the beginning of the cell.
type Wrong struct{ Code, Expected, Found string }

func wrong(code, found, expected string, args ...any) *Wrong {
	return &Wrong{code, fmt.Sprintf(expected, args...), Beginning(found)}
}

// maxFound is how many characters of a wrong cell are shown.
const maxFound = 100

// Beginning is the part of a cell shown in errors.
func Beginning(s string) string {
	if utf8.RuneCountInString(s) > maxFound {
		s = string([]rune(s[:min(len(s), maxFound*utf8.UTFMax)])[:maxFound-1]) + "…"
	}
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\ufffd"), "\ufffd") // for the database
}

// Text is a text of at most so many characters, without surrounding blanks, with LF as the
// end of lines.
func Text(s string, max int) (string, *Wrong) {
	s = strings.TrimSpace(lineEnds.Replace(s))
	switch {
	case strings.ContainsRune(s, 0) || !utf8.ValidString(s):
		return "", wrong(BadText, strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "�"), "�"), "text without the character U+0000")
	case utf8.RuneCountInString(s) > max:
		return "", wrong(TooLong, s, "text of at most %d characters", max)
	}
	return s, nil
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Option is the option that a cell names, ignoring case.
func Option(s string, options []string) (string, *Wrong) {
	s = strings.TrimSpace(s)
	for _, o := range options {
		if o == s {
			return o, nil
		}
	}
	for _, o := range options {
		if fold(o) == fold(s) {
			return o, nil
		}
	}
	return "", wrong(BadOption, s, "one of: %s", strings.Join(options[:min(len(options), maxOptions)], ", "))
}

// maxOptions is how many options are listed as expected.
const maxOptions = 20

// UUID is the canonical form of a UUID.
func UUID(s string) (string, bool) {
	s = strings.ToLower(strings.Trim(strings.TrimSpace(s), "{}"))
	if len(s) != 36 {
		return "", false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return "", false
		}
	}
	return s, true
}

func isHex(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// plain trims a cell and normalises wide digits and signs.
func plain(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.TrimSpace(norm.NFKC.String(s))
		}
	}
	return s
}
