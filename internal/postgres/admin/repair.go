package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Repairs recompute everything that follows from existing rows. Values come first, because words are
// taken from them.
var Repairs = []func(ctx context.Context, url string) Finding{RepairTotals, RepairValues, RepairCodes, RepairTags, RepairWords, RepairCopies, RepairSums, RepairKeys, RepairFiles}

// repair compares something that follows from the rows of an account with them, and writes it anew.
type repair struct {
	failed, done string // what the finding says; done has the number of those that were wrong
	tables       string // locked while something is repaired
	work         func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (wrong int, err error)
}

func (r repair) run(ctx context.Context, url string) Finding {
	repaired := 0
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		return eachAccount(ctx, conn, func(account int64) error {
			n, err := lookThenLock(ctx, conn, account, `lock table `+r.tables+` in share row exclusive mode`, func(tx pgx.Tx, locked bool) (int, error) {
				return r.work(ctx, tx, account, locked)
			})
			repaired += n
			return err
		})
	})
	if err != nil {
		return Finding{r.failed + ": " + err.Error(), "run it as the owner of the tables, while little is written"}
	}
	return Finding{What: fmt.Sprintf(r.done, repaired)}
}

// counting is the work of a repair that is a statement; both statements return how many are wrong.
func counting(look, mend string) func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (int, error) {
	return func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (wrong int, err error) {
		statement := look
		if locked {
			statement = mend
		}
		err = tx.QueryRow(ctx, statement, account).Scan(&wrong)
		return wrong, err
	}
}

// wrongTotals compares every total of the account with a new count.
const wrongTotals = `
	with counted as (
		select 'collections' as list, 0::bigint as parent_id, count(*) as n from collections where account_id = $1
		union all select 'collection_types', 0, count(*) from collection_types where account_id = $1
		union all select 'locations', 0, count(*) from locations where account_id = $1
		union all select 'items', 0, count(*) from items where account_id = $1
		union all select 'collection_items', c.id, count(i.id) from collections c left join items i on i.account_id = $1 and i.collection_id = c.id
			where c.account_id = $1 group by c.id
		union all select 'copies', 0, count(*) from copies where account_id = $1
		union all select 'location_copies', location_id, count(*) from copies where account_id = $1 and location_id is not null group by location_id
		union all select 'photos', 0, count(*) from photos where account_id = $1
		union all select 'logs', user_id, count(*) from logs where account_id = $1 group by user_id
	), kept as (
		select list, parent_id, sum(n) as n from totals where account_id = $1 group by list, parent_id
	)
	select coalesce(c.list, k.list) as list, coalesce(c.parent_id, k.parent_id) as parent_id, coalesce(c.n, 0) as n
	from counted c full join kept k on k.list = c.list and k.parent_id = c.parent_id
	where coalesce(c.n, 0) <> coalesce(k.n, 0)`

// tablesOfTotals are locked while an account is counted.
const tablesOfTotals = `lock table collections, collection_types, locations, items, copies, photos, logs, totals in share row exclusive mode`

// RepairTotals recounts wrong totals of every account. Triggers keep them right;
// this is for databases written to with triggers bypassed.
func RepairTotals(ctx context.Context, url string) Finding {
	repaired, accounts, err := repairTotals(ctx, url)
	if err != nil {
		return Finding{"the totals of lists could not be counted: " + err.Error(), "run it as the owner of the tables, while little is written"}
	}
	return Finding{What: fmt.Sprintf("the totals of %d accounts were counted, %d were wrong and are repaired", accounts, repaired)}
}

func repairTotals(ctx context.Context, url string) (repaired, accounts int, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		return eachAccount(ctx, conn, func(id int64) error {
			n, err := repairAccount(ctx, conn, id)
			repaired, accounts = repaired+n, accounts+1
			return err
		})
	})
	return repaired, accounts, err
}

func eachAccount(ctx context.Context, conn *pgx.Conn, do func(id int64) error) error {
	found, _ := conn.Query(ctx, `select distinct account_id from users order by 1`)
	ids, err := pgx.CollectRows(found, pgx.RowTo[int64])
	for _, id := range ids {
		if err := do(id); err != nil {
			return err
		}
	}
	return err
}

// repairAccount recounts the totals of an account.
func repairAccount(ctx context.Context, conn *pgx.Conn, account int64) (repaired int, err error) {
	return lookThenLock(ctx, conn, account, tablesOfTotals, func(tx pgx.Tx, locked bool) (int, error) {
		found, _ := tx.Query(ctx, wrongTotals, account)
		wrong, err := pgx.CollectRows(found, pgx.RowToStructByName[struct {
			List        string
			ParentID, N int64
		}])
		if err != nil || !locked {
			return len(wrong), err
		}
		for _, w := range wrong {
			if _, err := tx.Exec(ctx, `delete from totals where account_id = $1 and list = $2 and parent_id = $3`, account, w.List, w.ParentID); err != nil {
				return 0, err
			}
			if _, err := tx.Exec(ctx, `insert into totals (account_id, list, parent_id, slot, n) values ($1, $2, $3, 0, $4)`, account, w.List, w.ParentID, w.N); err != nil {
				return 0, err
			}
		}
		return len(wrong), nil
	})
}

// lookThenLock looks for errors in an account, and locks tables only if there are any. It returns how
// many it repaired.
func lookThenLock(ctx context.Context, conn *pgx.Conn, account int64, lock string, work func(tx pgx.Tx, locked bool) (wrong int, err error)) (wrong int, err error) {
	for _, locked := range []bool{false, true} {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if err := openAccount(ctx, tx, account); err != nil {
				return err
			}
			if locked {
				if _, err := tx.Exec(ctx, lock); err != nil {
					return err
				}
			}
			wrong, err = work(tx, locked)
			return err
		})
		if err != nil || wrong == 0 {
			break
		}
	}
	return wrong, err
}
