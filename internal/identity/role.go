// Package identity defines callers: users, roles, tokens, passwords, second
// factors, and which addresses and passwords are refused. It has no SQL and no
// HTTP.
package identity

// Role is what a member may do in their account.
type Role string

const (
	Owner  Role = "owner"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Writes reports whether the role may change the catalogue.
func (r Role) Writes() bool { return r == Owner || r == Editor }

// Actor is the caller of a request, found by their token.
type Actor struct {
	UserID       int64
	AccountID    int64
	KeyID        int64 // the token in use
	Role         Role
	Name         string // as shown in the log
	Locale       string // their language
	Restrictions        // of the token in use
}
