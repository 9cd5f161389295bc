package admin

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Listed is an account in the list of an operator.
type Listed struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Owner       string     `json:"owner"` // the address of the first one
	Members     int64      `json:"members"`
	Items       int64      `json:"items"`
	StorageUsed int64      `json:"storage_used"`
	Quota       *int64     `json:"storage_quota"` // null is what all may store, 0 no limit
	Active      *time.Time `json:"active_at"`     // the last use of a key or session, or the last entry of the log
	Suspended   *time.Time `json:"suspended_at"`
	Created     time.Time  `json:"created_at"`
}

// perTrip is how many accounts are read in one round trip.
const perTrip = 500

// Accounts lists all accounts. Row security shows one account at a time, so each is opened; the
// counts are those that triggers keep.
func Accounts(ctx context.Context, url string) (all []Listed, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		var ids []int64
		if err := eachAccount(ctx, conn, func(id int64) error { ids = append(ids, id); return nil }); err != nil {
			return err
		}
		for len(ids) > 0 {
			n := min(perTrip, len(ids))
			some, err := describeAccounts(ctx, conn, ids[:n])
			if err != nil {
				return err
			}
			all, ids = append(all, some...), ids[n:]
		}
		return nil
	})
	return all, err
}

func describeAccounts(ctx context.Context, conn *pgx.Conn, ids []int64) (all []Listed, err error) {
	b := &pgx.Batch{}
	for _, id := range ids {
		b.Queue(`select set_config('app.account_id', $1::bigint::text, true)`, id)
		b.Queue(`
			select id, name, (select email from users where account_id = $1 and role = 'owner' order by id limit 1) as owner,
				(select count(*) from users where account_id = $1) as members,
				(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'items' and parent_id = 0) as items,
				storage_used, storage_quota as quota,
				greatest((select max(last_used_at) from api_keys where account_id = $1), (select created_at from logs where account_id = $1 order by id desc limit 1)) as active,
				suspended_at as suspended, created_at as created
			from accounts where id = $1`, id).Query(func(rows pgx.Rows) error {
			found, err := pgx.CollectRows(rows, pgx.RowToStructByName[Listed])
			all = append(all, found...)
			return err
		})
	}
	err = pgx.BeginTxFunc(ctx, conn, oneMoment, func(tx pgx.Tx) error { return tx.SendBatch(ctx, b).Close() })
	return all, err
}
