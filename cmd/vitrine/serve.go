package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/account"
	"vitrine/internal/api"
	"vitrine/internal/aside"
	"vitrine/internal/attachment"
	"vitrine/internal/config"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/metrics"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
	"vitrine/internal/ratelimit"
	"vitrine/internal/subpath"
	"vitrine/internal/traces"
	"vitrine/internal/web"
	"vitrine/internal/web/exchange"
	"vitrine/internal/web/locations"
	"vitrine/internal/web/page"
	"vitrine/internal/web/settings"
)

type serveCommand struct {
	NoMigrate bool
	NoWorker  bool
}

func serveCommands(e *environment) *cobra.Command {
	s := new(serveCommand)
	c := command(e, s, "serve [--no-migrate] [--no-worker]", "Migrate the database and serve the API.")
	c.Flags().BoolVar(&s.NoMigrate, "no-migrate", false, "Do not bring the schema up to date first.")
	c.Flags().BoolVar(&s.NoWorker, "no-worker", false, "Send no queued mails, work on no imports, sweep no files and read no exchange rates; run vitrine worker and, daily, vitrine sweep and vitrine rates somewhere.")
	return c
}

// Limits on connections, so that slow clients cost little.
const (
	headerTimeout   = 5 * time.Second
	readTimeout     = 15 * time.Second
	writeTimeout    = 40 * time.Second // longer than the longest statement
	idleTimeout     = 60 * time.Second
	shutdownTimeout = 25 * time.Second
	tracesTimeout   = 3 * time.Second
	maxHeaderBytes  = 32 << 10
)

func (s serveCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	if err := web.CheckSubpath(subpath.Of(c.PublicURL)); err != nil {
		return err
	}
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return err
	}
	if !s.NoMigrate {
		if err := migrate(e.ctx, c, log, io.Discard); err != nil {
			return fmt.Errorf("migrate the database: %w", err)
		}
	}
	tracing, err := openTraces(e.ctx, c, log)
	if err != nil {
		return err
	}
	defer closeTraces(tracing, log)
	db, err := postgres.Open(e.ctx, c.DatabaseURL, traced(tracing)...)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	if s.NoMigrate {
		if err := migrated(e.ctx, c); err != nil {
			return err
		}
	}
	if c.ReplicaURL != "" {
		if err := db.ReadFrom(e.ctx, c.ReplicaURL, log, traced(tracing)...); err != nil {
			return err
		}
	}
	limiter, err := newLimiter(c, log)
	if err != nil {
		return err
	}
	defer limiter.Close()
	attachments, err := operator.OpenAttachments(c, log)
	if err != nil {
		return err
	}
	queue, workers, err := openJobs(e.ctx, c, db, attachments, log, !s.NoWorker)
	if err != nil {
		return err
	}
	defer closeWorkers(workers, log)
	seen := metrics.Instance{Version: version, Database: db}
	if workers != nil {
		seen.Attempts = workers.Attempts
	}
	return serve(e, c, log, db, limiter, queue, attachments, tracing, seen, !s.NoWorker)
}

