package api

import (
	"context"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var addresses = []route{
	visit("POST /api/email/confirm", "email_confirmed", addressLink, (*Server).confirmAddress, nothing),
	visit("POST /api/email/take-back", "email_restored", addressLink, (*Server).takeBackAddress, nothing),
}

// dailyMoves is how often in a day users may change their address where it is
// told by mail: each change is a mail to a stranger, perhaps.
const dailyMoves = 10

var (
	errConfirmToken  = fault.On("token", "The token is unknown, used already, or has expired. For another mail, set the previous address and then the new one again.")
	errTakeBackToken = fault.On("token", "The token is unknown, used already, or has expired. Please ask the operator of this service for help.")
	errMoves         = fault.On("email", "The email was changed 10 times within a day. Please try again tomorrow.")
)

func addressLink(b *body) identity.AddressLink { return identity.AddressLink{Token: b.text("token")} }

// moving runs a change of the profile. Where mail is sent it looks before it
// writes, so that the right addresses are told: the one that is left, and not
// the one that somebody else has just left.
func (s *Server) moving(ctx context.Context, r *request, to string, do func(postgres.Own) error) error {
	const action = "user_updated"
	if s.jobs == nil {
		return s.self(r, action, do)
	}
	told := func(o postgres.Own) error {
		if err := s.tellOfMove(ctx, r, o, to); err != nil {
			return err
		}
		return do(o)
	}
	if r.careful != nil {
		return s.self(r, action, told)
	}
	return s.db.Carefully(ctx, r.scope.Access, identity.Own, func(c postgres.Careful) error { return c.Self(ctx, action, told) })
}

// tellOfMove mails the last confirmed address a link that takes a change back,
// and the new one a link that confirms it.
func (s *Server) tellOfMove(ctx context.Context, r *request, o postgres.Own, to string) error {
	box, err := o.Mailbox(ctx)
	if err != nil || box.Email == to {
		return err
	}
	m := postgres.Move{Confirmed: box.Confirmed, To: to, ConfirmToken: identity.NewSecret(identity.ConfirmPrefix), BackToken: identity.NewSecret(identity.TakeBackPrefix)}
	o.Move(m)
	if to == box.Confirmed {
		return nil
	}
	if box.Moves >= dailyMoves {
		return errMoves
	}
	o.Mail(mail.Message{What: mail.AddressChanged, To: box.Confirmed, Locale: box.Locale, Data: map[string]string{
		"name": box.Name(), "new": to, "time": time.Now().UTC().Format(mail.TimeFormat), "link": r.base + "/email/take-back?token=" + m.BackToken}})
	o.Mail(mail.Message{What: mail.AddressConfirmation, To: to, Locale: box.Locale, Data: map[string]string{
		"name": box.Name(), "link": r.base + "/email/confirm?token=" + m.ConfirmToken}})
	return nil
}

func (s *Server) confirmAddress(ctx context.Context, _ *request, in identity.AddressLink) (none struct{}, err error) {
	token, ok := identity.ParseSecret(identity.ConfirmPrefix, in.Token)
	if !ok {
		return none, errConfirmToken
	}
	if err = s.db.ConfirmAddress(ctx, token); err == fault.ErrNotFound {
		return none, errConfirmToken
	}
	return none, err
}

// takeBackAddress restores an address. The password may be that of whoever
// changed it, so it becomes one that nobody knows.
func (s *Server) takeBackAddress(ctx context.Context, r *request, in identity.AddressLink) (none struct{}, err error) {
	token, ok := identity.ParseSecret(identity.TakeBackPrefix, in.Token)
	if !ok {
		return none, errTakeBackToken
	}
	hash, err := s.choosePassword(ctx, identity.NewPasswordText())
	if err != nil {
		return none, err
	}
	err = s.db.TakeBack(ctx, token, postgres.Restored{PasswordHash: hash, Token: identity.NewSecret(identity.ResetPrefix), Link: r.base + resetPage})
	if err == fault.ErrNotFound {
		return none, errTakeBackToken
	}
	return none, err
}
