package api

import (
	"context"
	"net/http"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var passwords = []route{
	prove("PUT /api/me/password", "password_updated", newPassword, currentPassword, (*Server).setPassword, nothing),
	visit("POST /api/password/forgot", "", forgottenPassword, (*Server).forgotPassword, promised),
	visit("POST /api/password/reset", "password_reset", passwordReset, (*Server).resetPassword, nothing),
}

// resetPage is where a mailed token leads to a new password.
const resetPage = "/password/reset?token="

func forgottenPassword(b *body) identity.ForgottenPassword {
	return identity.ForgottenPassword{Email: b.text("email")}
}

func passwordReset(b *body) identity.PasswordReset {
	return identity.PasswordReset{Token: b.text("token"), Password: b.secret("password"), PasswordConfirmation: b.secret("password_confirmation")}
}

// forgotPassword queues the request, whoever it is about: the answer and its
// time are the same for an address that nobody has.
func (s *Server) forgotPassword(ctx context.Context, r *request, in identity.ForgottenPassword) (none struct{}, err error) {
	if s.jobs == nil {
		return none, nil
	}
	return none, s.jobs.Forgot(ctx, postgres.Forgotten{Email: strings.ToLower(in.Email), Link: r.base + resetPage})
}

func promised(*request, struct{}) answer {
	return message(http.StatusAccepted, "If there is a user with this address, a mail is on its way.")
}

func (s *Server) resetPassword(ctx context.Context, _ *request, in identity.PasswordReset) (none struct{}, err error) {
	token, ok := identity.ParseSecret(identity.ResetPrefix, in.Token)
	if !ok {
		return none, errResetToken
	}
	hash, err := s.choosePassword(ctx, in.Password)
	if err != nil {
		return none, err
	}
	if err = s.db.ResetPassword(ctx, token, hash); err == fault.ErrNotFound {
		return none, errResetToken
	}
	return none, err
}

var errResetToken = fault.On("token", "The token is unknown, used already, or has expired. Please ask for a new mail.")

func newPassword(b *body) identity.NewPassword {
	return identity.NewPassword{
		CurrentPassword:      b.secret("current_password"),
		Password:             b.secret("password"),
		PasswordConfirmation: b.secret("password_confirmation"),
	}
}

func (s *Server) setPassword(ctx context.Context, r *request, in identity.NewPassword) (none struct{}, err error) {
	hash, err := s.choosePassword(ctx, in.Password)
	if err != nil {
		return none, err
	}
	return none, s.self(r, "password_updated", func(o postgres.Own) error {
		if err := s.tell(ctx, r, o, mail.PasswordChanged, nil); err != nil {
			return err
		}
		return o.SetPassword(ctx, hash)
	})
}

func currentPassword(in identity.NewPassword) (field, password string) {
	return "current_password", in.CurrentPassword
}

// provePassword holds a password against the caller's own, once a request. It is
// Invalid if it is another, which counts like a wrong code: whoever has stolen a
// token must not try out passwords with it.
func (s *Server) provePassword(ctx context.Context, r *request, field, password string) error {
	if r.secrets != nil {
		return nil
	}
	secrets, err := s.ownSecrets(ctx, r)
	if err != nil {
		return err
	}
	if secrets.Blocked {
		return fault.On(field, tooManyWrong)
	}
	right, err := s.verify(ctx, secrets.PasswordHash, password)
	if err != nil {
		return err
	}
	if !right {
		r.guessed = true
		return fault.On(field, "The password is incorrect.")
	}
	r.secrets = &secrets
	return nil
}

// tooManyWrong is said while no password and no code is accepted.
const tooManyWrong = "There were too many wrong attempts. Please try again later."

// ownSecrets reads what the caller's password and codes are held against.
func (s *Server) ownSecrets(ctx context.Context, r *request) (postgres.Secrets, error) {
	reader, err := s.view(r)
	if err != nil {
		return postgres.Secrets{}, err
	}
	return reader.Secrets(ctx)
}
