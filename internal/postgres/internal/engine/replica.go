package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/fault"
)

// replica is a slightly delayed copy of the database. It answers lists of
// accounts whose changes it has all applied; the primary answers everything else,
// and always identifies the caller.
type replica struct {
	*DB
	log     *slog.Logger
	resting atomic.Int64 // until when it is not asked, Unix nanoseconds; 0 while it answers

	served, behind, failed atomic.Int64
}

const (
	replicaTimeout = 2 * time.Second // for an answer; the primary can still give one
	replicaRest    = time.Second     // after a failure
)

// ReadFrom lets lists be read from a replica that is up to date. The replica need
// not be running.
func (db *DB) ReadFrom(ctx context.Context, url string, log *slog.Logger, options ...Option) error {
	config, err := parsed(url)
	if err != nil {
		return fmt.Errorf("DATABASE_REPLICA_URL: %w", err)
	}
	other, err := open(ctx, config, db.role, options)
	if err != nil {
		return err
	}
	db.replica = &replica{DB: other, log: log}
	return nil
}

// Progress measures how far a server has applied the changes of an account: the
// number of log entries by user and slot. Writers to one slot wait for each
// other, so equal counts in every slot mean the same changes and not only as
// many.
const Progress = `select coalesce(array_agg((parent_id, slot, n) order by parent_id, slot)::text, '') from totals where account_id = $1 and list = 'logs'`

var errBehind = errors.New("the replica does not have every change")

// fromReplica reads a list from the replica if it has every change that the
// account had when the primary confirmed the caller. Otherwise the list is to be
// read from the primary.
func (r Reader) fromReplica(ctx context.Context, queue func(*pgx.Batch), read func(pgx.BatchResults) error) (done bool, err error) {
	db, pool := r.via.(*DB)
	if !pool || db.replica == nil || r.access.pass != nil || !db.replica.awake() { // visitors lose access at once
		return false, nil
	}
	var wanted, has string
	if err := Ask(ctx, r, func(b *pgx.Batch) { b.Queue(Progress, r.account) }, func(answers pgx.BatchResults) error {
		return answers.QueryRow().Scan(&wanted)
	}); err != nil {
		return true, err
	}
	b := &pgx.Batch{}
	b.Queue(toRead, FormatID(r.account))
	b.Queue(Progress, r.account)
	queue(b)
	return db.replica.judge(db.replica.send(ctx, b, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		if err := answers.QueryRow().Scan(&has); err != nil {
			return err
		}
		if has != wanted {
			return errBehind
		}
		return read(answers)
	}))
}

func (p *replica) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	return p.connected(ctx, replicaTimeout, func(ctx context.Context, conn *pgxpool.Conn) error {
		b, read := withOpening(p.opening, b, read)
		return sent(ctx, conn.Conn(), b, read)
	})
}

// awake reports whether to ask the replica. After a failure and a pause, one request tries.
func (p *replica) awake() bool {
	until, now := p.resting.Load(), time.Now()
	return until == 0 || until <= now.UnixNano() && p.resting.CompareAndSwap(until, now.Add(replicaRest).UnixNano())
}

// judge reports whether an answer counts. A failure sends this request, and for a while all others, to
// the primary.
func (p *replica) judge(err error) (done bool, _ error) {
	done = err == nil || errors.Is(err, fault.ErrNotFound)
	if !done && !errors.Is(err, errBehind) {
		if p.resting.Swap(time.Now().Add(replicaRest).UnixNano()) == 0 {
			p.log.Warn("the replica does not answer; lists are read from the primary", "error", err)
		}
		p.failed.Add(1)
		return false, nil
	}
	if p.resting.Load() != 0 && p.resting.Swap(0) != 0 {
		p.log.Info("the replica is back")
	}
	if !done {
		p.behind.Add(1)
		return false, nil
	}
	p.served.Add(1)
	return true, err
}
