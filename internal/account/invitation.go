package account

import (
	"context"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// NewInvitation is an invitation with its token, shown this once.
type NewInvitation struct {
	identity.Invitation
	Token string
}

// Invite invites somebody into the account. An address that belongs to a user is Invalid. If it
// registers later, accepting fails.
func (a *Accounts) Invite(ctx context.Context, m *Member, in identity.InvitationInput) (NewInvitation, error) {
	made := NewInvitation{Token: identity.NewSecret(identity.InvitePrefix)}
	taken, err := people.EmailTakenIn(ctx, m.Scope, in.Email)
	if err != nil {
		return made, err
	}
	if taken {
		return made, fault.On("email", "The email has already been taken.")
	}
	name := ""
	if a.Jobs != nil {
		if name, err = m.accountName(ctx); err != nil {
			return made, err
		}
	}
	err = postgres.Change(ctx, m.Scope, catalog.InvitationCreated, func(manager postgres.Manager) (err error) {
		if a.Jobs != nil {
			manager.Enqueue(a.invitationMail(m, name, in, made.Token))
		}
		made.Invitation, err = people.CreateInvitation(ctx, manager, in, made.Token)
		return err
	})
	return made, err
}

// accountName reads the name of the member's account.
func (m *Member) accountName(ctx context.Context) (string, error) {
	reader, err := m.View(identity.View)
	if err != nil {
		return "", err
	}
	found, err := people.Account(ctx, reader)
	return found.Name, err
}

// invitationMail is in the inviting member's language: the recipient's is
// unknown.
func (a *Accounts) invitationMail(m *Member, name string, in identity.InvitationInput, token string) mail.Message {
	return mail.Message{What: mail.Invitation, To: in.Email, Locale: m.Locale, Data: map[string]string{
		"account": name, "inviter": m.Name, "role": in.Role, "link": m.Base + "/invitations/" + token,
		"expires": a.Now().Add(identity.InvitationLife).UTC().Format(time.DateOnly)}}
}

// Invited finds the invitation of a token; it is ErrNotFound if it cannot be
// accepted.
func (a *Accounts) Invited(ctx context.Context, token string) (people.Invited, error) {
	hash, ok := identity.ParseSecret(identity.InvitePrefix, token)
	if !ok || a.Registration == "closed" {
		return people.Invited{}, fault.ErrNotFound
	}
	return people.FindInvited(ctx, a.db, hash)
}

// Host tells who invites, and to what.
func (a *Accounts) Host(ctx context.Context, invited people.Invited) (people.Host, error) {
	return people.FindHost(ctx, a.db, invited)
}

// Accept makes the invited person a member and returns a first token.
func (a *Accounts) Accept(ctx context.Context, v Visitor, invited people.Invited, in identity.Acceptance) (token string, err error) {
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return "", err
	}
	in.Address = v.Address
	token = v.newToken()
	return token, people.Accept(ctx, a.db, invited, in, hash, token)
}
