// Package cell turns the text of a cell into a value, or says what was expected instead.
// It has no I/O.
package cell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Codes of cells that cannot be understood.
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

// Wrong is what is wrong with a cell. Expected says the rule, Found the beginning of what
// is there.
type Wrong struct{ Code, Expected, Found string }

func wrong(code, found, expected string, args ...any) *Wrong {
	return &Wrong{code, fmt.Sprintf(expected, args...), Beginning(found)}
}

// maxFound is how many characters of a wrong cell are shown.
const maxFound = 100

// Beginning is what is shown of a cell.
func Beginning(s string) string {
	if utf8.RuneCountInString(s) > maxFound {
		s = string([]rune(s[:min(len(s), maxFound*utf8.UTFMax)])[:maxFound-1]) + "…"
	}
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\ufffd"), "\ufffd") // the database takes no other
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

// Option is the one of several that a cell names, whatever its case.
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

// UUID is the canonical form of one.
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

// plain trims a cell and writes wide digits and signs as narrow ones.
func plain(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.TrimSpace(norm.NFKC.String(s))
		}
	}
	return s
}
