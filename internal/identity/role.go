// Package identity defines callers: users, roles, tokens, passwords, second
// factors, and which addresses and passwords are refused. It has no SQL and no
// HTTP.
package identity

import "fmt"

// Role is what a member may do in their account.
type Role string

const (
	Owner  Role = "owner"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Writes reports whether the role may change the catalogue.
func (r Role) Writes() bool { return r == Owner || r == Editor }

// Remembered is a cached role, which may have changed since. Only Right.Allows reads it, to decide
// whether to ask the database.
type Remembered struct {
	role Role
	_    [0]func() // prevents comparison
}

// Remember is for code that authenticates callers, and for jobs of the service.
func Remember(r Role) Remembered { return Remembered{role: r} }

// Scan reads the role from the database.
func (r *Remembered) Scan(from any) error {
	text, ok := from.(string)
	if !ok {
		return fmt.Errorf("a role is %T", from)
	}
	r.role = Role(text)
	return nil
}

// Actor is the caller of a request, found by their token.
type Actor struct {
	UserID       int64
	AccountID    int64
	KeyID        int64 // the token in use
	Role         Remembered
	Name         string // as shown in the log
	Locale       string // their language
	Restrictions        // of the token in use
	RateLimit    int    // requests per minute that an operator allows the token, apart from those of the user; 0 is none of its own
}
