package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// Writer changes an account. Functions that take one send everything for a change, with its log entry,
// in one round trip and one transaction.
type Writer struct{ *Edit }

// Sharer shares a part of the catalogue with people without an account.
type Sharer struct{ *Edit }

// Own changes a user's own data, whatever their role: profile and keys.
type Own struct{ *Edit }

// Manager changes who belongs to the account.
type Manager struct{ *Edit }

// Leaver revokes the key in use, which every key may.
type Leaver struct{ *Edit }

// Fetcher downloads what every member may read, with a log entry.
type Fetcher struct{ *Edit }

// Proposer suggests changes, which every member may.
type Proposer struct{ *Edit }

// Changer is a kind of writer. Each needs its own right.
type Changer interface {
	Writer | Sharer | Own | Manager | Leaver | Fetcher | Proposer
	needs() identity.Right
}

func (Writer) needs() identity.Right   { return identity.Edit }
func (Sharer) needs() identity.Right   { return identity.Share }
func (Own) needs() identity.Right      { return identity.Own }
func (Manager) needs() identity.Right  { return identity.Manage }
func (Leaver) needs() identity.Right   { return identity.Leave }
func (Fetcher) needs() identity.Right  { return identity.Fetch }
func (Proposer) needs() identity.Right { return identity.Propose }

// Edit is a change in progress: its caller, its action and the statements to
// send.
type Edit struct {
	Reader
	action catalog.Action
	batch  *pgx.Batch
	then   pgx.Batch // follows the change of a record, before its log entry
	locks  []string  // taken by FirstOnce
	logged bool
	quiet  bool
	trash  trashing
	jobs   []Job
}

// attempts limits how often a conflicting change is tried.
const attempts = 4

// Change lets fn make one change, by itself or as a part of a careful transaction. The action names it
// in the log. It is ErrNotFound if role or key do not permit it, also if the right was lost meanwhile.
func Change[C Changer](ctx context.Context, s Scope, action catalog.Action, fn func(C) error) (err error) {
	var with C
	right := with.needs()
	if !right.Allows(s.Actor) {
		return fault.ErrNotFound
	}
	try := func() error {
		c := &Edit{Reader: ReaderOf(s, right), action: action, batch: &pgx.Batch{}}
		if s.within != nil {
			First(c, `select set_config('app.item_changes', '', true)`) // resets those of a change before
		}
		return c.entered(fn(C(Writer{c})))
	}
	if s.within != nil { // the whole transaction is retried
		return try()
	}
	for attempt := range attempts {
		if err = try(); !clash(err) {
			break
		}
		s.db.counts.changeRetries.Add(1)
		// The winner needs a moment to take its locks; an immediate retry would collide again.
		time.Sleep(time.Duration(10+rand.IntN(40*(1+attempt))) * time.Millisecond)
	}
	return err
}

// First queues a statement, usually a lock, to run before the change. A statement
// sees what was committed before it began, so the change sees what the previous
// holder of the lock did.
func First(c *Edit, sql string, args ...any) { c.batch.Queue(sql, args...) }

// OneAtATime serialises changes to the tree of locations, the owners of an account or the order of a
// list: two changes that are harmless alone can together close a circle, or leave no owner. It writes
// the row instead of only locking it, so that a careful change, which works on a snapshot, conflicts
// with earlier ones and is retried.
const OneAtATime = `update accounts set name = name where id = $1`

// Slowly allows a change the time of a large cascade.
func Slowly(ctx context.Context, c *Edit) context.Context {
	First(c, `select set_config('statement_timeout', '25s', true)`)
	return Slow(ctx)
}

// AtLength allows a change the time of the trash, if the request is Lasting. Requests that wait for
// its locks still time out after 3 s with 503, so that they do not hold connections.
func AtLength(ctx context.Context, c *Edit) context.Context {
	if ctx.Value(lasting{}) == nil {
		return Slowly(ctx, c)
	}
	First(c, `select set_config('statement_timeout', '10min', true)`)
	return ctx
}

// Unchanged declares that nothing was changed, so nothing is logged.
func Unchanged(c *Edit) { c.quiet = true }

// Apply runs a changing statement, which returns the changed row, together with
// its audit entry. The note is SQL over that row. Without a
// changed row there is no entry, and the answer is ErrNotFound.
func Apply[T any](ctx context.Context, c *Edit, n Note, sql string, args ...any) (T, error) {
	return ApplySteps[T](ctx, c, n, `with changed as (`+sql+`)`, args...)
}

// ApplySteps is Apply for a change of several statements: it begins with "with"
// and calls the one that returns the row changed.
func ApplySteps[T any](ctx context.Context, c *Edit, n Note, sql string, args ...any) (T, error) {
	sql, args = WithEntry(c, n, sql, args)
	return Written[T](ctx, c, sql, args...)
}