// serve answers requests until the process is stopped.
func serve(e *environment, c config.Config, log *slog.Logger, db *postgres.DB, limiter *ratelimit.Limiter, jobs *postgres.Jobs, attachments *attachment.Attachments, tracing *traces.Traces, seen metrics.Instance, work bool) error {
	background, stop := context.WithCancel(context.WithoutCancel(e.ctx))
	keys := people.NewKeyUse(db, log)
	defer aside.Go(background, log, "noting when keys are used", keys.Run)()
	defer aside.Go(background, log, "deleting old answers", func(ctx context.Context) { forgetAnswers(ctx, db, log) })()

	front := newServer(c, db, keys, limiter, tracing, log)
	accounts := account.New(account.Options{Sealer: c.Sealer, Jobs: jobs, Pwned: identity.NewPwned(c.PwnedPasswordsURL), Registration: c.Registration, Demo: c.Demo, SetupCode: c.SetupCode,
		Forget: func(ctx context.Context, account int64) { attachments.Forget(ctx, inventory.Files{DB: db}, account) }}, db)
	if work {
		defer aside.Go(background, log, "sweeping the files", func(ctx context.Context) { sweepDaily(ctx, attachments, db, log) })()
		defer aside.Go(background, log, "reading exchange rates", func(ctx context.Context) { readRatesDaily(ctx, c.Rates, db, log) })()
	}
	if c.Demo {
		defer aside.Go(background, log, "ending trials", func(ctx context.Context) { endTrials(ctx, accounts, log) })()
	}
	defer stop() // before they are waited for
	service := api.New(front, accounts, attachments, version, log)
	pages := web.New(front, accounts, attachments, log)
	exchange.ShareLists(pages, service.Lists())
	fonts, err := openFonts(c)
	if err != nil {
		return err
	}
	locations.UseFonts(pages, fonts)
	if c.SMTPURL != "" {
		settings.UseMail(pages, func(ctx context.Context) error { return operator.TryMail(ctx, c) })
	}
	service.UseFonts(fonts)
	front.RefuseBy(faces(pages))
	front.Measure(&seen)
	seen.Hasher, seen.Store, seen.Pictures = accounts.Hasher, attachments.Observed(), attachments.Waiting
	hide, err := showMetrics(c, log, seen)
	if err != nil {
		return err
	}
	defer hide()
	server := &http.Server{Handler: front, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes, DisableGeneralOptionsHandler: true, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	listener, err := listen(c)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // needed only at the start
	log.Info("serving", "address", listener.Addr().String(), "version", version)
	if err := announce(e, c, log, accounts, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}

	terminate := make(chan os.Signal, 1)
	signal.Notify(terminate, syscall.SIGTERM)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-e.ctx.Done():
	}
	drain(front, terminate, c.DrainDelay, log)
	ending, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	err = server.Shutdown(ending)
	if serving := <-failed; !errors.Is(serving, http.ErrServerClosed) {
		err = errors.Join(err, serving)
	}
	log.Info("stopped")
	return err
}

// newServer is the HTTP server on which the API is mounted.
func newServer(c config.Config, db *postgres.DB, keys *people.KeyUse, limiter *ratelimit.Limiter, tracing *traces.Traces, log *slog.Logger) *httpserver.Server {
	options := httpserver.Options{PublicURL: c.PublicURL, TrustedProxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins,
		APILimit: c.APILimit, AuthLimit: c.AuthLimit, FileLimit: c.FileLimit, PageLimit: c.PageLimit, VisitLimit: c.VisitLimit, Refuse: api.Refuse}
	if tracing != nil {
		options.Trace = tracing.Route
	}
	return httpserver.New(options, db, keys, limiter, log)
}

// faces answers what reaches no route in the manner of who asks: a page to a browser,
// JSON to a program.
func faces(pages *page.Web) httpserver.Refusal {
	return func(w http.ResponseWriter, r *http.Request, status int) {
		if !strings.HasPrefix(r.URL.Path, "/api/") && strings.Contains(r.Header.Get("Accept"), "text/html") {
			pages.Refuse(w, r, status)
			return
		}
		api.Refuse(w, r, status)
	}
}

// drain goes on answering for a while after SIGTERM, unready, so that load
// balancers notice before connections are refused. An interrupt from a keyboard
// skips the wait, and a second SIGTERM ends it.
func drain(front *httpserver.Server, terminate <-chan os.Signal, delay time.Duration, log *slog.Logger) {
	front.Drain()
	select {
	case <-terminate:
	case <-time.After(50 * time.Millisecond): // the context may receive a signal before the channel does
		return
	}
	log.Info("draining", "delay", delay.String())
	select {
	case <-terminate:
	case <-time.After(delay):
	}
}

func newLimiter(c config.Config, log *slog.Logger) (*ratelimit.Limiter, error) {
	if c.RedisURL == "" {
		return ratelimit.New(), nil
	}
	return ratelimit.NewShared(c.RedisURL, log)
}

func migrate(ctx context.Context, c config.Config, log *slog.Logger, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, admin.MigrationTimeout)
	defer cancel()
	if err := admin.Migrate(ctx, c.DatabaseURL, c.ServerNumber, log); err != nil {
		return err
	}
	has, _, err := admin.SchemaVersion(ctx, c.DatabaseURL)
	fmt.Fprintf(out, "The database schema is up to date (version %d).\n", has)
	return err
}

// migrated refuses a schema older than the binary: an instance started before the
// migration must not serve. A newer one is fine, as during upgrades. It also
// refuses a database that gives ids of another server.
func migrated(ctx context.Context, c config.Config) error {
	if err := operator.UpToDate(ctx, c); err != nil {
		return err
	}
	return admin.CheckServer(ctx, c.DatabaseURL, c.ServerNumber)
}
