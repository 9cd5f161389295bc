package api

import (
	"cmp"
	"context"
	"errors"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var twoFactor = []route{
	view("GET /api/me/two-factor", getTwoFactor, one(twoFactorState)),
	prove("POST /api/me/two-factor", "", passwordCheck, shownPassword, (*Server).beginTwoFactor, shownOnce(enrolment)),
	prove("POST /api/me/two-factor/confirm", "two_factor_enabled", codeCheck, nil, (*Server).confirmTwoFactor, shownOnce(recoveryCodes)),
	prove("POST /api/me/two-factor/recovery-codes", "recovery_codes_renewed", fullCheck, shownPasswordOf, (*Server).renewRecoveryCodes, shownOnce(recoveryCodes)),
	prove("DELETE /api/me/two-factor", "two_factor_disabled", fullCheck, shownPasswordOf, (*Server).disableTwoFactor, nothing),
}

// own is something of the calling user, with their id.
type own[T any] struct {
	user int64
	is   T
}

func getTwoFactor(ctx context.Context, r postgres.Reader, req *request) (own[identity.TwoFactor], error) {
	state, err := r.TwoFactor(ctx)
	return own[identity.TwoFactor]{req.actor.UserID, state}, err
}

// beginTwoFactor makes a secret, which counts only once it is confirmed.
func (s *Server) beginTwoFactor(ctx context.Context, r *request, _ identity.PasswordCheck) (none own[identity.Enrolment], err error) {
	if !s.sealer.Ready() {
		return none, fault.On("password", "The second factor is not available: the operator of this service has set no VITRINE_SECRET_KEY.")
	}
	seed := identity.NewSeed()
	err = s.self(r, "", func(o postgres.Own) error { return o.BeginTwoFactor(ctx, s.sealer.Seal(seed, r.actor.UserID)) })
	if err != nil {
		return none, err
	}
	shown, err := identity.Enrol(seed, r.secrets.Email)
	return own[identity.Enrolment]{r.actor.UserID, shown}, err
}

func (s *Server) confirmTwoFactor(ctx context.Context, r *request, in identity.CodeCheck) (none own[[]string], err error) {
	secrets, err := s.ownSecrets(ctx, r)
	switch {
	case err != nil:
		return none, err
	case secrets.TOTPEnabled || secrets.TOTPSeed == nil:
		return none, fault.On("code", "There is no second factor to confirm.")
	case secrets.Blocked:
		return none, fault.On("code", tooManyWrong)
	}
	step, err := s.matchStep(r.actor, secrets, in.Code)
	if err != nil {
		r.guessed = errors.Is(err, wrongCode)
		return none, err
	}
	codes := identity.NewRecoveryCodes()
	err = s.self(r, "two_factor_enabled", func(o postgres.Own) error {
		if err := s.tell(ctx, r, o, mail.SecondFactorEnabled, nil); err != nil {
			return err
		}
		return o.ConfirmTwoFactor(ctx, step, codes)
	})
	return own[[]string]{r.actor.UserID, codes}, err
}

func (s *Server) renewRecoveryCodes(ctx context.Context, r *request, in identity.FullCheck) (none own[[]string], err error) {
	if err := s.proveCode(ctx, r, in); err != nil {
		return none, err
	}
	codes := identity.NewRecoveryCodes()
	err = s.self(r, "recovery_codes_renewed", func(o postgres.Own) error { return o.RenewRecoveryCodes(ctx, codes) })
	return own[[]string]{r.actor.UserID, codes}, err
}

func (s *Server) disableTwoFactor(ctx context.Context, r *request, in identity.FullCheck) (none struct{}, err error) {
	if err := s.proveCode(ctx, r, in); err != nil {
		return none, err
	}
	return none, s.self(r, "two_factor_disabled", func(o postgres.Own) error {
		if err := s.tell(ctx, r, o, mail.SecondFactorDisabled, nil); err != nil {
			return err
		}
		return o.DisableTwoFactor(ctx)
	})
}

// proveCode holds a code against the caller's own, whose password is proven.
func (s *Server) proveCode(ctx context.Context, r *request, in identity.FullCheck) error {
	if !r.secrets.TOTPEnabled {
		return fault.On("code", "The second factor is not enabled.")
	}
	used, err := s.useCode(ctx, r.actor, r.careful, *r.secrets, in.Code)
	if err == nil && !used {
		r.guessed = in.Code != ""
		return wrongCode
	}
	return err
}

// secondFactor asks for a code at login, where the user has a second factor. It
// comes after the password, so that nobody else can use up codes or failures. It
// returns what the login was held against.
func (s *Server) secondFactor(ctx context.Context, actor identity.Actor, code string) (postgres.Secrets, error) {
	reader, err := s.db.Scope(postgres.ByOperator(actor)).View(identity.View)
	if err != nil {
		return postgres.Secrets{}, err
	}
	secrets, err := reader.Secrets(ctx)
	if err != nil || !secrets.TOTPEnabled {
		return secrets, err
	}
	used, err := s.useCode(ctx, actor, nil, secrets, code)
	switch {
	case err != nil || used:
		return secrets, err
	case code != "":
		err = s.db.CountWrongCode(ctx, actor)
	}
	return secrets, cmp.Or(err, fault.ErrCredentials)
}

// useCode accepts a code of the authenticator or a recovery code, each once; it
// tells whether it was one.
func (s *Server) useCode(ctx context.Context, actor identity.Actor, within *postgres.Careful, secrets postgres.Secrets, code string) (bool, error) {
	step, err := s.matchStep(actor, secrets, code)
	switch {
	case err == nil:
		return s.db.UseStep(ctx, actor, within, step)
	case !errors.Is(err, wrongCode) && !errors.Is(err, identity.ErrSealed): // a lost key must not lock everybody out
		return false, err
	case code == "":
		return false, nil
	}
	return s.db.UseRecoveryCode(ctx, actor, within, code)
}

func shownPassword(in identity.PasswordCheck) (field, password string) {
	return "password", in.Password
}
func shownPasswordOf(in identity.FullCheck) (field, password string) { return "password", in.Password }

var wrongCode = fault.On("code", "The code is incorrect, used already, or temporarily not accepted after too many wrong ones.")

func (s *Server) matchStep(actor identity.Actor, secrets postgres.Secrets, code string) (int64, error) {
	seed, err := s.sealer.Open(secrets.TOTPSeed, actor.UserID)
	if err != nil {
		return 0, err
	}
	step, ok := identity.MatchStep(seed, code, time.Now())
	if !ok {
		return 0, wrongCode
	}
	return step, nil
}

func passwordCheck(b *body) identity.PasswordCheck {
	return identity.PasswordCheck{Password: b.secret("password")}
}

func codeCheck(b *body) identity.CodeCheck { return identity.CodeCheck{Code: b.text("code")} }

func fullCheck(b *body) identity.FullCheck {
	return identity.FullCheck{Password: b.secret("password"), Code: b.text("code")}
}

func twoFactorState(t own[identity.TwoFactor]) resource {
	return ofTwoFactor(t.user, attributes{{"enabled", t.is.Enabled}, {"recovery_codes_left", t.is.RecoveryCodesLeft}})
}

func enrolment(e own[identity.Enrolment]) resource {
	return ofTwoFactor(e.user, attributes{{"secret", e.is.Secret}, {"otpauth_url", e.is.URL}, {"qr_code", e.is.QRCode}})
}

func recoveryCodes(codes own[[]string]) resource {
	return ofTwoFactor(codes.user, attributes{{"recovery_codes", codes.is}})
}

func ofTwoFactor(user int64, shown attributes) resource {
	return resource{kind: "two_factor", id: user, self: "/api/me/two-factor", attributes: shown}
}
