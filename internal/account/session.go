package account

import (
	"context"
	"errors"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

var errNoRegistration = fault.On("email", "Registration is closed here. Please ask an owner of an account for an invitation.")

// Register creates an account and its owner, and returns a first token. The password is hashed before
// the e-mail is checked, so that an e-mail that is taken answers no faster.
func (a *Accounts) Register(ctx context.Context, v Visitor, in identity.Registration) (token string, err error) {
	if a.Registration != "" && a.Registration != "open" {
		return "", errNoRegistration
	}
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return "", err
	}
	in.Address = v.Address
	token = v.newToken()
	return token, people.Register(ctx, a.db, in, hash, token)
}

// LogIn issues a token. Answer and time are the same for an unknown e-mail, a wrong password and a
// missing code.
func (a *Accounts) LogIn(ctx context.Context, v Visitor, in identity.Login) (token string, err error) {
	actor, secrets, err := people.Credentials(ctx, a.db, strings.ToLower(in.Email))
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return "", err
	}
	right, err := a.verify(ctx, secrets.PasswordHash, in.Password)
	if err != nil {
		return "", err
	}
	if !right {
		return "", fault.ErrCredentials
	}
	if err := a.secondFactor(ctx, actor, secrets, in.Code); err != nil {
		return "", err
	}
	if secrets.Suspended { // only whoever knows password and code learns it
		return "", fault.ErrSuspended
	}
	return a.loggedIn(ctx, &Member{Visitor: v, Scope: a.db.Scope(postgres.ByProof(actor, secrets))}, in.DeviceName)
}

func (a *Accounts) loggedIn(ctx context.Context, m *Member, device string) (token string, err error) {
	token = m.newToken()
	err = postgres.Change(ctx, m.Scope, catalog.LoggedIn, func(o postgres.Own) error {
		if err := a.tellOfStranger(ctx, m, o, device); err != nil {
			return err
		}
		people.RememberAddress(o, m.Address)
		_, err := people.CreateAPIKey(ctx, o, device, token, identity.Restrictions{})
		return err
	})
	if errors.Is(err, postgres.ErrRefused) { // the password was changed first
		return "", fault.ErrCredentials
	}
	return token, err
}

// tellOfStranger mails users about a login from a new address.
func (a *Accounts) tellOfStranger(ctx context.Context, m *Member, o postgres.Own, device string) error {
	if a.Jobs == nil {
		return nil
	}
	reader, err := m.View(identity.View)
	if err != nil {
		return err
	}
	known, err := people.KnowsAddress(ctx, reader, m.Address)
	if err != nil || known {
		return err
	}
	return a.tell(ctx, m, o, mail.NewSignIn, map[string]string{"device": device, "address": m.Address})
}

// tell mails members about a change to their own settings, in its transaction, so
// that they notice if somebody else made it.
func (a *Accounts) tell(ctx context.Context, m *Member, o postgres.Own, what string, data map[string]string) error {
	if a.Jobs == nil {
		return nil
	}
	reader, err := m.View(identity.View)
	if err != nil {
		return err
	}
	me, err := people.Me(ctx, reader)
	if err != nil {
		return err
	}
	all := map[string]string{"name": me.Name(), "time": a.Now().UTC().Format(mail.TimeFormat)}
	for k, v := range data {
		all[k] = v
	}
	o.Enqueue(mail.Message{What: what, To: me.Email, Locale: me.Locale, Data: all})
	return nil
}

// RenewSession replaces the id of the session in use, and returns the new one.
func (a *Accounts) RenewSession(ctx context.Context, m *Member) (token string, err error) {
	token = m.newToken()
	return token, postgres.Change(ctx, m.Scope, "", func(o postgres.Own) error { return people.RenewSession(ctx, o, token) })
}
