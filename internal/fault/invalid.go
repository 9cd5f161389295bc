package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Invalid lists what is wrong with an input, field by field. The order counts:
// the first message of the first field is the message of the whole answer.
type Invalid struct{ Fields []Field }

// Field is a member of an input with the rules it breaks.
type Field struct {
	Name     string
	Messages []string
}

func (e *Invalid) Error() string {
	if len(e.Fields) == 0 {
		return "invalid"
	}
	return e.Fields[0].Messages[0]
}

// Add records a broken rule of a field.
func (e *Invalid) Add(field, message string) {
	for i := range e.Fields {
		if e.Fields[i].Name == field {
			e.Fields[i].Messages = append(e.Fields[i].Messages, message)
			return
		}
	}
	e.Fields = append(e.Fields, Field{field, []string{message}})
}

// Addf records a broken rule; %s stands for the name of the field in words.
func (e *Invalid) Addf(field, format string, args ...any) {
	e.Add(field, fmt.Sprintf(format, append([]any{Words(field)}, args...)...))
}

// Err is the list as an error, nil when nothing is wrong.
func (e *Invalid) Err() error {
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// IsInvalid tells whether an error is about an input.
func IsInvalid(err error) bool {
	var e *Invalid
	return errors.As(err, &e)
}

// On is an Invalid with a single message.
func On(field, message string) *Invalid {
	e := &Invalid{}
	e.Add(field, message)
	return e
}

// Words is the name of a field as people say it: first_name is "first name".
func Words(field string) string {
	return strings.NewReplacer("_", " ", ".", " ").Replace(field)
}
