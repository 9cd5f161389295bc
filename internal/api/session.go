package api

import (
	"context"
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

var session = []route{
	visit("POST /api/register", catalog.AccountCreated, registration, (*account.Accounts).Register, token(http.StatusCreated, "Account created")),
	visit("POST /api/login", catalog.LoggedIn, login, (*account.Accounts).LogIn, token(http.StatusOK, "Authenticated")),
	write(holder, "DELETE /api/logout", catalog.LoggedOut, without(logout), loggedOut),
}

func registration(b *body) identity.Registration {
	return identity.Registration{
		FirstName:            b.text("first_name"),
		LastName:             b.text("last_name"),
		Email:                b.text("email"),
		Password:             b.secret("password"),
		PasswordConfirmation: b.secret("password_confirmation"),
		DeviceName:           b.text("device_name"),
	}
}

func login(b *body) identity.Login {
	return identity.Login{Email: b.text("email"), Password: b.secret("password"), Code: b.text("code"), DeviceName: b.text("device_name")}
}

func logout(ctx context.Context, l postgres.Leaver, _ *request) error { return people.Leave(ctx, l) }

func loggedOut(*request, struct{}) answer {
	return answer{status: http.StatusOK, body: []byte(`{"message":"Logged out successfully","status":200}`)}
}

// token answers with a new token.
func token(status int, text string) encoder[string] {
	return func(_ *request, token string) answer {
		out := appendMember([]byte{'{'}, "message", text)
		out = appendMember(append(out, ','), "status", status)
		out = appendMember(append(out, `,"data":{`...), "token", token)
		return answer{status: status, body: append(out, `}}`...)}
	}
}
