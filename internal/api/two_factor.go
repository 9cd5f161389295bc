package api

import (
	"context"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

var twoFactor = []route{
	read(member, "GET /api/me/two-factor", getTwoFactor, one(twoFactorState)),
	use(self, "POST /api/me/two-factor", "", passwordCheck, ofCaller((*account.Accounts).BeginTwoFactor), shownOnce(enrolment)),
	use(self, "POST /api/me/two-factor/confirm", catalog.TwoFactorEnabled, codeCheck, ofCaller((*account.Accounts).ConfirmTwoFactor), shownOnce(recoveryCodes)),
	use(self, "POST /api/me/two-factor/recovery-codes", catalog.RecoveryCodesRenewed, fullCheck, ofCaller((*account.Accounts).RenewRecoveryCodes), shownOnce(recoveryCodes)),
	use(self, "DELETE /api/me/two-factor", catalog.TwoFactorDisabled, fullCheck, done((*account.Accounts).DisableTwoFactor), nothing),
}

// own is something of the caller, with their id.
type own[T any] struct {
	user int64
	is   T
}

func getTwoFactor(ctx context.Context, r postgres.Reader, req *request) (own[identity.TwoFactor], error) {
	state, err := people.TwoFactor(ctx, r)
	return own[identity.TwoFactor]{req.UserID, state}, err
}

// ofCaller adds the caller's id to the result of a use case.
func ofCaller[I, T any](do func(*account.Accounts, context.Context, *account.Member, I) (T, error)) func(*account.Accounts, context.Context, *account.Member, I) (own[T], error) {
	return func(a *account.Accounts, ctx context.Context, m *account.Member, in I) (own[T], error) {
		is, err := do(a, ctx, m, in)
		return own[T]{m.UserID, is}, err
	}
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
