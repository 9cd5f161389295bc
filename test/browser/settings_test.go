package browser

import (
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// registered is a tab of somebody new.
func (s *site) registered(t *testing.T, scripts bool) (*tab, string) {
	t.Helper()
	b, email := s.open(t, scripts), apitest.Address()
	b.visit("/register")
	b.fill("first_name", "Mara", "last_name", "Aalto", "email", email, "password", password, "password_confirmation", password)
	b.send("form button.pri", http.StatusOK, "/")
	return b, email
}

func TestProfileAndAppearance(t *testing.T) {
	s := newSite(t)
	b, _ := s.registered(t, true)
	b.visit("/settings/profile")
	apitest.Exec(t, s.Harness, `update api_keys set proven_at = now() - interval '6 minutes'`)
	b.fill("nickname", "Mar", "email", apitest.Address())
	b.send(`form[action="/settings/profile"] .btn`, http.StatusOK, "/settings/profile")
	b.shows("Confirm it is you")
	wants(t, "the field to begin with", b.focused(), "password")
	b.check("settings-proof")
	b.fill("password", password)
	b.send("main form .btn.pri", http.StatusOK, "/settings/profile?saved")
	b.shows("Saved.", "Mar")
	evaluate[bool](b, `document.querySelector('[name=density][value=compact]').click() ?? true`)
	evaluate[bool](b, `document.querySelector('[name=theme][value=dark]').click() ?? true`)
	b.send(`form[action="/settings/appearance"] .btn`, http.StatusOK, "/settings/profile?saved")
	b.check("settings-compact")
}

// Reminders are chosen, and the address of a calendar is made, copied and revoked, without
// scripts too.
func TestRemindersAndCalendar(t *testing.T) {
	s := newSite(t)
	for _, scripts := range []bool{true, false} {
		b, _ := s.registered(t, scripts)
		b.visit("/settings/profile")
		b.do(chromedp.Click(`[name=mail][value=weekly] + span`))
		b.send(`form[action="/settings/reminders"] .btn`, http.StatusOK, "/settings/profile?saved")
		b.shows("Saved.")
		b.send(`form[action="/settings/calendar"] .btn`, http.StatusOK, "/settings/calendar")
		b.shows("Copy the address now.", "/calendar/vtf_", "Secret address")
		if scripts {
			b.check("settings-calendar")
		}
		b.visit("/settings/profile")
		b.send(`a[href="/settings/calendar/revoke"]`, http.StatusOK, "/settings/calendar/revoke")
		if scripts {
			b.check("settings-calendar-revoke")
		}
		b.send("main .dgr", http.StatusOK, "/settings/profile?saved")
		b.shows("No address yet.")
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(*) from users where reminders = 'weekly'`); n != 2 {
		t.Errorf("%d users are reminded", n)
	}
}

// A second factor is set up with an authenticator, without scripts too.
func TestSecondFactor(t *testing.T) {
	s := newSite(t)
	for _, scripts := range []bool{true, false} {
		b, email := s.registered(t, scripts)
		b.visit("/settings/security")
		b.send(`a[href="/settings/security/two-factor"]`, http.StatusOK, "/settings/security/two-factor")
		b.fill("password", "wrong")
		b.send("main .sform .pri", http.StatusUnprocessableEntity, "/settings/security/two-factor")
		b.fill("password", password)
		b.send("main .sform .pri", http.StatusOK, "/settings/security/two-factor")
		b.check("settings-enrol")
		b.fill("code", apitest.CodeAt(t, evaluate[string](b, `document.querySelector(".secret").textContent`), time.Now()))
		b.send("main .sform .pri", http.StatusOK, "/settings/security/two-factor/confirm")
		b.check("settings-codes")
		s.box.mailed(t, email)
		b.visit("/settings/security")
		b.shows("On", "8 left")
		b.check("settings-security-on")
	}
}

// Owners change the account, and delete it with a proof of who they are. Members read.
func TestAccount(t *testing.T) {
	s := newSite(t)
	b, email := s.registered(t, true)
	b.visit("/settings/account")
	b.fill("name", "Aalto family", "attention_days", "400")
	b.send(`form[action="/settings/account"] .pri`, http.StatusUnprocessableEntity, "/settings/account")
	wants(t, "the name that was typed", evaluate[string](b, `document.querySelector("[name=name]").value`), "Aalto family")
	b.becomes(`document.querySelector("[name=attention_days][aria-invalid]")`)
	b.check("settings-account-wrong")
	b.fill("attention_days", "45")
	evaluate[bool](b, `document.querySelector("[name=photo_place][value=keep]").click() ?? true`)
	b.send(`form[action="/settings/account"] .pri`, http.StatusOK, "/settings/account?saved")
	b.shows("Saved.", "Aalto family")
	b.check("settings-account")
	kept := apitest.Scalar[string](t, s.Harness, `select name || ' ' || attention_days || ' ' || photo_place from accounts`)
	wants(t, "the account", kept, "Aalto family 45 keep")

	b.send(`a[href="/settings/account/delete"]`, http.StatusOK, "/settings/account/delete")
	b.shows("Aalto family")
	b.check("settings-account-delete")
	sure := func(password string) {
		b.fill("password", password)
		evaluate[bool](b, `document.querySelector("main [type=checkbox]").click() ?? true`)
	}
	sure("not the password")
	b.send("main .btn.dgr", http.StatusUnprocessableEntity, "/settings/account/delete")
	b.becomes(`document.querySelector("[name=password][aria-invalid], #notice")`)
	sure(password)
	b.send("main .btn.dgr", http.StatusOK, "/sign-in?deleted")
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from accounts`); n != 0 {
		t.Errorf("%d accounts are left", n)
	}
	b.fill("email", email, "password", password)
	b.send("form button.pri", http.StatusUnprocessableEntity, "/sign-in")
}

// A key is made, shown once, and revoked.
func TestKey(t *testing.T) {
	s := newSite(t)
	b, _ := s.registered(t, true)
	b.visit("/settings/keys")
	b.check("settings-keys-none")
	b.send(`a[href="/settings/keys/new"]`, http.StatusOK, "/settings/keys/new")
	b.fill("label", "Nightly backup")
	b.send("main .sform .pri", http.StatusOK, "/settings/keys")
	b.shows("It is not shown again.", "curl")
	b.check("settings-keys")
	b.send(`a.dgr`, http.StatusOK, evaluate[string](b, `document.querySelector("a.dgr").getAttribute("href")`))
	b.send(`main .dgr`, http.StatusOK, "/settings/keys?saved")
}

// Members are invited, get roles, and are removed.
func TestMembers(t *testing.T) {
	s := newSite(t)
	owner := s.Owner(t)
	owner.Join(t, "editor")
	b, email := s.open(t, true), apitest.Address()
	b.visit("/sign-in")
	b.fill("email", owner.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.visit("/settings/members")
	b.fill("email", email)
	b.send("main .sform .pri", http.StatusOK, "/settings/invitations")
	s.box.link(t, email, "/invitations/")
	b.check("settings-members")
	b.visit("/settings/members")
	b.send("a.dgr", http.StatusOK, evaluate[string](b, `document.querySelector("a.dgr").getAttribute("href")`))
	b.send("main .dgr", http.StatusOK, "/settings/members?saved")
}
