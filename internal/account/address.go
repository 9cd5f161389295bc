package account

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// dailyMoves is how often a day a user may change their address if mail is sent:
// each change may be a mail to a stranger.
const dailyMoves = 10

var (
	errConfirmToken  = fault.On("token", "The token is unknown, used already, or has expired. For another mail, set the previous address and then the new one again.")
	errTakeBackToken = fault.On("token", "The token is unknown, used already, or has expired. Please ask the operator of this service for help.")
	errMoves         = fault.On("email", "The email was changed 10 times within a day. Please try again tomorrow.")
)

// UpdateProfile changes a member's profile. If mail is sent it reads the address
// in the transaction that changes it, so that the address actually replaced is
// notified.
func (a *Accounts) UpdateProfile(ctx context.Context, m *Member, in identity.Profile) (done identity.User, err error) {
	if a.Jobs == nil {
		return done, postgres.Change(ctx, m.Scope, catalog.UserUpdated, func(o postgres.Own) (err error) {
			done, err = people.UpdateMe(ctx, o, in)
			return err
		})
	}
	err = m.Carefully(ctx, identity.Own, func(within postgres.Scope) error {
		return postgres.Change(ctx, within, catalog.UserUpdated, func(o postgres.Own) (err error) {
			if err := a.tellOfMove(ctx, m.Base, o, in.Email); err != nil {
				return err
			}
			done, err = people.UpdateMe(ctx, o, in)
			return err
		})
	})
	return done, err
}

// tellOfMove mails a link that undoes the change to the last confirmed address,
// and one that confirms it to the new one.
func (a *Accounts) tellOfMove(ctx context.Context, base string, o postgres.Own, to string) error {
	box, err := people.ReadMailbox(ctx, o.Reader)
	if err != nil || box.Email == to {
		return err
	}
	move := people.Move{Confirmed: box.Confirmed, To: to, ConfirmToken: identity.NewSecret(identity.ConfirmPrefix), BackToken: identity.NewSecret(identity.TakeBackPrefix)}
	people.MoveAddress(o, move)
	if to == box.Confirmed {
		return nil
	}
	if box.Moves >= dailyMoves {
		return errMoves
	}
	o.Enqueue(mail.Message{What: mail.AddressChanged, To: box.Confirmed, Locale: box.Locale, Data: map[string]string{
		"name": box.Name(), "new": to, "time": a.Now().UTC().Format(mail.TimeFormat), "link": base + "/email/take-back?token=" + move.BackToken}})
	o.Enqueue(mail.Message{What: mail.AddressConfirmation, To: to, Locale: box.Locale, Data: map[string]string{
		"name": box.Name(), "link": base + "/email/confirm?token=" + move.ConfirmToken}})
	return nil
}

// ConfirmAddress confirms the present address by a mailed link.
func (a *Accounts) ConfirmAddress(ctx context.Context, _ Visitor, in identity.AddressLink) error {
	token, ok := identity.ParseSecret(identity.ConfirmPrefix, in.Token)
	if !ok {
		return errConfirmToken
	}
	return instead(people.ConfirmAddress(ctx, a.db, token), errConfirmToken)
}

// TakeBackAddress restores an address by a mailed link. The password may belong
// to whoever changed the address, so it is replaced by an unknown one.
func (a *Accounts) TakeBackAddress(ctx context.Context, v Visitor, in identity.AddressLink) error {
	token, ok := identity.ParseSecret(identity.TakeBackPrefix, in.Token)
	if !ok {
		return errTakeBackToken
	}
	hash, err := a.choosePassword(ctx, identity.NewPasswordText())
	if err != nil {
		return err
	}
	reset := identity.NewSecret(identity.ResetPrefix)
	restored := people.Restored{PasswordHash: hash, Token: reset, Notify: func(n people.Notice) []postgres.Job { return a.restoredMails(n, v.Base+resetPage+reset) }}
	return instead(people.TakeBack(ctx, a.db, token, restored), errTakeBackToken)
}

// restoredMails go to the restored address, with a link for a new password, and
// to the one it replaces.
func (a *Accounts) restoredMails(n people.Notice, link string) []postgres.Job {
	if a.Jobs == nil {
		return nil
	}
	at := a.Now().UTC().Format(mail.TimeFormat)
	mails := []postgres.Job{mail.Message{What: mail.AddressRestored, To: n.Confirmed, Locale: n.Locale, Data: map[string]string{
		"name": n.Name, "login": n.Login, "time": at, "link": link}}}
	if n.Withdrawn != "" {
		mails = append(mails, mail.Message{What: mail.AddressWithdrawn, To: n.Withdrawn, Locale: n.Locale, Data: map[string]string{"time": at}})
	}
	return mails
}
