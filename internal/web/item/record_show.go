package item

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Question is a field of a record's form.
type Question struct {
	Name  string
	Text  string   // its label; empty for that of its name
	Kind  string   // one of those below; empty for a line of text
	Of    []string // fixed choices
	Words string   // prefix of the texts of these choices
	Must  bool
	Rare  bool // folded behind «More»
	Once  bool // for a new record only
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
	Object  ui.Object
	Asks    []Question
	Choices map[string][]ui.Option // choices of this account
	Known   map[string][]string    // suggestions
	Find    map[string]string      // where further choices are found
	Form    ui.Form
}

func (a Question) label(f ui.Frame) string {
	if a.Text != "" {
		return f.T(a.Text)
	}
	return f.T("record." + a.Name)
}

// field is the field of a question.
func (e RecordEdit) field(f ui.Frame, n int, a Question) ui.Field {
	field := ui.Field{Name: a.Name, Label: a.label(f), Required: a.Must, Known: e.Known[a.Name], Find: e.Find[a.Name], Focus: n == 0 && e.New}
	switch a.Kind {
	case AskSum:
		return field.Of("text", "decimal")
	case AskDay:
		return field.Of("date", "")
	case AskURL, AskMail, AskPhone:
		return field.Of(a.Kind, "")
	}
	return field.Of("text", "")
}

// options are the choices. An optional field also offers none.
func (e RecordEdit) options(f ui.Frame, a Question) (all []ui.Option) {
	if !a.Must {
		all = append(all, ui.Option{})
	}
	for _, value := range a.Of {
		all = append(all, ui.Option{Value: value, Label: f.T(a.Words + value)})
	}
	return append(all, e.Choices[a.Name]...)
}

// split separates the usual fields from the rare ones.
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

// unfolded reports whether the rare fields are shown: one has a value or an error.
func (e RecordEdit) unfolded(rare []Question) bool {
	for _, a := range rare {
		if len(e.Form.Wrong(a.Name)) > 0 || !e.New && a.Kind != AskChoice && e.Form.Value(a.Name) != "" {
			return true
		}
	}
	return false
}

// ConditionOptions are the item conditions of the account.
func ConditionOptions(scale []catalog.ItemCondition) (all []ui.Option) {
	for _, c := range scale {
		all = append(all, ui.Option{Value: ui.Number(c.ID), Label: c.Name})
	}
	return all
}

// Line is a record in a list of its kind.
type Line struct {
	ID            int64
	Icon          string
	Title, Amount string
	Facts         []string // further facts, in small letters
	Link          string   // its source on the web
	Badge, Shape  string   // its status as a word and as a shape
	Fine, Near    bool     // how the status looks
	Fixed         bool     // cannot be changed here
}

// Lines are the records of one kind that a copy has.
type Lines struct {
	Word  string // of the kind, in texts
	Path  string // of the kind
	Total int64
	Next  string // the address of the next ones
	Items []Line
}

// fact adds a text, unless it is nil.
func (l *Line) fact(text *string) {
	if text != nil {
		l.Facts = append(l.Facts, *text)
	}
}
