// Package postgres is the only place with SQL. It hands out Readers and Writers
// that already belong to one account; nothing else reaches the database.
//
// A resource is one file: what it selects, and its methods on Reader and
// Writer. What is asked before an account is known stands in door.go.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/fault"
)

// The time a request may spend waiting for the database, step by step.
const (
	acquireTimeout = time.Second      // for a free connection
	batchTimeout   = 10 * time.Second // for the answer to what is sent at once: a database that falls silent says no goodbye
	cascadeTimeout = 30 * time.Second // the same, and for a transaction of several batches
	connectTimeout = 3 * time.Second
	pingTimeout    = time.Second // for a connection that was idle to show that it lives
)

// patience is how long to wait for the answer to a batch.
func patience(ctx context.Context) time.Duration {
	if ctx.Value(cascade{}) != nil {
		return cascadeTimeout
	}
	return batchTimeout
}

// cascade marks the context of a batch that may take long.
type cascade struct{}

// defaultConnections is the size of the pool unless the URL says otherwise, by
// pool_max_conns.
const defaultConnections = 16

// servingRole is assumed by every pooled connection where it exists: it owns no
// table and bypasses no policy, whoever the connection string belongs to.
const servingRole = "vitrine_app"

// session is set on every connection. Plans are generic: every statement is
// keyed by account, so a plan per value has nothing to gain and planning costs
// more than running.
var session = map[string]string{
	"application_name":                    "vitrine",
	"timezone":                            "UTC",
	"statement_timeout":                   "2s", // for reads: a user who asks for slow ones asks for many
	"lock_timeout":                        "3s",
	"idle_in_transaction_session_timeout": "30s",
	"plan_cache_mode":                     "force_generic_plan",
	"jit":                                 "off", // compiling takes longer than any statement here
	"enable_sort":                         "off", // where an index has the order of a list it is read from there: the average account is small enough to be sorted, a large one is not
}

// DB is a pool of connections under the serving role.
type DB struct {
	pool    *pgxpool.Pool
	opening string        // what every transaction begins with, behind a pooler; else empty
	free    chan struct{} // one for each connection but one, which is left for Ping; waiting for it has a limit of its own
	shares  *shares       // of the connections, by user
	jobs    *Jobs         // nil where no mail is sent
	role    string        // that connections take; empty is the connecting one
	replica *replica      // nil where there is none

	counts counts
}

// Option is something about a DB that is not usual.
type Option func(*pgxpool.Config)

// Traced tells somebody of every statement.
func Traced(by pgx.QueryTracer) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.Tracer = by }
}

