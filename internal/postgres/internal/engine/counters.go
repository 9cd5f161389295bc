package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Connections are figures about this instance's connections since the start.
type Connections struct {
	Max, Acquired, Idle           int32
	Waits, Timeouts               int64         // for a free connection
	Waited                        time.Duration // in total
	UserWaits, UserRefusals       int64         // for connections of the same user
	CarefulRetries, ChangeRetries int64
	Replica                       *ReplicaReads // nil where there is none
}

// ReplicaReads counts lists read from the replica, and from the primary because
// the replica was behind or had failed.
type ReplicaReads struct{ Served, Behind, Failed int64 }

// counts are the figures that the pool keeps.
type counts struct {
	waits, waited, timeouts, carefulRetries, changeRetries atomic.Int64
}

// Connections returns the figures without asking the database.
func (db *DB) Connections() Connections {
	s := db.pool.Stat()
	var reads *ReplicaReads
	if r := db.replica; r != nil {
		reads = &ReplicaReads{r.served.Load(), r.behind.Load(), r.failed.Load()}
	}
	return Connections{Replica: reads, Max: s.MaxConns(), Acquired: s.AcquiredConns(), Idle: s.IdleConns(),
		Waits: db.counts.waits.Load(), Timeouts: db.counts.timeouts.Load(), Waited: time.Duration(db.counts.waited.Load()),
		UserWaits: db.seats.Waits(), UserRefusals: db.seats.Refusals(),
		CarefulRetries: db.counts.carefulRetries.Load(), ChangeRetries: db.counts.changeRetries.Load()}
}

// State describes the queue and the replicas.
type State struct {
	Jobs      []QueuedJobs
	OldestJob time.Duration // due and waiting
	Replicas  []Replica
}

// QueuedJobs is the number of jobs in a state.
type QueuedJobs struct {
	State string
	Jobs  int64
}

// Replica is a server that follows this one.
type Replica struct {
	Name    string
	Seconds float64 // between a change here and there
	Bytes   int64   // yet to be applied
}

const (
	queuedJobs = `
		select s.state, (select count(*) from river_job j where j.state = s.state) as jobs
		from unnest('{available,running,retryable,scheduled,discarded}'::river_job_state[]) s(state)`
	oldestJob = `
		select coalesce(extract(epoch from now() - min(scheduled_at)), 0)::float8 as seconds
		from river_job where state = 'available' and scheduled_at < now()`
	// Positions are visible only to roles that may read all statistics; others
	// see no replicas.
	replicas = `
		select coalesce(nullif(application_name, ''), pid::text) as name, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds,
			pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, replay_lsn)::bigint as bytes
		from pg_stat_replication where replay_lsn is not null`
)

// State asks the database in one round trip. It does not queue for a connection
// with requests, and waits as long as ctx allows.
func (db *DB) State(ctx context.Context) (s State, err error) {
	b := &pgx.Batch{}
	b.Queue(queuedJobs)
	b.Queue(oldestJob)
	b.Queue(replicas)
	err = finish(db.pool.SendBatch(ctx, b), func(answers pgx.BatchResults) (err error) {
		if s.Jobs, err = Rows[QueuedJobs](answers); err != nil {
			return err
		}
		oldest, err := Last[struct{ Seconds float64 }](answers, 1)
		if err != nil {
			return err
		}
		s.OldestJob = time.Duration(oldest.Seconds * float64(time.Second))
		s.Replicas, err = Rows[Replica](answers)
		return err
	})
	return s, err
}

// ServesAs reports the role that statements run as, and whether it bypasses row
// security.
func (db *DB) ServesAs(ctx context.Context) (role string, bypasses bool, err error) {
	b := &pgx.Batch{}
	b.Queue(`select rolname, rolsuper or rolbypassrls from pg_roles where rolname = current_user`)
	err = db.send(ctx, b, func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&role, &bypasses) })
	return role, bypasses, err
}
