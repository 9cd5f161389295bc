package fault

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Required requires a value and reports whether there is one.
func (e *Invalid) Required(field, value string) bool {
	if value == "" {
		e.Addf(field, "The %s field is required.")
		return false
	}
	return true
}

// Max limits the characters of a text, and refuses U+0000, which PostgreSQL
// cannot store.
func (e *Invalid) Max(field, value string, max int) {
	if strings.ContainsRune(value, 0) {
		e.Addf(field, "The %s field must not contain the character U+0000.")
	}
	if utf8.RuneCountInString(value) > max {
		e.Addf(field, "The %s field must not be greater than %d characters.", max)
	}
}

// Text requires a text of at most max characters.
func (e *Invalid) Text(field, value string, max int) {
	if e.Required(field, value) {
		e.Max(field, value, max)
	}
}

// Line requires a line of at most max characters.
func (e *Invalid) Line(field, value string, max int) {
	if e.Required(field, value) {
		e.MaxLine(field, value, max)
	}
}

// MaxLine limits a text that others read in mails and lists, and refuses
// characters that break its line or change how it reads.
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

// OneOf requires one of the values, or none.
func (e *Invalid) OneOf(field, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		e.Addf(field, "The selected %s is invalid.")
	}
}

// Email requires a value, if given, to be one plain e-mail address.
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

// IsEmail reports whether s is exactly one address, in ASCII: the document says
// email and not idn-email, every mail server can deliver it, and lookalike
// letters are impossible.
func IsEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && address.MatchString(s)
}
