package view

import (
	"strconv"
	"time"

	"vitrine/internal/catalog"
)

// Question is a field of a record's form.
type Question struct {
	Name  string
	Text  string   // its label; empty for that of its name
	Kind  string   // one of those below; empty for a line of text
	Of    []string // what can be chosen, if that is always the same
	Words string   // the beginning of the texts of what can be chosen
	Must  bool
	Rare  bool // asked for behind «More»
	Once  bool // asked for a new record only
}

// Kinds of fields.
const (
	AskSum    = "sum"  // of money
	AskCode   = "code" // of a currency
	AskDay    = "day"
	AskChoice = "choice"
	AskText   = "area"
	AskYes    = "yes"
	AskURL    = "url"
	AskMail   = "email"
	AskPhone  = "tel"
)

// RecordEdit is the form of a record of a copy, whatever its kind.
type RecordEdit struct {
	Copy    catalog.CopySheet
	Word    string // of the kind, in texts
	Path    string // of the record, or of its kind
	Back    string // where to go afterwards
	Do      string // what the button says; empty to save
	New     bool
	Object  Object
	Asks    []Question
	Choices map[string][]Option // what can be chosen in this account
	Known   map[string][]string // what to suggest
	Find    map[string]string   // where other choices are found
	Form    Form
}

func (a Question) label(f Frame) string {
	if a.Text != "" {
		return f.T(a.Text)
	}
	return f.T("record." + a.Name)
}

// field is what an input shows.
func (e RecordEdit) field(f Frame, n int, a Question) Field {
	field := Field{Name: a.Name, Label: a.label(f), Required: a.Must, Known: e.Known[a.Name], Find: e.Find[a.Name], Focus: n == 0 && e.New}
	switch a.Kind {
	case AskSum:
		return field.of("text", "decimal")
	case AskDay:
		return field.of("date", "")
	case AskURL, AskMail, AskPhone:
		return field.of(a.Kind, "")
	}
	return field.of("text", "")
}

// options are what can be chosen. What need not be given may be nothing.
func (e RecordEdit) options(f Frame, a Question) (all []Option) {
	if !a.Must {
		all = append(all, Option{})
	}
	for _, value := range a.Of {
		all = append(all, Option{value, f.T(a.Words + value)})
	}
	return append(all, e.Choices[a.Name]...)
}

// split separates what is always asked for from the rest.
func (e RecordEdit) split() (often, rare []Question) {
	for _, a := range e.Asks {
		switch {
		case a.Once && !e.New:
		case a.Rare:
			rare = append(rare, a)
		default:
			often = append(often, a)
		}
	}
	return often, rare
}

// unfolded reports whether the rest is shown: something is there, or is wrong.
func (e RecordEdit) unfolded(rare []Question) bool {
	for _, a := range rare {
		if len(e.Form.Wrong(a.Name)) > 0 || !e.New && a.Kind != AskChoice && e.Form.Value(a.Name) != "" {
			return true
		}
	}
	return false
}

// ConditionOptions are the steps of the scale by which copies are judged.
func ConditionOptions(scale []catalog.ItemCondition) (all []Option) {
	for _, c := range scale {
		all = append(all, Option{number(c.ID), c.Name})
	}
	return all
}

// sum is an amount that may be absent, to be typed.
type sum struct {
	amount *int64
	code   string
}

// filled is a record as its form shows it. What is absent is left out.
func filled(fields map[string]any) map[string]string {
	values := map[string]string{}
	for name, field := range fields {
		switch v := field.(type) {
		case string:
			values[name] = v
		case *string:
			if v != nil {
				values[name] = *v
			}
		case *int64:
			if v != nil {
				values[name] = strconv.FormatInt(*v, 10)
			}
		case time.Time:
			values[name] = v.Format(time.DateOnly)
		case *time.Time:
			if v != nil {
				values[name] = v.Format(time.DateOnly)
			}
		case sum:
			if v.amount != nil {
				values[name] = typed(*v.amount, v.code)
			}
		case bool:
			if v {
				values[name] = "1"
			}
		}
	}
	return values
}

// Line is a record in a list of its kind.
type Line struct {
	ID            int64
	Icon          string
	Title, Amount string
	Facts         []string // what else is known, in small letters
	Link          string   // where it was found, on the web
	Badge, Shape  string   // its status in a word, and as a shape
	Fine, Near    bool     // how the status looks
	Fixed         bool     // it is changed elsewhere
}

// Lines are the records of one kind that a copy has.
type Lines struct {
	Word  string // of the kind, in texts
	Path  string // of the kind
	Total int64
	Next  string // the address of those after these
	Items []Line
}

// fact adds what is known, if it is.
func (l *Line) fact(text *string) {
	if text != nil {
		l.Facts = append(l.Facts, *text)
	}
}

// valueOr is a text that may be absent.
func valueOr(text *string, otherwise string) string {
	if text == nil {
		return otherwise
	}
	return *text
}
