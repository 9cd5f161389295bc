package identity

import (
	"time"

	"vitrine/internal/fault"
)

// Member is a user as the others in the account see them.
type Member struct {
	ID                   int64
	FirstName, LastName  string
	Nickname             *string
	Email                string
	Role                 Role
	CreatedAt, UpdatedAt time.Time
}

var roles = []string{string(Owner), string(Editor), string(Viewer)}

// MemberInput holds what an owner may write of a member.
type MemberInput struct{ Role string }

func (in *MemberInput) Validate() error {
	var e fault.Invalid
	role(&e, in.Role)
	return e.Err()
}

func role(e *fault.Invalid, value string) {
	if e.Required("role", value) {
		e.OneOf("role", value, roles)
	}
}

// Invitation is a place in an account, offered to an address.
type Invitation struct {
	ID                              int64
	Email                           string
	Role                            Role
	ExpiresAt, CreatedAt, UpdatedAt time.Time
}

// InvitationLife is how long an invitation can be accepted.
const InvitationLife = 7 * 24 * time.Hour

// InvitationInput is an owner's invitation: the address and the role.
type InvitationInput struct{ Email, Role string }

func (in *InvitationInput) Validate() error {
	var e fault.Invalid
	loginEmail(&e, in.Email)
	role(&e, in.Role)
	return e.Err()
}

// Acceptance is the profile of an invited person. The e-mail is that of the
// invitation.
type Acceptance struct {
	FirstName, LastName            string
	Password, PasswordConfirmation string
	DeviceName                     string
	Address                        string // of the client, if known
	Locale                         string // of the page, if it was one
}

func (in *Acceptance) Validate() error {
	var e fault.Invalid
	e.Line("first_name", in.FirstName, maxName)
	e.Line("last_name", in.LastName, maxName)
	newPassword(&e, in.Password, in.PasswordConfirmation)
	in.DeviceName = deviceName(&e, in.DeviceName)
	return e.Err()
}

// NewPassword replaces a password that the user knows.
type NewPassword struct{ CurrentPassword, Password, PasswordConfirmation string }

func (in *NewPassword) Validate() error {
	var e fault.Invalid
	e.Required("current_password", in.CurrentPassword)
	newPassword(&e, in.Password, in.PasswordConfirmation)
	return e.Err()
}

// ForgottenPassword requests a password link.
type ForgottenPassword struct{ Email string }

func (in *ForgottenPassword) Validate() error {
	var e fault.Invalid
	e.Required("email", in.Email)
	e.Max("email", in.Email, maxLabel)
	return e.Err()
}

// PasswordReset replaces a password with the token of a mailed link.
type PasswordReset struct{ Token, Password, PasswordConfirmation string }

func (in *PasswordReset) Validate() error {
	var e fault.Invalid
	e.Required("token", in.Token)
	newPassword(&e, in.Password, in.PasswordConfirmation)
	return e.Err()
}

// AddressLink is the token of a mailed link about a change of address.
type AddressLink struct{ Token string }

func (in *AddressLink) Validate() error {
	var e fault.Invalid
	e.Required("token", in.Token)
	return e.Err()
}
