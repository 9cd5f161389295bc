package load

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// entry is a log entry, as far as a write knows it.
type entry struct {
	account      int64
	action, name string
}

// checkEntries compares the log with the writes: each acknowledged write has
// exactly one entry, a refused one none, and an unknown one has an entry if it
// was done.
func (l *Load) checkEntries(ctx context.Context, conn *pgx.Conn, v *Verdict) error {
	accounts := make([]int64, len(l.accounts))
	for i, a := range l.accounts {
		accounts[i] = a.ID
	}
	rows, err := conn.Query(ctx, `
		select account_id, action, coalesce(parameters->>'name', parameters->>'provider'), count(*) from logs
		where account_id = any($1) and action <> 'account_created' group by 1, 2, 3`, accounts)
	if err != nil {
		return err
	}
	logged, e, n := map[entry]int{}, entry{}, 0
	if _, err := pgx.ForEachRow(rows, []any{&e.account, &e.action, &e.name, &n}, func() error {
		logged[e] = n
		v.Entries += n
		return nil
	}); err != nil {
		return err
	}
	for _, w := range l.writes {
		e := entry{w.account.ID, w.action, w.entry}
		n := logged[e]
		delete(logged, e)
		switch {
		case w.outcome == Acknowledged && n != 1, w.outcome == Refused && n != 0, n > 1:
			v.Audit = append(v.Audit, fmt.Sprintf("%s of %q in account %d was %s and has %d log entries", e.action, e.name, e.account, w.outcome, n))
		case w.outcome == Unknown || w.outcome == "":
			v.UnknownDone += n
		}
	}
	for e, n := range logged {
		v.Audit = append(v.Audit, fmt.Sprintf("%d log entries of a write that nobody made: %s of %q in account %d", n, e.action, e.name, e.account))
	}
	return nil
}
