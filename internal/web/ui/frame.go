// Package ui is the look of the pages: components that get everything they show as values. They read
// nothing and decide nothing.
package ui

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/assets"
)

// Frame is the frame of pages for signed-in users.
type Frame struct {
	*i18n.Texts
	Theme          string // light, dark, or empty for the system's
	Density        string // compact, or empty
	Keys           string // off, or empty
	Title, Current string
	Base           string   // of addresses that are shown
	Saved          bool     // a change was just made
	Again          bool     // without scripts, the browser reloads the page
	Done           bool     // a form of another page was just saved
	Undo           Undoable // the last deletion
	Shell          *people.Shell
}

// Undoable are entries of the trash, or of the log, that were just made.
type Undoable struct {
	Entries string // as ranges of their ids
	N       int64
	Changed bool // of the log
}

// CanEdit reports whether controls that change something are shown.
func (f Frame) CanEdit() bool { return f.Shell.Role != identity.Viewer }

// Manages reports whether the user may change members.
func (f Frame) Manages() bool { return f.Shell.Role == identity.Owner }

// Role is the user's role in words.
func (f Frame) Role() string { return f.T("role." + string(f.Shell.Role)) }

// Me is the user's name.
func (f Frame) Me() string { return f.named(f.Shell.Nickname, f.Shell.FirstName, f.Shell.LastName) }

// Member is a member's name.
func (f Frame) Member(m identity.Member) string { return f.named(m.Nickname, m.FirstName, m.LastName) }

func (f Frame) named(nickname *string, first, last string) string {
	if nickname != nil {
		return *nickname
	}
	return f.Person(first, last)
}

// Initials replace a picture of the user.
func (f Frame) Initials() string {
	var letters []rune
	for _, word := range strings.Fields(f.Me()) {
		if r := []rune(word)[0]; unicode.IsLetter(r) && len(letters) < 2 {
			letters = append(letters, unicode.ToUpper(r))
		}
	}
	return string(letters)
}

// Entrance is the frame of pages for users who are not signed in.
type Entrance struct {
	*i18n.Texts
	Theme string
	At    string // the address of the page
	Own   bool   // refused because of the user's own running work
	To    string // the page afterwards
	Open  bool   // whether anybody may register
	Demo  bool   // whether anybody may try it
	Mail  bool   // whether a forgotten password can be mailed
	Other string // a link for those who are wrong here
	Said  string // the last action
}

func (e Entrance) Leading(other string) Entrance {
	e.Other = other
	return e
}

// Password asks for the password, with a link for those who forgot it.
func (e Entrance) Password() Field {
	field := Field{Name: "password", Label: e.T("field.password"), Type: "password", Autocomplete: "current-password", Required: true}
	if e.Mail {
		field.Beside, field.To = e.T("signin.forgotten"), "/forgotten"
	}
	return field
}

// Form is the values and errors of a form.
type Form struct {
	Values  map[string]string
	Invalid *fault.Invalid
	Message string // of the form as a whole
	Texts   *i18n.Texts
	Clashes map[string]Clash // fields that somebody else has changed, too
	Theirs  []string         // fields that somebody else changed meanwhile
}

// Value is the value of a field.
func (f Form) Value(name string) string { return f.Values[name] }

// In is the form in a language.
func (f Form) In(t *i18n.Texts) Form {
	f.Texts = t
	return f
}

// Names are the names of the fields.
func (f Form) Names() []string { return slices.Sorted(maps.Keys(f.Values)) }

// Wrong is the errors of a field.
func (f Form) Wrong(name string) []fault.Message {
	if f.Invalid == nil {
		return nil
	}
	for _, field := range f.Invalid.Fields {
		if field.Name == name {
			return field.Messages
		}
	}
	return nil
}

// AsNotice moves the errors of an invisible field to the form as a whole.
func (f Form) AsNotice(name string) Form {
	if messages := f.Wrong(name); len(messages) > 0 {
		f.Message = f.Texts.Wrong(messages[0].Rule, messages[0].Args)
	}
	return f
}

func Asset(name string) string { return assets.Path(name) }

func IconShape(name string) string { return assets.Path("icons.svg") + "#" + name }

func Number(n int64) string { return strconv.FormatInt(n, 10) }

// AsNumber is an id in a text, 0 if it is invalid.
func AsNumber(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
