package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// codesAtOnce is how many values are read at a time.
const codesAtOnce = 10_000

// fillCodes reads the codes of a page of values.
func fillCodes(ctx context.Context, tx pgx.Tx, account int64, after place) (place, error) {
	next, _, err := mendCodes(ctx, tx, account, after, true)
	return next, err
}

// mendCodes compares the codes of the values after the cursor with what the service reads in them,
// and repairs those that are wrong, unless the value has changed meanwhile.
func mendCodes(ctx context.Context, tx pgx.Tx, account int64, after place, repair bool) (next place, wrong int, err error) {
	rows, _ := tx.Query(ctx, `
		select v.item_id, v.custom_field_id, f.field_type = 'text' as is_text, v.value #>> '{}' as shown, v.value_hash, v.code
		from item_values v join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id and f.field_type in ('text', 'number')
		where v.account_id = $1 and (v.item_id, v.custom_field_id) > ($2, $3)
		  and (v.code is not null or octet_length(v.value::text) between 8 and 66)
		order by v.item_id, v.custom_field_id limit $4`, account, after.item, after.field, codesAtOnce)
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
		ItemID, CustomFieldID int64
		IsText                bool
		Shown                 string
		ValueHash             int64
		Code                  *int64
	}])
	if err != nil {
		return after, 0, err
	}
	var items, fields, hashes []int64
	var codes []*int64
	for _, v := range found {
		value := catalog.Value{JSON: v.Shown}
		if v.IsText {
			value.Text = v.Shown
		}
		code := value.Code()
		if code == nil && v.Code == nil || code != nil && v.Code != nil && *code == *v.Code {
			continue
		}
		items, fields, hashes, codes = append(items, v.ItemID), append(fields, v.CustomFieldID), append(hashes, v.ValueHash), append(codes, code)
	}
	if repair && len(items) > 0 {
		// Values do not change, so what triggers derive from them need not be derived again.
		_, err = tx.Exec(ctx, `
			with own as materialized (select set_config('app.user_name', 'repair', true))
			update item_values v set code = x.code from own, unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) x (item, field, hash, code)
			where v.account_id = $1 and v.item_id = x.item and v.custom_field_id = x.field and v.value_hash = x.hash`, account, items, fields, hashes, codes)
	}
	if len(found) < codesAtOnce {
		return place{end: true}, len(items), err
	}
	last := found[len(found)-1]
	return place{item: last.ItemID, field: last.CustomFieldID}, len(items), err
}

// RepairCodes compares the codes of all values with what the service reads in them. Instances of the
// release before codes, which serve during an upgrade, write none.
func RepairCodes(ctx context.Context, url string) Finding {
	return repair{
		failed: "the codes of values could not be compared",
		done:   "the codes of all values were compared, %d were wrong and are repaired",
		tables: "items, item_values",
		work: func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (wrong int, err error) {
			for next := (place{}); !next.end && err == nil; {
				n := 0
				next, n, err = mendCodes(ctx, tx, account, next, locked)
				wrong += n
			}
			return wrong, err
		},
	}.run(ctx, url)
}
