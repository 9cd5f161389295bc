package identity

import "vitrine/internal/fault"

// When a user is reminded by mail of what is due.
const (
	RemindNever  = "off"
	RemindWeekly = "weekly"
)

// RemindTimes are the choices.
var RemindTimes = []string{RemindNever, RemindWeekly}

// Reminders is a user's choice of reminder mails.
type Reminders struct {
	ID   int64 // of the user
	Mail string
}

// RemindersInput is a choice.
type RemindersInput struct{ Mail string }

func (in *RemindersInput) Validate() error {
	var e fault.Invalid
	if e.Required("mail", in.Mail) {
		e.OneOf("mail", in.Mail, RemindTimes)
	}
	return e.Err()
}
