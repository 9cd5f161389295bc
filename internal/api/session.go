package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var session = []route{
	visit("POST /api/register", "account_created", registration, (*Server).register, token(http.StatusCreated, "Account created")),
	visit("POST /api/login", "logged_in", login, (*Server).login, token(http.StatusOK, "Authenticated")),
	leave("DELETE /api/logout", "logged_out", answer{status: http.StatusOK, body: []byte(`{"message":"Logged out successfully","status":200}`)}, logout),
}

// hashTimeout bounds how long somebody waits for their turn to have a password
// hashed; after that the service is busy.
const hashTimeout = 25 * time.Second

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

// register makes an account and its owner. The password is hashed before the
// e-mail is found taken, so that the answer takes the same time either way.
func (s *Server) register(ctx context.Context, r *request, in identity.Registration) (string, error) {
	if s.options.Registration != "" && s.options.Registration != "open" {
		return "", errNoRegistration
	}
	hash, err := s.choosePassword(ctx, in.Password)
	if err != nil {
		return "", err
	}
	in.Address = bucketAddress(s.clientAddress(r.Request))
	token := identity.NewToken()
	return token, s.db.Register(ctx, in, hash, token)
}

// login issues a token. An unknown e-mail and a wrong password differ neither
// in what is answered nor in how long it takes.
func (s *Server) login(ctx context.Context, r *request, in identity.Login) (string, error) {
	actor, hash, err := s.db.Credentials(ctx, strings.ToLower(in.Email))
	if err != nil && err != fault.ErrNotFound {
		return "", err
	}
	right, err := s.verify(ctx, hash, in.Password)
	if err != nil {
		return "", err
	}
	if !right {
		return "", fault.ErrCredentials
	}
	secrets, err := s.secondFactor(ctx, actor, in.Code)
	if err != nil {
		return "", err
	}
	secrets.PasswordHash = hash // what was shown, whatever it has become since
	r.actor, r.scope = actor, s.db.Scope(postgres.ByProof(actor, secrets))
	address := bucketAddress(s.clientAddress(r.Request))
	token := identity.NewToken()
	err = r.scope.Self(ctx, "logged_in", func(o postgres.Own) error {
		if err := s.tellOfStranger(ctx, r, o, in.DeviceName, address); err != nil {
			return err
		}
		o.RememberAddress(address)
		_, err := o.CreateAPIKey(ctx, in.DeviceName, token, identity.Restrictions{})
		return err
	})
	if errors.Is(err, postgres.ErrRefused) { // by a change of password that came first
		return "", fault.ErrCredentials
	}
	return token, err
}

// tellOfStranger mails the user if they log in from where they never did.
func (s *Server) tellOfStranger(ctx context.Context, r *request, o postgres.Own, device, address string) error {
	if s.jobs == nil {
		return nil
	}
	reader, err := s.view(r)
	if err != nil {
		return err
	}
	known, err := reader.KnowsAddress(ctx, address)
	if err != nil || known {
		return err
	}
	return s.tell(ctx, r, o, mail.NewSignIn, map[string]string{"device": device, "address": address})
}

var errNoRegistration = fault.On("email", "Registration is closed here. Please ask an owner of an account for an invitation.")

func logout(ctx context.Context, o postgres.Own, r *request) error {
	return o.DeleteAPIKey(ctx, r.actor.KeyID)
}

// choosePassword hashes a new password, unless it is known to have leaked.
func (s *Server) choosePassword(ctx context.Context, password string) (hash string, err error) {
	if s.pwned.Leaked(ctx, password) {
		return "", fault.On("password", identity.LeakedMessage)
	}
	err = s.hashing(ctx, func(ctx context.Context) (err error) {
		hash, err = s.hasher.Hash(ctx, password)
		return err
	})
	return hash, err
}

func (s *Server) verify(ctx context.Context, hash, password string) (right bool, err error) {
	err = s.hashing(ctx, func(ctx context.Context) (err error) {
		right, err = s.hasher.Verify(ctx, hash, password)
		return err
	})
	return right, err
}

// hashing waits for a turn at the processors, but not for ever.
func (s *Server) hashing(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, hashTimeout)
	defer cancel()
	err := work(ctx)
	if ctx.Err() != nil {
		return &fault.Unavailable{After: hashTimeout, Cause: ctx.Err()}
	}
	return err
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
