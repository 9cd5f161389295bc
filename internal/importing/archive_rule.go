package importing

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

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

// tolerated turns an error into a warning where the account has the same, and the line leaves
// that as it is: rules become stricter, and what is there stays.
func tolerated(issues []Issue, p portable.Part, present []byte, changes []Change) []Issue {
	if len(issues) == 0 {
		return issues
	}
	before := lineRules(p, present)
	for i := range issues {
		is := func(has Issue) bool { return *has.Column == *issues[i].Column && has.Code == issues[i].Code }
		if slices.ContainsFunc(before, is) && !slices.ContainsFunc(changes, func(c Change) bool { return c.Field == *issues[i].Column }) {
			issues[i].Level = "warning"
		}
	}
	return issues
}

// line is a line as members of inputs.
type line struct {
	values map[string]jsontext.Value
	wrong  fault.Invalid
}

// Limits of what requests do not send.
const (
	mostPosition = 1_000_000_000 // far beyond what positions come to by moving, with room for the next
	mostBytes    = 1 << 30       // of a photo
	mostPixels   = 50_000_000
	mostKey      = 400 // characters of a key
)

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
		l.wrong.Addf(m.Name, "The %s field must be a valid date in the form YYYY-MM-DD.")
	case m.Name == "position":
		l.between(m.Name, mostPosition)
	case isCurrency(m.Name) && l.text(m.Name) != strings.ToUpper(l.text(m.Name)): // which requests put right
		l.wrong.Addf(m.Name, "The %s field must be a three-letter ISO 4217 currency code, such as EUR.")
	case m.Kind == portable.Values:
		l.checkValues(m.Name)
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

func (l *line) is(name string) (yes bool) {
	_ = json.Unmarshal(l.values[name], &yes) // it was verified
	return yes
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

// between requires a number from 1 on.
func (l *line) between(member string, most int) {
	if n := l.number(member); *n < 1 || *n > int64(most) {
		l.wrong.Addf(member, "The %s field must be between 1 and %d.", most)
	}
}

// within requires a number, if there is one, not to be further from 0.
func (l *line) within(member string, most int) {
	var n *float64
	if err := json.Unmarshal(l.values[member], &n); err != nil || n != nil && math.Abs(*n) > float64(most) {
		l.wrong.Addf(member, "The %s field must be between %d and %d.", -most, most)
	}
}

// together requires members to be there, or not, as another is.
func (l *line) together(there bool, members ...string) {
	for _, m := range members {
		switch has := l.has(m); {
		case there && !has:
			l.wrong.Addf(m, "The %s field is required.")
		case !there && has:
			l.wrong.Addf(m, "The selected %s is invalid.")
		}
	}
}

func (l *line) has(member string) bool { return l.values[member].Kind() != 'n' }

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
