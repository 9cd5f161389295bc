package fault

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Required demands a value; it tells whether there is one.
func (e *Invalid) Required(field, value string) bool {
	if value == "" {
		e.Addf(field, "The %s field is required.")
		return false
	}
	return true
}

// Max bounds the characters of a text, and refuses the one that PostgreSQL
// cannot keep.
func (e *Invalid) Max(field, value string, max int) {
	if strings.ContainsRune(value, 0) {
		e.Addf(field, "The %s field must not contain the character U+0000.")
	}
	if utf8.RuneCountInString(value) > max {
		e.Addf(field, "The %s field must not be greater than %d characters.", max)
	}
}

// Text demands a text of at most max characters.
func (e *Invalid) Text(field, value string, max int) {
	if e.Required(field, value) {
		e.Max(field, value, max)
	}
}

// Line demands a line of at most max characters.
func (e *Invalid) Line(field, value string, max int) {
	if e.Required(field, value) {
		e.MaxLine(field, value, max)
	}
}

// MaxLine bounds a text that others read in mails and beside texts of their own,
// and refuses what would break out of its line or change how it reads.
func (e *Invalid) MaxLine(field, value string, max int) {
	e.Max(field, value, max)
	if strings.ContainsFunc(value, leavesLine) {
		e.Addf(field, "The %s field must be a single line: remove line breaks, control characters and marks that change the direction of writing.")
	}
}

func leavesLine(r rune) bool {
	const lineSeparator, paragraphSeparator = '\u2028', '\u2029'
	return r != 0 && unicode.IsControl(r) || r == lineSeparator || r == paragraphSeparator || unicode.Is(unicode.Bidi_Control, r)
}

// OneOf demands one of the values, or none at all.
func (e *Invalid) OneOf(field, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		e.Addf(field, "The selected %s is invalid.")
	}
}

// Email demands, where there is a value, one plain e-mail address.
func (e *Invalid) Email(field, value string) {
	if value == "" {
		return
	}
	if !IsEmail(value) {
		e.Addf(field, "The %s field must be a valid email address.")
	}
	e.Max(field, value, 255)
}

// label is a part of a host name.
const label = `[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`

var address = regexp.MustCompile(`^[\x21-\x7E]+@` + label + `(\.` + label + `)*$`)

// IsEmail tells whether s is an address and nothing but an address, in ASCII: the
// document says email and not idn-email, every mail server can deliver it, and no
// letter in it only looks like another.
func IsEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && address.MatchString(s)
}
