// Package fault holds the ways a request can fail and the rules that find out.
//
// Every layer speaks of failure in these words; one switch in package api turns
// them into HTTP. Nothing here knows SQL, HTTP or any resource.
package fault

import (
	"errors"
	"time"
)

var (
	// ErrNotFound is the answer to everything the caller may not know of: what
	// does not exist, what belongs to others, and what their role may not do.
	ErrNotFound = errors.New("not found")

	// ErrUnauthenticated means that nobody can be named as the caller.
	ErrUnauthenticated = errors.New("unauthenticated")

	// ErrCredentials is a login with an unknown e-mail or a wrong password;
	// which of the two is never told.
	ErrCredentials = errors.New("wrong credentials")
)

// Unavailable means that the service could not do its work now, but may soon:
// the database is restarting, failing over or out of connections.
type Unavailable struct {
	After time.Duration // when to try again
	Cause error
}

func (u *Unavailable) Error() string { return "unavailable: " + u.Cause.Error() }
func (u *Unavailable) Unwrap() error { return u.Cause }
