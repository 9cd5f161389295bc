package fault

import (
	"fmt"
	"strings"
)

// Invalid lists what is wrong with an input, by field. The order matters: the
// first message of the first field is the message of the answer.
type Invalid struct{ Fields []Field }

// Field is a member of an input with its error messages.
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

// Err returns the list as an error, nil if it is empty.
func (e *Invalid) Err() error {
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// On returns an Invalid with a single message.
func On(field, message string) *Invalid {
	e := &Invalid{}
	e.Add(field, message)
	return e
}

// Words spells the name of a field: first_name is "first name".
func Words(field string) string {
	return strings.NewReplacer("_", " ", ".", " ").Replace(field)
}
