// Package fault defines the ways a request can fail, and the rules that inputs
// are checked by.
//
// All layers use these errors; one switch in package api turns them into HTTP.
// Nothing here knows SQL, HTTP or any resource.
package fault

import (
	"errors"
	"time"
)

var (
	// ErrNotFound covers everything that the caller may not know of: what does
	// not exist, what belongs to others, and what their role forbids.
	ErrNotFound = errors.New("not found")

	// ErrUnauthenticated means that the caller is unknown.
	ErrUnauthenticated = errors.New("unauthenticated")

	// ErrSuspended means that an operator has suspended the user or their account.
	ErrSuspended = errors.New("suspended")

	// ErrCredentials is a login with an unknown e-mail or a wrong password; the
	// answer does not say which.
	ErrCredentials = errors.New("wrong credentials")
)

// Unavailable is a temporary failure: the database is restarting, failing over
// or out of connections.
type Unavailable struct {
	After time.Duration // when to retry
	Own   bool          // what the caller has under way is in the way: waiting for that helps
	Cause error
}

func (u *Unavailable) Error() string { return "unavailable: " + u.Cause.Error() }
func (u *Unavailable) Unwrap() error { return u.Cause }
