package identity

import "time"

// Calendar is the secret address of a user's calendar, without the address itself.
type Calendar struct {
	ID                    int64 // of the user
	Active                bool
	CreatedAt, LastUsedAt *time.Time // nil without one
}

// CalendarPath is where the calendar with a token is.
func CalendarPath(token string) string { return "/calendar/" + token + ".ics" }
