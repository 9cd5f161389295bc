// Package postgres is what other packages see of the database: how to open it, and how a caller reads
// and changes an account. A Scope is a caller's account. It gives Readers and Writers to the functions
// of the packages below; nothing else reaches the database.
package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// The database and its options.
type (
	DB     = engine.DB
	Option = engine.Option
)

func Open(ctx context.Context, url string, options ...Option) (*DB, error) {
	return engine.Open(ctx, url, options...)
}

// Traced reports each statement to the tracer.
func Traced(by pgx.QueryTracer) Option { return engine.Traced(by) }

// How a caller gets access.
type (
	Access  = engine.Access
	Secrets = engine.Secrets
	Pass    = engine.Pass
)

// ByToken is access with a key.
func ByToken(hash []byte, actor identity.Actor) Access { return engine.ByToken(hash, actor) }

// ByProof is access with a password just proved, and a code where there is a second factor.
func ByProof(actor identity.Actor, shown Secrets) Access { return engine.ByProof(actor, shown) }

// ByOperator is the access of the operator and of the service itself.
func ByOperator(actor identity.Actor) Access { return engine.ByOperator(actor) }

// ByMember is the access of the service for a user who started something.
func ByMember(actor identity.Actor) Access { return engine.ByMember(actor) }

// ByShareToken is the pass of a share link.
func ByShareToken(hash []byte) Pass { return engine.ByShareToken(hash) }

// ByAddress is the pass of a public collection.
func ByAddress(uuid string) Pass { return engine.ByAddress(uuid) }

// Readers and writers of an account.
type (
	Scope    = engine.Scope
	Reader   = engine.Reader
	Writer   = engine.Writer
	Sharer   = engine.Sharer
	Own      = engine.Own
	Manager  = engine.Manager
	Leaver   = engine.Leaver
	Fetcher  = engine.Fetcher
	Proposer = engine.Proposer
	Changer  = engine.Changer
)

// Change lets fn make one change; the action names it in the log.
func Change[C Changer](ctx context.Context, s Scope, action catalog.Action, fn func(C) error) error {
	return engine.Change(ctx, s, action, fn)
}

// Trashed is the trash entry that a deletion has made.
func Trashed(w Writer) int64 { return engine.Trashed(w) }

// LongestChange is how long a Lasting request takes at most.
const LongestChange time.Duration = engine.LongestChange

// Lasting allows a deletion or a restore the time that its size takes.
func Lasting(ctx context.Context) context.Context { return engine.Lasting(ctx) }

// Stored answers, and jobs.
type (
	Key  = engine.Key
	Job  = engine.Job
	Jobs = engine.Jobs
)

var (
	// ErrRefused means that the database did not confirm the caller.
	ErrRefused = engine.ErrRefused
	// ErrTwin means that the same request is under way.
	ErrTwin = engine.ErrTwin
)
