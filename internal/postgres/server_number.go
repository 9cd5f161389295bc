package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Accounts may one day live on several PostgreSQL servers and move between them.
// So that no id is given twice, each server has 2^43 ids of its own: number n
// gives those that are n when shifted to the right by 43 bits. The last id of
// number 1023 is 2^53 - 1, the largest whole number that every client can read.
// Nothing but its sequences says which number a database has.

// ranges lists the sequences that our tables take ids from, the accounts' first,
// and how each is to be altered to give those of server $1; null where nothing
// is. Sequences of other tables, such as River's, are left alone.
const ranges = `
	select s.sequencename::text as name, c.relname as relation, a.attname as attribute, low, high, s.last_value as last,
		case when s.min_value <> low or s.max_value <> high then
			format('alter sequence %I minvalue %s maxvalue %s start %2$s', s.sequencename, low, high) ||
			case when coalesce(s.last_value, s.start_value) between low and high then '' else ' restart' end
		end as alter
	from (select ($1::bigint << 43) + 1 as low, ($1::bigint + 1 << 43) - 1 as high) own, pg_class c
	join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
	join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(c.oid::regclass::text, a.attname)
	where c.relnamespace = current_schema()::regnamespace and c.relname = any ($2)
	order by c.relname`

// giveRange has all ids from now on come from the range of a server. Each
// sequence is altered by itself: who writes holds several of them, and would
// wait for us while we wait for them.
func giveRange(ctx context.Context, conn *pgx.Conn, server int) error {
	found, _ := conn.Query(ctx, `select name from (`+ranges+`) r where alter is not null`, server, ourTables)
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	for _, name := range names {
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return alterSequence(ctx, tx, name, server) })
		if err != nil {
			return fmt.Errorf("the ids of %s: %w", name, err)
		}
	}
	return err
}

// alterSequence looks again at a sequence that nobody uses meanwhile.
func alterSequence(ctx context.Context, tx pgx.Tx, name string, server int) error {
	if _, err := tx.Exec(ctx, `alter sequence `+pgx.Identifier{name}.Sanitize()+` no cycle`); err != nil {
		return err
	}
	if err := refuseOther(ctx, tx.Conn(), server); err != nil {
		return err
	}
	var alter *string
	err := tx.QueryRow(ctx, `select alter from (`+ranges+`) r where name = $3`, server, ourTables, name).Scan(&alter)
	if err != nil || alter == nil {
		return err
	}
	_, err = tx.Exec(ctx, *alter)
	return err
}

// refuseOther refuses a database in which somebody has registered under another
// number. Until then the number may change.
func refuseOther(ctx context.Context, conn *pgx.Conn, server int) error {
	has, used, err := numberOf(ctx, conn)
	if err == nil && used && has != server {
		err = otherServer(has, server)
	}
	return err
}

// numberOf tells the number of a database, and whether anybody has an id of it.
func numberOf(ctx context.Context, conn *pgx.Conn) (server int, used bool, err error) {
	err = conn.QueryRow(ctx, `
		select coalesce(max(min_value) >> 43, 0), count(last_value) > 0 from pg_sequences
		where schemaname = current_schema() and sequencename = 'accounts_id_seq'`).Scan(&server, &used)
	return server, used, err
}

func otherServer(has, wanted int) error {
	return fmt.Errorf("the ids of this database are those of server %d, and VITRINE_SERVER_NUMBER is %d: set it to %[1]d, or use another database; "+
		"what is in this one can be given another number by restoring a backup into an empty database", has, wanted)
}

// CheckServer refuses a database that gives ids of another server than this.
func CheckServer(ctx context.Context, url string, server int) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		has, used, err := numberOf(ctx, conn)
		switch {
		case err != nil || has == server:
			return err
		case !used:
			return fmt.Errorf("the database gives ids of server %d, and VITRINE_SERVER_NUMBER is %d: run vitrine migrate first", has, server)
		}
		return otherServer(has, server)
	})
}

// inRange is how the numbering of a restored table goes on within the range of
// the server that it is restored into: after the last id that was given there,
// or that came back there in a row. A sequence that was in use stays so, for
// refuseOther.
const inRange = `
	select alter || format('; select setval(%L, greatest(%s, highest), %L or highest is not null) from (select max(%I) as highest from %I where %4$I between %6$s and %7$s) r',
		name, case when last between low and high then last else low end, last is not null, attribute, relation, low, high)
	from (` + ranges + `) r where alter is not null`

// restoreRange has what was restored go on within the range of a server. It must
// see all rows.
func restoreRange(ctx context.Context, tx pgx.Tx, server int) error {
	found, _ := tx.Query(ctx, inRange, server, ourTables)
	statements, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, strings.Join(statements, ";"))
	return err
}
