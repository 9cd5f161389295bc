package fault

import (
	"fmt"
	"strings"
)

// Invalid lists what is wrong with an input, by field. The order matters: the
// first message of the first field is the message of the answer.
type Invalid struct{ Fields []Field }

// Field is a member of an input with what is wrong with it.
type Field struct {
	Name     string
	Messages []Message
}

// Message is a broken rule. Its English sentence is what the API answers, and names
// the rule to those who say it in another language.
type Message struct {
	Rule string // the sentence, with a verb for each argument
	Args []any
}

func (m Message) String() string {
	if len(m.Args) == 0 {
		return m.Rule
	}
	return fmt.Sprintf(m.Rule, m.Args...)
}

func (e *Invalid) Error() string {
	if len(e.Fields) == 0 {
		return "invalid"
	}
	return e.Fields[0].Messages[0].String()
}

// Add records a broken rule of a field.
func (e *Invalid) Add(field, rule string, args ...any) {
	message := Message{rule, args}
	for i := range e.Fields {
		if e.Fields[i].Name == field {
			e.Fields[i].Messages = append(e.Fields[i].Messages, message)
			return
		}
	}
	e.Fields = append(e.Fields, Field{field, []Message{message}})
}

// Addf records a broken rule; its first %s stands for the name of the field in words.
func (e *Invalid) Addf(field, rule string, args ...any) {
	e.Add(field, rule, append([]any{Words(field)}, args...)...)
}

// Err returns the list as an error, nil if it is empty.
func (e *Invalid) Err() error {
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// On returns an Invalid with a single message.
func On(field, rule string, args ...any) *Invalid {
	e := &Invalid{}
	e.Add(field, rule, args...)
	return e
}

// Words spells the name of a field: first_name is "first name".
func Words(field string) string {
	return strings.NewReplacer("_", " ", ".", " ").Replace(field)
}
