// Package browser walks through the pages with a real browser, as collectors do:
// wide and narrow, light and dark, with and without scripts. The server, its
// database, its queue and the conversation with a mail server are real.
package browser

import (
	"net/http"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/web"
)

// site is a server with pages and API, and the postbox that its mails go to.
type site struct {
	*apitest.Harness
	box *postbox
}

// newSite starts a server that ends with the test. Tests share only the browser, so
// they run beside each other: one waits while another paints.
func newSite(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	return newSiteWith(t, apitest.Settings{})
}

// newSiteWith is newSite of a service with other settings; the test says itself whether others run beside it.
func newSiteWith(t *testing.T, with apitest.Settings) *site {
	t.Helper()
	s := &site{box: newPostbox(t)}
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	with.Sealer, with.Mail, with.Files = apitest.Sealer(t), true, store
	attachments := with.Attachments(t)
	s.Harness = apitest.New(t, func(db *postgres.DB) http.Handler {
		front, accounts := with.Build(db, api.Refuse)
		api.New(front, accounts, attachments, "test", with.Logger())
		front.RefuseBy(web.New(front, accounts, attachments, with.Logger()).Refuse)
		return front
	})
	sender, err := mail.NewSender("smtp://"+s.box.address+"?starttls=off", "Vitrine <vitrine@example.org>")
	if err != nil {
		t.Fatal(err)
	}
	workers, err := jobs.Start(t.Context(), s.DB, jobs.Options{Send: sender.Send, Log: with.Logger(), Files: attachments})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = workers.Close(t.Context()) }) // its context is cancelled by then
	return s
}

const password = "seven-purple-teapots"

// enrol gives the user of a token a second factor and returns its secret.
func enrol(t *testing.T, p *apitest.Person) (secret string, recovery []any) {
	t.Helper()
	begun := p.Send(t, "POST", "/api/me/two-factor", apitest.M{"password": apitest.Password}).Want(t, http.StatusOK)
	secret, _ = begun.Dig(t, "data.attributes.secret").(string)
	done := p.Send(t, "POST", "/api/me/two-factor/confirm", apitest.M{"code": apitest.CodeAt(t, secret, earlier())}).Want(t, http.StatusOK)
	recovery, _ = done.Dig(t, "data.attributes.recovery_codes").([]any)
	if len(recovery) != identity.RecoveryCodes {
		t.Fatalf("%d recovery codes", len(recovery))
	}
	return secret, recovery
}
