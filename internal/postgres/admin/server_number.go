package admin

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Accounts may one day live on several PostgreSQL servers and move between them.
// So that no id is given twice, each server has 2^43 ids of its own: those that
// are its number when shifted right by 43 bits. The last id of number 1023 is
// 2^53 - 1, the largest integer that every client can read. Only its sequences
// tell which number a database has.

// ranges lists the sequences of our tables, the accounts' first, and how each
// must be altered for server $1; null if it is right. Other sequences, such as
// River's, are left alone.
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

// giveRange makes all new ids come from the range of a server. Sequences are
// altered one by one: a writer holds several, and both would wait for each other.
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

// alterSequence checks a sequence again under a lock.
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

// refuseOther refuses a database in which somebody registered under another
// number. Until then the number may change.
func refuseOther(ctx context.Context, conn *pgx.Conn, server int) error {
	has, used, err := numberOf(ctx, conn)
	if err == nil && used && has != server {
		err = otherServer(has, server)
	}
	return err
}

// numberOf returns the number of a database and whether any id of it is in use.
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

// CheckServer refuses a database that gives ids of another server.
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

// inRange continues the numbering of a restored table within the range of the
// restoring server: after the last id given there, or restored from there. A
// sequence that was in use stays so, for refuseOther.
const inRange = `
	select alter || format('; select setval(%L, greatest(%s, highest), %L or highest is not null) from (select max(%I) as highest from %I where %4$I between %6$s and %7$s) r',
		name, case when last between low and high then last else low end, last is not null, attribute, relation, low, high)
	from (` + ranges + `) r where alter is not null`

// restoreRange continues the numbering of restored tables within the range of a
// server. It must see all rows.
func restoreRange(ctx context.Context, tx pgx.Tx, server int) error {
	found, _ := tx.Query(ctx, inRange, server, ourTables)
	statements, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, strings.Join(statements, ";"))
	return err
}
