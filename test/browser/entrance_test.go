package browser

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// Whoever registers is at home, signs out, errs, and signs in again, with and
// without scripts.
func TestRegisterAndSignIn(t *testing.T) {
	s := newSite(t)
	for _, scripts := range []bool{true, false} {
		b, email := s.open(t, scripts), apitest.Address()
		b.visit("/register")
		wants(t, "the field to begin with", b.focused(), "first_name")
		b.fill("first_name", "Mara", "last_name", "Aalto", "email", email, "password", "short", "password_confirmation", "other")
		b.send("form button.pri", http.StatusUnprocessableEntity, "/register")
		b.shows("At least 8 characters.")
		if scripts {
			wants(t, "what is wrong", b.focused(), "password")
		}
		b.check("register-wrong")
		b.fill("password", password, "password_confirmation", password)
		b.send("form button.pri", http.StatusOK, "/")
		b.shows("Hello, Mara", "What do you collect?")
		b.check("home-first")
		b.visit("/settings/profile")
		b.send(`main form[action="/sign-out"] button`, http.StatusOK, "/sign-in")
		b.fill("email", email, "password", "something else")
		b.send("form button.pri", http.StatusUnprocessableEntity, "/sign-in")
		b.shows("That did not work.")
		b.check("sign-in-wrong")
		b.fill("password", password)
		b.send("form button.pri", http.StatusOK, "/")
	}
}

// A second factor is asked for after the password; a recovery code will do.
func TestSignInWithSecondFactor(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	secret, recovery := enrol(t, p)
	b := s.open(t, true)
	for i, code := range []string{apitest.CodeAt(t, secret, time.Now()), recovery[0].(string)} {
		b.visit("/sign-in")
		b.fill("email", p.Email, "password", apitest.Password)
		b.send("form button.pri", http.StatusUnprocessableEntity, "/sign-in")
		if i == 0 {
			b.check("sign-in-code")
		}
		b.fill("code", "000000")
		b.send("form.code button", http.StatusUnprocessableEntity, "/sign-in/code")
		b.shows("That did not work.")
		b.fill("code", code)
		b.send("form.code button", http.StatusOK, "/")
		b.visit("/settings/profile")
		b.send(`main form[action="/sign-out"] button`, http.StatusOK, "/sign-in")
	}
}

// What is not there says so.
func TestNothingHere(t *testing.T) {
	b := newSite(t).open(t, true)
	b.goes(http.StatusNotFound, "/nowhere", navigate(b, "/nowhere"))
	b.shows("There is nothing here.")
	b.check("missing")
}

// A forgotten password is replaced by a mailed link.
func TestForgottenPassword(t *testing.T) {
	s := newSite(t)
	p, b := s.Owner(t), s.open(t, true)
	b.visit("/sign-in")
	b.send(`a[href="/forgotten"]`, http.StatusOK, "/forgotten")
	b.fill("email", p.Email)
	b.send("form button.pri", http.StatusOK, "/forgotten")
	b.shows("Check your mail")
	b.check("forgotten-told")
	b.visit(s.box.link(t, p.Email, "/password/reset?token="))
	b.check("reset")
	b.fill("password", password, "password_confirmation", password)
	b.send("form button.pri", http.StatusOK, "/password/reset")
	b.shows("Your password is changed")
	b.send("a.pri", http.StatusOK, "/sign-in")
	b.fill("email", p.Email, "password", password)
	b.send("form button.pri", http.StatusOK, "/")
}

// Somebody invited joins by the link in the mail, also without scripts.
func TestInvitation(t *testing.T) {
	s := newSite(t)
	owner, email := s.Owner(t), apitest.Address()
	owner.Send(t, "POST", "/api/account/invitations", apitest.M{"email": email, "role": "editor"}).Want(t, http.StatusCreated)
	b := s.open(t, false)
	b.visit(s.box.link(t, email, "/invitations/"))
	b.check("invited")
	b.fill("first_name", "Jon", "last_name", "Berg", "password", password, "password_confirmation", password)
	b.send("form button.pri", http.StatusOK, "/")
	b.shows("Hello, Jon")
}
