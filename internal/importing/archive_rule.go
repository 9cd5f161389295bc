package importing

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/portable"
)

// lineRules find what the database would take of a line, and requests would not: an archive
// that somebody has written may have the hashes right and still be none of ours. An input is
// made of the line and asked what is wrong with it, as with a request.
func lineRules(p portable.Part, text []byte) (issues []Issue) {
	l := line{values: membersOf(text)}
	for _, m := range p.Members {
		l.checkForm(p.Name, m)
	}
	if check := inputs[p.Name]; check != nil && len(l.wrong.Fields) == 0 {
		var invalid *fault.Invalid
		if err := check(&l); errors.As(err, &invalid) {
			for _, f := range invalid.Fields {
				l.wrong.Add(f.Name, f.Messages[0].Rule, f.Messages[0].Args...)
			}
		}
	}
	for _, f := range l.wrong.Fields {
		issue := Issue{Column: &f.Name, Code: codeOf(f.Messages[0]), Level: "error", Expected: expectedOf(f.Messages[0])}
		if found := plainText(l.values[f.Name]); found != nil {
			issue.Found = beginning(*found)
		}
		issue.Message = sentence(issue)
		issues = append(issues, issue)
	}
	return issues
}

// line is a line as members of inputs.
type line struct {
	values map[string]jsontext.Value
	wrong  fault.Invalid
}

// mostPosition is far beyond what positions come to by moving, and leaves room for the next.
const mostPosition = 1_000_000_000

// checkForm checks what no input has a rule for, because it is told before by its type, or is
// not sent by requests.
func (l *line) checkForm(part string, m portable.Member) {
	v := l.values[m.Name]
	switch {
	case v.Kind() == 'n', m.Name == "name" && (part == "custom_fields" || part == "custom_field_groups"): // which may be blank
	case m.Kind == portable.Text && strings.TrimSpace(l.text(m.Name)) == "": // requests leave it out, and get what is usual
		l.wrong.Addf(m.Name, "The %s field is required.")
	case m.Kind == portable.Day && l.day(m.Name).Year() < 1, m.Kind == portable.Time && l.moment(m.Name).Year() < 1,
		(m.Name == "created_at" || m.Name == "updated_at") && l.moment(m.Name).Unix() < 0:
		l.wrong.Addf(m.Name, "The %s field must be a date in the form YYYY-MM-DD.")
	case m.Name == "position" && (*l.number(m.Name) < 1 || *l.number(m.Name) > mostPosition):
		l.wrong.Addf(m.Name, "The %s field must be at least 1, and must not be greater than %d.", mostPosition)
	case isCurrency(m.Name) && l.text(m.Name) != strings.ToUpper(l.text(m.Name)): // which requests put right
		l.wrong.Addf(m.Name, "The %s field must be a three-letter ISO 4217 currency code, such as EUR.")
	case m.Kind == portable.Values && !areValues(v):
		l.wrong.Addf(m.Name, "The value must be a text of at most %d characters, a plain number, or true or false.", catalog.MaxTextValue)
	}
}

func isCurrency(member string) bool {
	return member == "currency" || strings.HasSuffix(member, "currency_code")
}

func (l *line) text(name string) string {
	if s := plainText(l.values[name]); s != nil {
		return *s
	}
	return ""
}

func (l *line) maybe(name string) *string { return plainText(l.values[name]) }

func (l *line) number(name string) (n *int64) {
	_ = json.Unmarshal(l.values[name], &n) // it was verified
	return n
}

func (l *line) flag(name string) (b *bool) {
	_ = json.Unmarshal(l.values[name], &b) // it was verified
	return b
}

func (l *line) day(name string) *time.Time {
	day, err := time.Parse(time.DateOnly, l.text(name))
	if err != nil {
		return nil
	}
	return &day
}

func (l *line) moment(name string) time.Time {
	at, _ := portable.Moment(l.text(name)) // it was verified
	return at
}

func given[T any](value *T) catalog.Given[T] { return catalog.Given[T]{Sent: true, Value: value} }

// areValues reports whether each value is one that a custom field of some kind can have: what
// no longer fits its field is kept, so that kind may be another one.
func areValues(v jsontext.Value) bool {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(v, &all)
	for _, value := range all {
		switch kind := jsontext.Value(value).Kind(); kind {
		case '"':
			var s string
			if json.Unmarshal(value, &s) != nil || utf8.RuneCountInString(s) > catalog.MaxTextValue {
				return false
			}
		case '0':
			if plain, ok := catalog.PlainNumber(value); !ok || plain != string(value) {
				return false
			}
		case 't', 'f':
		default:
			return false
		}
	}
	return true
}

// texts are those of a list; nil for none.
func (l *line) texts(name string) (all []string) {
	_ = json.Unmarshal(l.values[name], &all) // it was verified
	return all
}

// called requires a name that requests do not send, beside what an input says.
func (l *line) called(member string, err error) error {
	if err != nil {
		return err
	}
	var e fault.Invalid
	e.Text(member, l.text(member), catalog.MaxName)
	return e.Err()
}

// asIs refuses what a request may send in several forms, of which one is stored.
func (l *line) asIs(member string, in *string, validate func() error) error {
	if err := validate(); err != nil {
		return err
	}
	if *in != l.text(member) {
		return fault.On(member, "The selected %s is invalid.", member)
	}
	return nil
}

// asMember puts what is wrong with a field on the member that has another name.
func asMember(err error, field, member string) error {
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		for i := range invalid.Fields {
			if invalid.Fields[i].Name == field {
				invalid.Fields[i].Name = member
			}
		}
	}
	return err
}
