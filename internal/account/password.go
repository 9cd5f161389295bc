package account

import (
	"context"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// resetPage is where mailed reset links lead.
const resetPage = "/password/reset?token="

// tooManyWrong is the answer while no password or code is accepted.
const tooManyWrong = "There were too many wrong attempts. Please try again later."

var errResetToken = fault.On("token", "The token is unknown, used already, or has expired. Please ask for a new mail.")

// ForgotPassword queues a mail for any address, so that answer and time do not reveal which are known.
func (a *Accounts) ForgotPassword(ctx context.Context, v Visitor, in identity.ForgottenPassword) error {
	if a.Jobs == nil {
		return nil
	}
	return people.Forgot(ctx, a.Jobs, people.Forgotten{Email: strings.ToLower(in.Email), Link: v.Base + resetPage})
}

// ResetPassword replaces a password by the token of a mailed link.
func (a *Accounts) ResetPassword(ctx context.Context, _ Visitor, in identity.PasswordReset) error {
	token, ok := identity.ParseSecret(identity.ResetPrefix, in.Token)
	if !ok {
		return errResetToken
	}
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return err
	}
	return instead(people.ResetPassword(ctx, a.db, token, hash, a.passwordResetMails), errResetToken)
}

func (a *Accounts) passwordResetMails(n people.Notice) []postgres.Job {
	if a.Jobs == nil {
		return nil
	}
	return []postgres.Job{mail.Message{What: mail.PasswordChanged, To: n.Confirmed, Locale: n.Locale, Data: map[string]string{
		"name": n.Name, "time": a.Now().UTC().Format(mail.TimeFormat)}}}
}

// ChangePassword replaces the password of a member who knows the present one.
func (a *Accounts) ChangePassword(ctx context.Context, m *Member, in identity.NewPassword) error {
	if err := a.Prove(ctx, m, in); err != nil {
		return err
	}
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return err
	}
	return postgres.Change(ctx, m.Scope, catalog.PasswordUpdated, func(o postgres.Own) error {
		if err := a.tell(ctx, m, o, mail.PasswordChanged, nil); err != nil {
			return err
		}
		return people.SetPassword(ctx, o, hash)
	})
}

// Prove checks a password against the member's, once. A wrong password is Invalid and counts like a
// wrong code, so that a stolen token cannot be used to guess it. Every use case that needs a password
// proves it; a face proves it earlier only to keep the slow hash out of a transaction.
func (a *Accounts) Prove(ctx context.Context, m *Member, shown identity.Proof) error {
	if m.proven != nil {
		return nil
	}
	field, password := shown.Shown()
	secrets, err := m.secrets(ctx)
	if err != nil {
		return err
	}
	if secrets.Blocked {
		return fault.On(field, tooManyWrong)
	}
	right, err := a.verify(ctx, secrets.PasswordHash, password)
	if err != nil {
		return err
	}
	if !right {
		return guess{fault.On(field, "The password is incorrect.")}
	}
	m.proven = &secrets
	return nil
}

// secrets reads the hashes that the member's password and codes are checked against.
func (m *Member) secrets(ctx context.Context) (postgres.Secrets, error) {
	reader, err := m.View(identity.View)
	if err != nil {
		return postgres.Secrets{}, err
	}
	return people.Secrets(ctx, reader)
}
