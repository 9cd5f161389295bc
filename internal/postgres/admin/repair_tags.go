package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// wrongTags are the items of the account whose column of tags differs from the recorded tags.
const wrongTags = `
	select i.id, recorded.ids from items i
	cross join lateral (select array(select t.tag_id from item_tags t where t.account_id = $1 and t.item_id = i.id order by t.tag_id) as ids) recorded
	where i.account_id = $1 and i.tag_ids <> recorded.ids`

const repairTags = `
	with wrong as materialized (` + wrongTags + `), repaired as (
		update items i set tag_ids = wrong.ids from wrong where i.account_id = $1 and i.id = wrong.id returning i.id
	) select count(*) from repaired`

// RepairTags compares the tags that items show with the recorded ones.
func RepairTags(ctx context.Context, url string) Finding {
	repaired := 0
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		return eachAccount(ctx, conn, func(account int64) error {
			n, err := lookThenLock(ctx, conn, account, `lock table items, item_tags in share row exclusive mode`, func(tx pgx.Tx, locked bool) (n int, err error) {
				look := `select count(*) from (` + wrongTags + `) wrong`
				if locked {
					look = repairTags
				}
				err = tx.QueryRow(ctx, look, account).Scan(&n)
				return n, err
			})
			repaired += n
			return err
		})
	})
	if err != nil {
		return Finding{"the tags of items could not be compared: " + err.Error(), "run it as the owner of the tables, while little is written"}
	}
	return Finding{What: fmt.Sprintf("the tags of all items were compared, those of %d were wrong and are repaired", repaired)}
}