// ApplyMany is ApplySteps for a change of several rows, each with its entry. It returns their number.
func ApplyMany(ctx context.Context, c *Edit, n Note, sql string, args ...any) (rows int64, err error) {
	sql, args = WithEntry(c, n, sql, args)
	c.batch.Queue(sql, args...)
	err = c.sent(ctx, func(answers pgx.BatchResults) error {
		n := c.batch.Len()
		if c.trash.asked {
			if err := c.trashedFirst(answers); err != nil {
				return err
			}
			n -= c.trash.at + 1
		}
		for range n {
			tag, err := answers.Exec()
			if err != nil {
				return err
			}
			rows = tag.RowsAffected()
		}
		return nil
	})
	return rows, err
}

// Written runs a statement that leaves no audit entry.
func Written[T any](ctx context.Context, c *Edit, sql string, args ...any) (T, error) {
	return WrittenFor(ctx, c, func(T) {}, sql, args...)
}

// WrittenFor is Written for jobs that depend on the row: then gets it before they are queued.
func WrittenFor[T any](ctx context.Context, c *Edit, then func(T), sql string, args ...any) (done T, err error) {
	c.batch.Queue(sql, args...)
	err = c.sent(ctx, func(answers pgx.BatchResults) (err error) {
		n := c.batch.Len()
		if c.trash.asked {
			if err = c.trashedFirst(answers); err != nil {
				return err
			}
			n -= c.trash.at + 1
		}
		if done, err = Last[T](answers, n); err == nil {
			then(done)
		}
		return err
	})
	return done, err
}

// Unlogged is a change that has no audit entry.
func Unlogged(r Reader) *Edit { return &Edit{Reader: r, batch: &pgx.Batch{}} }

// FirstOnce is First for a lock that a change takes only once.
func FirstOnce(c *Edit, sql string, args ...any) {
	lock := fmt.Sprint(sql, args)
	if !slices.Contains(c.locks, lock) {
		First(c, sql, args...)
		c.locks = append(c.locks, lock)
	}
}

// Follow queues a statement to run after the change, before its log entry.
func Follow(c *Edit, sql string, args ...any) { c.then.Queue(sql, args...) }

// Followed queues the statements that follow the last change.
func Followed(c *Edit) {
	c.batch.QueuedQueries = append(c.batch.QueuedQueries, c.then.QueuedQueries...)
}

// LeavesEntry notes that the statements of a change write the log entry themselves.
func LeavesEntry(c *Edit) { c.logged = true }

// NamedAs changes the action of a change.
func NamedAs(c *Edit, action catalog.Action) { c.action = action }

// Erase is Apply for a deletion, whose row is only logged.
func Erase(ctx context.Context, c *Edit, n Note, sql string, args ...any) error {
	return EraseSteps(ctx, c, n, `with changed as (`+sql+`)`, args...)
}

// EraseSteps is ApplySteps for a deletion.
func EraseSteps(ctx context.Context, c *Edit, n Note, sql string, args ...any) error {
	sql, args = WithEntry(c, n, sql, args)
	return Erased(ctx, c, sql, args...)
}

// Erased runs a deletion whose entry the statement writes itself.
func Erased(ctx context.Context, c *Edit, sql string, args ...any) error {
	c.batch.Queue(sql, args...)
	return c.sent(ctx, c.lastHit)
}

// lastHit reads the answers to a deletion, among them its trash entry. It is ErrNotFound if nothing
// was deleted.
func (c *Edit) lastHit(answers pgx.BatchResults) error {
	n := c.batch.Len()
	if !c.trash.asked {
		return LastHit(answers, n)
	}
	if err := c.trashedFirst(answers); err != nil {
		return err
	}
	return LastHit(answers, n-c.trash.at-1)
}

// trashedFirst reads the answers up to the trash entry.
func (c *Edit) trashedFirst(answers pgx.BatchResults) error {
	for range c.trash.at {
		if _, err := answers.Exec(); err != nil {
			return err
		}
	}
	return answers.QueryRow().Scan(&c.trash.entry)
}

// LastHit skips n answers; it is ErrNotFound if the last statement hit no row.
func LastHit(answers pgx.BatchResults, n int) error {
	var tag pgconn.CommandTag
	for range n {
		var err error
		if tag, err = answers.Exec(); err != nil {
			return err
		}
	}
	if tag.RowsAffected() == 0 {
		return fault.ErrNotFound
	}
	return nil
}

// WithEntry adds the audit entry to the steps of a change.
func WithEntry(c *Edit, n Note, sql string, args []any) (string, []any) {
	if c.logged {
		panic("postgres: one Writer, one change")
	}
	c.logged = true
	return sql + `, logged as (` + n.Insert(len(args), c.trash.asked) + `) select * from changed`, append(args, SignatureOf(c)...)
}

// SignatureOf is the user and action of a change: the arguments of every entry.
func SignatureOf(c *Edit) []any { return Signature(c.Reader, c.action) }

// Signature is the same for an entry without a change.
func Signature(r Reader, action catalog.Action) []any {
	var key *int64 // nil for the service itself
	if r.access.KeyID != 0 {
		key = &r.access.KeyID
	}
	return []any{r.account, r.user, string(action), key, r.access.Request, r.access.Operation}
}
