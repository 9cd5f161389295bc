package identity

import "time"

// Session is a browser in which a user is signed in.
type Session struct {
	ID                            int64
	Name                          string // of the browser, as it says
	LastUsedAt, CreatedAt, EndsAt time.Time
}
