package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A connection keeps statements prepared, and PostgreSQL keeps the plan of each. Short statements are
// few, and pgx keeps those last used. A list with filters is a long statement with a plan of up to a
// megabyte, one for every combination of filters and order, so the number of these is limited by their
// length.
const (
	shortStatements = 192      // that pgx keeps on a connection
	longStatement   = 4_000    // bytes of SQL that are long
	longStatements  = 96 << 10 // bytes of SQL of all long statements that a connection keeps
)

// prepared are the long statements that a connection has prepared.
type prepared struct {
	order []string // the last used last
	bytes int
	room  int // for bytes; 0 behind a pooler, where nothing stays prepared
}

const preparedKey = "vitrine.prepared"

func preparedOn(conn *pgx.Conn) *prepared {
	of, ok := conn.PgConn().CustomData()[preparedKey].(*prepared)
	if !ok {
		of = &prepared{room: room(conn.Config())}
		conn.PgConn().CustomData()[preparedKey] = of
	}
	return of
}

// prepare prepares the long statements that are about to be sent; pgx does so with short
// ones.
func prepare(ctx context.Context, conn *pgx.Conn, statements ...string) error {
	for _, sql := range statements {
		if len(sql) < longStatement {
			continue
		}
		if of := preparedOn(conn); of.room > 0 {
			if err := of.use(ctx, conn, sql); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *prepared) use(ctx context.Context, conn *pgx.Conn, sql string) error {
	if i := slices.Index(k.order, sql); i >= 0 {
		k.order = append(slices.Delete(k.order, i, i+1), sql)
		return nil
	}
	for len(k.order) > 0 && k.bytes+len(sql) > k.room {
		if err := conn.Deallocate(ctx, k.order[0]); err != nil {
			return err
		}
		k.bytes -= len(k.order[0])
		k.order = slices.Delete(k.order, 0, 1)
	}
	if _, err := conn.Prepare(ctx, sql, sql); err != nil { // found by its text from now on
		return err
	}
	k.order, k.bytes = append(k.order, sql), k.bytes+len(sql)
	return nil
}

// room is how many bytes of long statements a connection keeps: more, if the URL lets it keep
// more statements.
func room(config *pgx.ConnConfig) int {
	if Pooled(config) {
		return 0
	}
	return longStatements * config.StatementCacheCapacity / shortStatements
}

// outdated gives a connection up if one of its statements no longer fits the schema: it would
// fail for ever.
func outdated(ctx context.Context, conn *pgx.Conn, err error) {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && (refused.Code == "0A000" || refused.Code == "26000") && len(preparedOn(conn).order) > 0 {
		_ = conn.Close(ctx) // the pool opens another
	}
}

// sent sends a batch and reads its answers.
func sent(ctx context.Context, conn *pgx.Conn, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	if err := prepare(ctx, conn, texts(b)...); err != nil {
		return Translate(err)
	}
	err := finish(conn.SendBatch(ctx, b), read)
	outdated(ctx, conn, err)
	return err
}

// finish reads the answers to a batch. Its outcome is certain only once it is
// closed, because constraints may be deferred.
func finish(answers pgx.BatchResults, read func(pgx.BatchResults) error) error {
	err := read(answers)
	if closing := answers.Close(); err == nil || errors.Is(err, pgx.ErrNoRows) && closing != nil {
		err = errors.Join(closing, err)
	}
	return Translate(err)
}

// texts are the statements of a batch.
func texts(b *pgx.Batch) []string {
	all := make([]string, len(b.QueuedQueries))
	for i, q := range b.QueuedQueries {
		all[i] = q.SQL
	}
	return all
}