// Open connects to a migrated database. It refuses a role that row security
// does not hold for.
func Open(ctx context.Context, url string, options ...Option) (*DB, error) {
	config, err := parsed(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	role, err := pickRole(ctx, config.ConnConfig.Copy())
	if err != nil {
		return nil, err
	}
	return open(ctx, config, role, options)
}

func open(ctx context.Context, config *pgxpool.Config, role string, options []Option) (*DB, error) {
	opening := serving(config, role)
	for _, set := range options {
		set(config)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &DB{pool: pool, opening: opening, role: role, free: make(chan struct{}, max(1, config.MaxConns-1)), shares: newShares()}, nil
}

// parsed is what a URL says of connections, and what we say where it does not.
func parsed(url string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	for name, value := range session {
		if _, given := config.ConnConfig.RuntimeParams[name]; !given {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = defaultConnections
	}
	return config, nil
}

// serving makes connections those of a role; the opening is what transactions
// begin with, behind a pooler.
func serving(config *pgxpool.Config, role string) (opening string) {
	if role != "" {
		config.ConnConfig.RuntimeParams["role"] = role
	}
	if pooled(config.ConnConfig) {
		opening = putOff(config.ConnConfig.RuntimeParams)
	}
	config.ConnConfig.ConnectTimeout = connectTimeout
	config.AfterConnect = refuseSuperuser
	config.MinIdleConns = 2
	config.MaxConnLifetime, config.MaxConnLifetimeJitter = time.Hour, 10*time.Minute
	config.HealthCheckPeriod, config.PingTimeout = 5*time.Second, pingTimeout
	return opening
}

// assumable tells whether a row of pg_roles can be assumed. To be a member is
// enough until PostgreSQL 15; then it is a right of its own.
const assumable = `pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`

// pickRole finds out under which role to serve: "" is the connecting one.
func pickRole(ctx context.Context, config *pgx.ConnConfig) (string, error) {
	config.ConnectTimeout = connectTimeout
	behindPooler := pooled(config)
	if behindPooler {
		putOff(config.RuntimeParams)
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return "", advised(err)
	}
	defer conn.Close(ctx)
	var serves, bypasses bool
	var user string
	err = conn.QueryRow(ctx, `
		select exists (select from pg_roles where rolname = $1 and `+assumable+`),
		       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user),
		       current_user`, servingRole).Scan(&serves, &bypasses, &user)
	switch {
	case err != nil:
		return "", err
	case bypasses && behindPooler:
		return "", fmt.Errorf("the role %q bypasses row security, and a pooler keeps no other: connect as a role that is neither superuser nor bypassrls", user)
	case serves:
		return servingRole, nil
	case bypasses:
		return "", fmt.Errorf("the role %q bypasses row security and cannot become %s: run vitrine migrate, or connect as a role that is neither superuser nor bypassrls", user, servingRole)
	}
	return "", nil
}

// refuseSuperuser looks at what the server said of a new connection: a pooler
// in between may have dropped the role that was asked for.
func refuseSuperuser(_ context.Context, conn *pgx.Conn) error {
	if conn.PgConn().ParameterStatus("is_superuser") == "on" {
		return errors.New("the connection is a superuser's, which row security does not hold for: does a pooler drop the startup parameter role?")
	}
	return nil
}

// Close waits for running statements and closes all connections.
func (db *DB) Close() {
	db.pool.Close()
	if db.replica != nil {
		db.replica.Close()
	}
}

// Ping tells whether the database answers within a second, however many wait
// for it.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return translate(db.pool.Ping(ctx))
}

// send sends everything in one round trip, as one transaction.
func (db *DB) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	return db.connected(ctx, patience(ctx), func(ctx context.Context, conn *pgxpool.Conn) error {
		b, read := withOpening(db.opening, b, read)
		return finish(conn.SendBatch(ctx, b), read)
	})
}

// query runs one statement, which is a transaction of its own.
func (db *DB) query(ctx context.Context, sql string, args []any, read func(pgx.Rows) error) error {
	return db.connected(ctx, patience(ctx), func(ctx context.Context, conn *pgxpool.Conn) error {
		found, err := conn.Query(ctx, sql, args...)
		if err == nil {
			err = read(found)
		}
		return translate(err)
	})
}

// finish reads the answers to a batch. What a batch did is certain only when it
// is closed: constraints may wait until the end.
func finish(answers pgx.BatchResults, read func(pgx.BatchResults) error) error {
	err := read(answers)
	if closing := answers.Close(); err == nil || errors.Is(err, pgx.ErrNoRows) && closing != nil {
		err = errors.Join(closing, err)
	}
	return translate(err)
}

// connected lends a connection. A client that hangs up does not end what is
// under way: the connection it would cost is worth more than the rest of a
// short statement. A user gets no more than their share.
func (db *DB) connected(ctx context.Context, limit time.Duration, fn func(context.Context, *pgxpool.Conn) error) error {
	seat := seatOf(ctx)
	if err := db.take(seat); err != nil {
		return err
	}
	defer db.give(seat)
	if !db.queue() {
		return &fault.Unavailable{After: time.Second, Cause: errors.New("no connection became free")}
	}
	defer func() { <-db.free }()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return &fault.Unavailable{After: time.Second, Cause: err}
	}
	defer conn.Release()
	return fn(ctx, conn)
}

// queue waits for a free connection, but not for long; it tells whether there is
// one.
func (db *DB) queue() bool {
	select {
	case db.free <- struct{}{}:
		return true
	default:
	}
	began, wait := time.Now(), time.NewTimer(acquireTimeout)
	defer func() {
		wait.Stop()
		db.counts.waits.Add(1)
		db.counts.waited.Add(int64(time.Since(began)))
	}()
	select {
	case db.free <- struct{}{}:
		return true
	case <-wait.C:
		db.counts.timeouts.Add(1)
		return false
	}
}
