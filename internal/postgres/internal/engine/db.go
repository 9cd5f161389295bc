// Package engine opens accounts, confirms rights, runs changes with their log entries, reads lists and
// keeps the queue. It knows no resource. The packages beside it hold the SQL of resources; handlers
// cannot import it, so they cannot send SQL. Exported methods of Reader, Writer and Scope are visible
// to handlers through package postgres, so anything that sends SQL or suppresses log entries is a
// function here.
package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/fault"
	"vitrine/internal/share"
)

// Limits on how long a request waits for the database.
const (
	acquireTimeout = time.Second      // for a free connection
	batchTimeout   = 10 * time.Second // for the answer to a batch: a vanished host sends no reset
	cascadeTimeout = 30 * time.Second // for a cascade, and for a transaction of several batches
	trashTimeout   = 11 * time.Minute // for deletions and restores of any size
	connectTimeout = 3 * time.Second
	pingTimeout    = time.Second // for an idle connection to prove that it is alive
)

// patience is how long to wait for the answer to a batch.
func patience(ctx context.Context) time.Duration {
	switch {
	case ctx.Value(lasting{}) != nil:
		return trashTimeout
	case ctx.Value(cascade{}) != nil:
		return cascadeTimeout
	}
	return batchTimeout
}

// lasting marks the context of a request whose client waits longer than others.
type lasting struct{}

// Lasting allows a deletion or a restore the time that its size takes, because collections have no
// limit of items. Unmarked requests have the time of a cascade.
func Lasting(ctx context.Context) context.Context { return context.WithValue(ctx, lasting{}, true) }

// LongestChange is the longest time of such a request.
const LongestChange = trashTimeout + cascadeTimeout

// cascade marks the context of a batch that may take long.
type cascade struct{}

// Slow allows a batch the time of a large cascade.
func Slow(ctx context.Context) context.Context { return context.WithValue(ctx, cascade{}, true) }

// defaultConnections is the size of the pool unless the URL sets pool_max_conns.
const defaultConnections = 16

// ServingRole is assumed by every pooled connection if it exists. It owns no
// table and bypasses no policy, whatever role connects.
const ServingRole = "vitrine_app"

// ApplicationName identifies the connections of the service in PostgreSQL.
const ApplicationName = "vitrine"

// session is set on every connection. Plans are generic: every statement is keyed
// by account, so a plan per value gains nothing and planning costs more than
// running.
var session = map[string]string{
	"application_name":                    ApplicationName,
	"timezone":                            "UTC",
	"statement_timeout":                   "2s", // for reads: a user with slow ones usually sends many
	"lock_timeout":                        "3s",
	"idle_in_transaction_session_timeout": "30s",
	"plan_cache_mode":                     "force_generic_plan",
	"jit":                                 "off", // compiling takes longer than any statement here
	"enable_memoize":                      "off", // looks up each row once anyway; its table is made before the first row, as large as the account
	"enable_sort":                         "off", // makes lists read the index that has their order: sorting suits the average account, but not a large one
}

// DB is a pool of connections under the serving role.
type DB struct {
	pool    *pgxpool.Pool
	opening string        // begins every transaction behind a pooler; otherwise empty
	free    chan struct{} // one per connection except the one reserved for Ping
	seats   *share.Places // at the connections, per user
	turns   *share.Places // of transactions that hold many locks, per account
	photos  gathering     // lookups that share a statement
	jobs    *Jobs
	role    string   // assumed by connections; empty is the connecting role
	replica *replica // nil where there is none
	memory  memory   // cache of computed answers

	counts counts
}

// Option adjusts a DB.
type Option func(*pgxpool.Config)

// Traced reports each statement to the tracer.
func Traced(by pgx.QueryTracer) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.Tracer = by }
}

// Open connects to a migrated database. It refuses a role that bypasses row
// security.
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
	connections := int(max(1, config.MaxConns-1))
	db := &DB{pool: pool, opening: opening, role: role, free: make(chan struct{}, connections), seats: newSeats(connections), turns: newTurns()}
	return db, db.openJobs()
}

// parsed reads the URL and adds defaults for missing settings.
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
	if !strings.Contains(url, "statement_cache_capacity") {
		config.ConnConfig.StatementCacheCapacity = shortStatements
	}
	return config, nil
}

// serving makes connections assume the role; behind a pooler it returns the
// statement that begins every transaction instead.
func serving(config *pgxpool.Config, role string) (opening string) {
	if role != "" {
		config.ConnConfig.RuntimeParams["role"] = role
	}
	if Pooled(config.ConnConfig) {
		opening = putOff(config.ConnConfig.RuntimeParams)
	}
	config.ConnConfig.ConnectTimeout = connectTimeout
	config.AfterConnect = refuseSuperuser
	config.MinIdleConns = 2
	config.MaxConnLifetime, config.MaxConnLifetimeJitter = time.Hour, 10*time.Minute
	config.HealthCheckPeriod, config.PingTimeout = 5*time.Second, pingTimeout
	return opening
}

// Assumable is the condition that a role of pg_roles can be assumed. Membership
// suffices up to PostgreSQL 15; later versions have a privilege for it.
const Assumable = `pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`

// pickRole chooses the role to serve under; "" is the connecting one.
func pickRole(ctx context.Context, config *pgx.ConnConfig) (string, error) {
	config.ConnectTimeout = connectTimeout
	behindPooler := Pooled(config)
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
		select exists (select from pg_roles where rolname = $1 and `+Assumable+`),
		       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user),
		       current_user`, ServingRole).Scan(&serves, &bypasses, &user)
	switch {
	case err != nil:
		return "", err
	case bypasses && behindPooler:
		return "", fmt.Errorf("the role %q bypasses row security, and a pooler keeps no other: connect as a role that is neither superuser nor bypassrls", user)
	case serves:
		return ServingRole, nil
	case bypasses:
		return "", fmt.Errorf("the role %q bypasses row security and cannot become %s: run vitrine migrate, or connect as a role that is neither superuser nor bypassrls", user, ServingRole)
	}
	return "", nil
}

// refuseSuperuser checks the role that the server reports for a new connection: a pooler may have
// dropped the requested one.
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

// Ping reports whether the database answers within a second, even if the pool is
// busy.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return Translate(db.pool.Ping(ctx))
}

// send sends a batch in one round trip, as one transaction.
func (db *DB) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	return db.connected(ctx, patience(ctx), func(ctx context.Context, conn *pgxpool.Conn) error {
		b, read := withOpening(db.opening, b, read)
		return sent(ctx, conn.Conn(), b, read)
	})
}

// query runs one statement as a transaction of its own.
func (db *DB) query(ctx context.Context, sql string, args []any, read func(pgx.Rows) error) error {
	return db.connected(ctx, patience(ctx), func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := prepare(ctx, conn.Conn(), sql); err != nil {
			return Translate(err)
		}
		found, err := conn.Query(ctx, sql, args...)
		if err == nil {
			err = read(found)
		}
		outdated(ctx, conn.Conn(), err)
		return Translate(err)
	})
}

// connected lends a connection. A client that hangs up does not cancel the statement: replacing the
// connection costs more than finishing. A user gets no more than their share.
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

// queue waits briefly for a free connection and reports whether there is one.
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
