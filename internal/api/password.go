package api

import (
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

var passwords = []route{
	use(self, "PUT /api/me/password", catalog.PasswordUpdated, newPassword, done((*account.Accounts).ChangePassword), nothing),
	visit("POST /api/password/forgot", "", forgottenPassword, done((*account.Accounts).ForgotPassword), promised),
	visit("POST /api/password/reset", catalog.PasswordReset, passwordReset, done((*account.Accounts).ResetPassword), nothing),
}

func forgottenPassword(b *body) identity.ForgottenPassword {
	return identity.ForgottenPassword{Email: b.text("email")}
}

func passwordReset(b *body) identity.PasswordReset {
	return identity.PasswordReset{Token: b.text("token"), Password: b.secret("password"), PasswordConfirmation: b.secret("password_confirmation")}
}

func promised(*request, struct{}) answer {
	return message(http.StatusAccepted, "If there is a user with this address, a mail is on its way.")
}

func newPassword(b *body) identity.NewPassword {
	return identity.NewPassword{
		CurrentPassword:      b.secret("current_password"),
		Password:             b.secret("password"),
		PasswordConfirmation: b.secret("password_confirmation"),
	}
}
