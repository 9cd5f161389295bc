package apitest

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/files"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/ratelimit"
)

// Settings are those of a server under test. The zero value limits nothing, logs
// nothing, and has no second factors.
type Settings struct {
	PublicURL           string
	TrustedProxies      []netip.Prefix
	APILimit, AuthLimit int // 0 is no limit
	PageLimit           int
	VisitLimit          int
	Sealer              *identity.Sealer
	Mail                bool           // mails are queued
	Registration        string         // who may register; empty is anybody
	SetupCode           string         // of the first user, where Registration is setup
	Demo                bool           // visitors may try it
	Files               files.Store    // nil is a directory of the test's own
	NoFiles             bool           // keeps none
	Quota               int64          // bytes that an account may store; 0 is no limit
	Keys                *people.KeyUse // nil is one that is never flushed
	Log                 *slog.Logger
	Now                 func() time.Time // of codes and limits
	Trace               func(http.Handler) http.Handler
	Ping                func(context.Context) error
}

const unlimited = 1 << 30

// Build creates what a face is mounted on, as cmd/vitrine does.
func (s Settings) Build(db *postgres.DB, refuse httpserver.Refusal) (*httpserver.Server, *account.Accounts) {
	limiter := ratelimit.New()
	if s.Now != nil {
		limiter.Now = s.Now
	}
	keys := s.Keys
	if keys == nil {
		keys = people.NewKeyUse(db, s.Logger())
	}
	front := httpserver.New(httpserver.Options{PublicURL: s.PublicURL, TrustedProxies: s.TrustedProxies, APILimit: cmp.Or(s.APILimit, unlimited),
		AuthLimit: cmp.Or(s.AuthLimit, unlimited), FileLimit: unlimited, PageLimit: cmp.Or(s.PageLimit, unlimited), VisitLimit: cmp.Or(s.VisitLimit, unlimited), Refuse: refuse, Trace: s.Trace, Ping: s.Ping, Now: s.Now}, db, keys, limiter, s.Logger())
	options := account.Options{Sealer: s.Sealer, Registration: s.Registration, SetupCode: s.SetupCode, Demo: s.Demo, Now: s.Now}
	if s.Mail {
		queue := db.Jobs()
		options.Jobs = queue
	}
	return front, account.New(options, db)
}

// Attachments are those of a face.
func (s Settings) Attachments(t testing.TB) *attachment.Attachments {
	t.Helper()
	if s.Files == nil && !s.NoFiles {
		store, err := files.OpenDirectory(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		s.Files = store
	}
	return attachment.New(attachment.Options{Store: s.Files, Quota: s.Quota}, s.Logger())
}

// Logger is Log, or one that discards everything.
func (s Settings) Logger() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}
