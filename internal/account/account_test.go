package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/apitest"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

func open(t *testing.T) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func newcomer() identity.Registration {
	return identity.Registration{FirstName: "Ada", LastName: "Lovelace", Email: apitest.Address(), Password: apitest.Password, DeviceName: "test"}
}

// registered is the owner of a new account.
func registered(t *testing.T, accounts *account.Accounts, db *postgres.DB) (*account.Member, string) {
	t.Helper()
	in := newcomer()
	token, err := accounts.Register(t.Context(), account.Visitor{}, in)
	if err != nil {
		t.Fatal(err)
	}
	hash := identity.HashToken(token)
	actor, _, err := people.Actor(t.Context(), db, hash)
	if err != nil {
		t.Fatal(err)
	}
	return &account.Member{Scope: db.Scope(postgres.ByToken(hash, actor))}, in.Email
}

func want(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestRegistrationModes(t *testing.T) {
	t.Parallel()
	db := open(t)
	owner, _ := registered(t, account.New(account.Options{}, db), db)
	invitation, err := account.New(account.Options{}, db).Invite(t.Context(), owner, identity.InvitationInput{Email: apitest.Address(), Role: "viewer"})
	want(t, "invite", err, nil)
	for mode, may := range map[string]struct{ register, accept bool }{"": {true, true}, "open": {true, true}, "invite": {false, true}, "closed": {false, false}} {
		accounts := account.New(account.Options{Registration: mode}, db)
		_, err := accounts.Register(t.Context(), account.Visitor{}, newcomer())
		if refused := err != nil && strings.Contains(err.Error(), "Registration is closed"); refused == may.register || may.register && err != nil {
			t.Errorf("registration %q: %v", mode, err)
		}
		if _, err := accounts.Invited(t.Context(), invitation.Token); (err == nil) != may.accept {
			t.Errorf("invitation while registration is %q: %v", mode, err)
		}
	}
}

func TestWrongPasswords(t *testing.T) {
	t.Parallel()
	db := open(t)
	accounts := account.New(account.Options{}, db)
	m, email := registered(t, accounts, db)
	logIn := func(email, password string) error {
		_, err := accounts.LogIn(t.Context(), account.Visitor{}, identity.Login{Email: email, Password: password, DeviceName: "test"})
		return err
	}
	want(t, "right password", logIn(strings.ToUpper(email), apitest.Password), nil)
	want(t, "wrong password", logIn(email, "another password"), fault.ErrCredentials)
	want(t, "unknown address", logIn(apitest.Address(), apitest.Password), fault.ErrCredentials)
	for n := 0; ; n++ { // a stolen token does not serve to guess the password
		err := accounts.Settle(t.Context(), m.Actor, accounts.Prove(t.Context(), m, identity.PasswordCheck{Password: "another password"}))
		if err == nil || n == 100 {
			t.Fatalf("guess %d: %v", n, err)
		}
		if strings.Contains(err.Error(), "too many") {
			break
		}
	}
	if accounts.Prove(t.Context(), m, identity.PasswordCheck{Password: apitest.Password}) == nil {
		t.Error("the right password is accepted after too many wrong ones")
	}
}

func TestACodeIsUsedOnce(t *testing.T) {
	t.Parallel()
	db, now := open(t), time.Now()
	accounts := account.New(account.Options{Sealer: apitest.Sealer(t), Now: func() time.Time { return now }}, db)
	m, email := registered(t, accounts, db)
	enrolment, err := accounts.BeginTwoFactor(t.Context(), m, identity.PasswordCheck{Password: apitest.Password})
	want(t, "begin", err, nil)
	_, err = accounts.ConfirmTwoFactor(t.Context(), m, identity.CodeCheck{Code: apitest.CodeAt(t, enrolment.Secret, now.Add(-30*time.Second))})
	want(t, "confirm", err, nil)
	login := identity.Login{Email: email, Password: apitest.Password, Code: apitest.CodeAt(t, enrolment.Secret, now), DeviceName: "test"}
	_, err = accounts.LogIn(t.Context(), account.Visitor{}, login)
	want(t, "first login", err, nil)
	_, err = accounts.LogIn(t.Context(), account.Visitor{}, login)
	want(t, "second login with the code", err, fault.ErrCredentials)
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	db := open(t)
	accounts := account.New(account.Options{}, db)
	owner, _ := registered(t, accounts, db)
	invitation, err := accounts.Invite(t.Context(), owner, identity.InvitationInput{Email: apitest.Address(), Role: "editor"})
	want(t, "invite", err, nil)
	invited, err := accounts.Invited(t.Context(), invitation.Token)
	want(t, "look", err, nil)
	in := identity.Acceptance{FirstName: "Grace", LastName: "Hopper", Password: apitest.Password, DeviceName: "test"}
	token, err := accounts.Accept(t.Context(), account.Visitor{}, invited, in)
	want(t, "accept", err, nil)
	if actor, _, err := people.Actor(t.Context(), db, identity.HashToken(token)); err != nil || actor.AccountID != owner.AccountID || !identity.Edit.Allows(actor) || identity.Manage.Allows(actor) {
		t.Errorf("accepted as %+v (%v)", actor, err)
	}
	_, err = accounts.Invited(t.Context(), invitation.Token)
	want(t, "look again", err, fault.ErrNotFound)
	_, err = accounts.Accept(t.Context(), account.Visitor{}, invited, in)
	want(t, "accept again", err, fault.ErrNotFound)
}
