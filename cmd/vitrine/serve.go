package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/config"
	"vitrine/internal/identity"
	"vitrine/internal/metrics"
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
	"vitrine/internal/traces"
)

type serveCommand struct {
	Migrate bool `default:"true" negatable:"" help:"Bring the schema up to date first."`
	Worker  bool `default:"true" negatable:"" help:"Send queued mails too; without it, run vitrine worker somewhere."`
}

// The time a connection may take, so that slow clients cost little.
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
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return err
	}
	if s.Migrate {
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
	if !s.Migrate {
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
	jobs, err := openJobs(e.ctx, c, db, log, s.Worker)
	if err != nil {
		return err
	}
	defer closeJobs(jobs, log)
	return serve(e.ctx, c, log, db, limiter, jobs, tracing)
}

// serve answers requests until ctx ends or the process is told to stop.
func serve(ctx context.Context, c config.Config, log *slog.Logger, db *postgres.DB, limiter *ratelimit.Limiter, jobs *postgres.Jobs, tracing *traces.Traces) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	keys := postgres.NewKeyUse(db, log)
	running.Go(func() { keys.Run(background) })
	running.Go(func() { forgetAnswers(background, db, log) })

	options := api.Options{PublicURL: c.PublicURL, TrustedProxies: c.TrustedProxies, APILimit: c.APILimit, AuthLimit: c.AuthLimit, Version: version,
		Sealer: c.Sealer, Jobs: jobs, Registration: c.Registration}
	if tracing != nil {
		options.Trace = tracing.Route
	}
	handler := api.New(options, db, keys, limiter, identity.NewPwned(c.PwnedPasswordsURL), log)
	seen := metrics.Instance{Version: version, Database: db, Jobs: jobs}
	handler.Measure(&seen)
	hide, err := showMetrics(c, log, seen)
	if err != nil {
		return err
	}
	defer hide()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes, DisableGeneralOptionsHandler: true, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // what only the start needed
	log.Info("serving", "address", listener.Addr().String(), "version", version)

	terminate := make(chan os.Signal, 1)
	signal.Notify(terminate, syscall.SIGTERM)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	drain(handler, terminate, c.DrainDelay, log)
	ending, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	err = server.Shutdown(ending)
	if serving := <-failed; !errors.Is(serving, http.ErrServerClosed) {
		err = errors.Join(err, serving)
	}
	log.Info("stopped")
	return err
}

// drain goes on answering for a while after SIGTERM, unready, so that load
// balancers notice before connections are refused. An interrupt from a keyboard
// does not wait, and a second SIGTERM ends the wait.
func drain(handler *api.Server, terminate <-chan os.Signal, delay time.Duration, log *slog.Logger) {
	handler.Drain()
	select {
	case <-terminate:
	case <-time.After(50 * time.Millisecond): // the context may hear of a signal before the channel does
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
	ctx, cancel := context.WithTimeout(ctx, postgres.MigrationTimeout)
	defer cancel()
	if err := postgres.Migrate(ctx, c.DatabaseURL, c.ServerNumber, log); err != nil {
		return err
	}
	has, _, err := postgres.SchemaVersion(ctx, c.DatabaseURL)
	fmt.Fprintf(out, "The database schema is up to date (version %d).\n", has)
	return err
}

// migrated refuses a schema that is older than the binary: an instance that is
// started before somebody else has migrated must not take requests. A newer one
// is fine, as it is while others are upgraded. It also refuses a database that
// gives ids of another server.
func migrated(ctx context.Context, c config.Config) error {
	has, wants, err := postgres.SchemaVersion(ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("read the schema version (has vitrine migrate been run?): %w", err)
	}
	if has < wants {
		return fmt.Errorf("the schema has version %d of %d: run vitrine migrate first", has, wants)
	}
	return postgres.CheckServer(ctx, c.DatabaseURL, c.ServerNumber)
}
