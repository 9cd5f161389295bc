package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// wrongShown are the items of the account that do not show their recorded values, and whether they
// show values of their present type that are not recorded.
const wrongShown = `
	select i.id, coalesce(recorded.object, '{}') as object, exists (
		select from jsonb_object_keys(i.custom_fields) k join custom_fields f on f.account_id = $1 and f.id = k::bigint and f.collection_type_id = i.collection_type_id
		where not coalesce(recorded.object, '{}') ? k) as gone
	from items i left join lateral (
		select jsonb_object_agg(v.custom_field_id, v.value) as object from item_values v
		join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id
		where v.account_id = $1 and v.item_id = i.id and f.collection_type_id = i.collection_type_id
	) recorded on true
	where i.account_id = $1 and i.collection_type_id is not null and i.custom_fields <> coalesce(recorded.object, '{}')`

// repairShown rewrites the shown values of items. Items that show more than is recorded stay as they
// are: nothing else is left of these values.
const repairShown = `
	with wrong as materialized (` + wrongShown + `), repaired as (
		update items i set custom_fields = wrong.object from wrong where i.account_id = $1 and i.id = wrong.id and not wrong.gone returning i.id
	) select (select count(*) from repaired), (select count(*) from wrong where gone)`

// RepairValues compares the shown values of items with the recorded ones.
func RepairValues(ctx context.Context, url string) Finding {
	gone, all := map[int64]int{}, 0
	found := repair{
		failed: "the values of items could not be compared",
		done:   "the values of all items were compared, those of %d were wrong and are repaired",
		tables: "items, item_values",
		work: func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (wrong int, err error) {
			statement, left := `select count(*) filter (where not gone), count(*) filter (where gone) from (`+wrongShown+`) wrong`, 0
			if locked {
				statement = repairShown
			}
			err = tx.QueryRow(ctx, statement, account).Scan(&wrong, &left)
			gone[account] = left
			return wrong, err
		},
	}.run(ctx, url)
	for _, n := range gone {
		all += n
	}
	if all > 0 && found.Advice == "" {
		found.What += fmt.Sprintf("; %d show values that are gone, and are left as they are", all)
		found.Advice = "restore a backup that has the values, or enter them again"
	}
	return found
}
