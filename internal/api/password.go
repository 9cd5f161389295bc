package api

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

var passwords = []route{
	prove("PUT /api/me/password", "password_updated", newPassword, (*Server).setPassword, nothing),
}

func newPassword(b *body) identity.NewPassword {
	return identity.NewPassword{
		CurrentPassword:      b.secret("current_password"),
		Password:             b.secret("password"),
		PasswordConfirmation: b.secret("password_confirmation"),
	}
}

func (s *Server) setPassword(ctx context.Context, r *request, in identity.NewPassword) (none struct{}, err error) {
	if _, err := s.provePassword(ctx, r, "current_password", in.CurrentPassword); err != nil {
		return none, err
	}
	hash, err := s.choosePassword(ctx, in.Password)
	if err != nil {
		return none, err
	}
	return none, s.self(r, "password_updated", func(o postgres.Own) error { return o.SetPassword(ctx, hash) })
}

// provePassword holds a password against the caller's own; it is Invalid if it
// is another.
func (s *Server) provePassword(ctx context.Context, r *request, field, password string) (postgres.Secrets, error) {
	secrets, err := s.view(r).Secrets(ctx)
	if err != nil {
		return secrets, err
	}
	right, err := s.verify(ctx, secrets.PasswordHash, password)
	if err == nil && !right {
		return secrets, fault.On(field, "The password is incorrect.")
	}
	return secrets, err
}
