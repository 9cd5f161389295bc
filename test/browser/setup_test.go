package browser

import (
	"net/http"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/i18n"
)

// The first minute of an installation: the code, the owner, what they collect; with and without
// scripts, in every look.
func TestFirstMinute(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		s := newSiteWith(t, apitest.Settings{Registration: "setup", SetupCode: "7K3M-0X91-2HDF-W8ZC"})
		b := s.open(t, scripts)
		b.goes(http.StatusOK, "/setup", navigate(b, "/"))
		b.shows("Welcome to Vitrine", "Setup code")
		wants(t, "the field to begin with", b.focused(), "code")
		b.checkIn("setup-code", looks...)
		b.fill("code", "7K3M")
		b.send("form button.pri", http.StatusUnprocessableEntity, "/setup/code")
		b.shows("That is not the setup code.")
		b.checkIn("setup-wrong", looks...)
		b.fill("code", "7k3m ox91 2hdf w8zc")
		b.send("form button.pri", http.StatusOK, "/setup/code")
		b.shows("Who are you?")
		b.checkIn("setup-user", looks...)
		if scripts {
			b.fitsSmall("/setup")
		}
		b.fill("first_name", "Mara", "last_name", "Aalto", "email", apitest.Address(), "password", "short", "password_confirmation", "short")
		b.send("form button.pri", http.StatusUnprocessableEntity, "/setup")
		b.fill("password", password, "password_confirmation", password)
		b.send("form button.pri", http.StatusOK, "/")
		b.shows("Hello, Mara", "What do you collect?")
		b.goes(http.StatusOK, "/", navigate(b, "/setup"))
	}
}

// The pages of the first minute are whole in every language, on a phone too.
func TestFirstMinuteSpeaks(t *testing.T) {
	t.Parallel()
	s := newSiteWith(t, apitest.Settings{Registration: "setup", SetupCode: "7K3M-0X91-2HDF-W8ZC"})
	b := s.open(t, true)
	for _, locale := range i18n.Locales {
		b.speak(locale)
		b.fits(locale, "/setup", "/setup?code=7K3M-0X91-2HDF-W8ZC")
	}
}
