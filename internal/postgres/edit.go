package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// Writer changes what belongs to one account. Its methods send everything a
// change needs, with the audit entry, in one round trip and one transaction.
type Writer struct{ *change }

// Own changes what a user owns, whatever their role: profile and keys.
type Own struct{ *change }

// Manager changes who belongs to the account.
type Manager struct{ *change }

// Edit lets fn change the catalogue. The action names the change in the audit
// log.
func (s Scope) Edit(ctx context.Context, action string, fn func(Writer) error) error {
	return s.change(ctx, identity.Edit, action, func(c *change) error { return fn(Writer{c}) })
}

// Self lets fn change what the caller alone owns.
func (s Scope) Self(ctx context.Context, action string, fn func(Own) error) error {
	return s.change(ctx, identity.Own, action, func(c *change) error { return fn(Own{c}) })
}

// Leave lets fn give back the key in use, which every key may.
func (s Scope) Leave(ctx context.Context, action string, fn func(Own) error) error {
	return s.change(ctx, identity.Leave, action, func(c *change) error {
		c.place = place{wholeAccount, 0}
		return fn(Own{c})
	})
}

// Manage lets an owner change who belongs to the account.
func (s Scope) Manage(ctx context.Context, action string, fn func(Manager) error) error {
	return s.change(ctx, identity.Manage, action, func(c *change) error { return fn(Manager{c}) })
}

// change is a change in the making: who makes it, what it is called, and the
// statements that wait to be sent.
type change struct {
	Reader
	action string
	batch  *pgx.Batch
	logged bool
	quiet  bool
	mails  []river.InsertManyParams
}

// attempts is how often a change is tried that loses against a concurrent one.
const attempts = 4

// change is ErrNotFound for those whose role or key do not permit it, also if
// they have lost the right since they came in.
func (s Scope) change(ctx context.Context, right identity.Right, action string, fn func(*change) error) (err error) {
	if !right.Allows(s.Actor) {
		return fault.ErrNotFound
	}
	try := func() error {
		c := &change{Reader: s.reader(right), action: action, batch: &pgx.Batch{}}
		return c.entered(fn(c))
	}
	if s.within != nil { // which is tried again as a whole
		return try()
	}
	for range attempts {
		if err = try(); !clash(err) {
			break
		}
		s.db.counts.changeRetries.Add(1)
	}
	return err
}

// first queues a statement, a lock as a rule, to run before the change. Each
// statement of a transaction sees what was committed before it began, so the
// change sees what the holder of the lock has done.
func (c *change) first(sql string, args ...any) { c.batch.Queue(sql, args...) }

// slowly gives a change the time that a large cascade needs.
func (c *change) slowly(ctx context.Context) context.Context {
	c.first(`select set_config('statement_timeout', '25s', true)`)
	return context.WithValue(ctx, cascade{}, true)
}

// unchanged says that there was nothing to do, and so nothing to log.
func (c *change) unchanged() { c.quiet = true }

// apply runs a changing statement, which returns the changed row, together with
// its audit entry. The entry is an SQL expression over that row. Without a
// changed row there is no entry, and the answer is ErrNotFound.
func apply[T any](ctx context.Context, c *change, entry, sql string, args ...any) (T, error) {
	sql, args = c.withEntry(entry, sql, args)
	return written[T](ctx, c, sql, args...)
}

// written runs a statement that leaves no audit entry.
func written[T any](ctx context.Context, c *change, sql string, args ...any) (T, error) {
	c.batch.Queue(sql, args...)
	var done T
	err := c.sent(ctx, func(answers pgx.BatchResults) (err error) {
		done, err = last[T](answers, c.batch.Len())
		return err
	})
	return done, err
}

// erase is apply for a deleting statement, of which nothing remains to be read.
func erase(ctx context.Context, c *change, entry, sql string, args ...any) error {
	sql, args = c.withEntry(entry, sql, args)
	c.batch.Queue(sql, args...)
	return c.sent(ctx, func(answers pgx.BatchResults) error { return lastHit(answers, c.batch.Len()) })
}

// lastHit reads n answers that hold nothing; it is ErrNotFound if the last
// statement touched no row.
func lastHit(answers pgx.BatchResults, n int) error {
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

// withEntry puts a change and its audit entry into one statement. A change of
// more than one step begins with "with" and calls its last step changed.
func (c *change) withEntry(entry, sql string, args []any) (string, []any) {
	if c.logged {
		panic("postgres: one Writer, one change")
	}
	if sql = strings.TrimSpace(sql); !strings.HasPrefix(sql, "with ") {
		sql = `with changed as (` + sql + `)`
	}
	n := len(args)
	c.logged = true
	return fmt.Sprintf(`%s, logged as (
		insert into logs (account_id, user_id, user_name, action, parameters) select $%d, $%d, current_setting('app.user_name'), $%d, %s from changed)
		select * from changed`, sql, n+1, n+2, n+3, entry), append(args, c.account, c.user, c.action)
}

// named is the entry of a change to an object with a name.
const named = `jsonb_build_object('name', name)`
