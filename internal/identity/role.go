// Package identity knows who is calling: users, roles, tokens, passwords, and
// which addresses and passwords are refused. It holds no SQL and no HTTP.
package identity

// Role is what a member may do in their account.
type Role string

const (
	Owner  Role = "owner"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Writes tells whether the role may change the catalogue.
func (r Role) Writes() bool { return r == Owner || r == Editor }

// Actor is the caller of a request, as their token names them.
type Actor struct {
	UserID       int64
	AccountID    int64
	KeyID        int64 // the token in use
	Role         Role
	Name         string // as the audit log shows it
	Locale       string // the language they read
	Restrictions        // of the token in use
}
