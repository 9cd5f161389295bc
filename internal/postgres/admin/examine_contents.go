package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// comparing is how long the doctor compares; a repair compares all accounts.
const comparing = time.Minute

// ExamineContents compares stored copies of data in every account with their source: values and tags
// of items, words for searches, totals and sums. It locks nothing.
func ExamineContents(ctx context.Context, url string) (found []Finding) {
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		var err error
		found, err = compareAccounts(ctx, conn)
		return err
	})
	if err != nil {
		return append(found, Finding{"the contents cannot be compared: " + err.Error(), "connect as a role that may read the tables"})
	}
	return found
}

// disagreement is a mismatch in one or several accounts.
type disagreement struct {
	what     string
	n        int64
	accounts int
	example  int64
}

func compareAccounts(ctx context.Context, conn *pgx.Conn) ([]Finding, error) {
	began, all, compared := time.Now(), 0, 0
	var wrong []disagreement
	err := eachAccount(ctx, conn, func(id int64) error {
		if all++; time.Since(began) > comparing {
			return nil
		}
		compared++
		return pgx.BeginTxFunc(ctx, conn, oneMoment, func(tx pgx.Tx) error {
			if err := openAccount(ctx, tx, id); err != nil {
				return err
			}
			rows, _ := tx.Query(ctx, disagreements, id)
			var d disagreement
			_, err := pgx.ForEachRow(rows, []any{&d.what, &d.n}, func() error {
				wrong = noted(wrong, d.what, d.n, id)
				return nil
			})
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	if len(wrong) > 0 {
		return findings(wrong, all), nil
	}
	if compared < all {
		return []Finding{{What: fmt.Sprintf("values, words, totals and sums agree in the %d accounts that were compared within %s, of %d", compared, comparing, all)}}, nil
	}
	return []Finding{{What: fmt.Sprintf("values, words, totals and sums agree in %d accounts", all)}}, nil
}

func noted(wrong []disagreement, what string, n, account int64) []disagreement {
	for i := range wrong {
		if wrong[i].what == what {
			wrong[i].n, wrong[i].accounts = wrong[i].n+n, wrong[i].accounts+1
			return wrong
		}
	}
	return append(wrong, disagreement{what, n, 1, account})
}

func findings(wrong []disagreement, accounts int) (found []Finding) {
	for _, d := range wrong {
		advice := "run vitrine doctor --repair as the owner of the tables"
		if d.what == valuesGone {
			advice = "restore a backup that has them, or enter them again; --repair leaves what is shown as it is"
		}
		found = append(found, Finding{fmt.Sprintf("%d %s, in %d of %d accounts, such as %d", d.n, d.what, d.accounts, accounts, d.example), advice})
	}
	return found
}

const valuesGone = "values of custom fields that items show are gone"

// recordedValues are the values of the account's items for fields of their present type.
const recordedValues = `
	select v.item_id, v.custom_field_id, v.search from item_values v
	join items i on i.account_id = $1 and i.id = v.item_id
	join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id and f.collection_type_id = i.collection_type_id
	where v.account_id = $1`

// disagreements counts the mismatches of an account by kind. A word is recorded once for each row that
// has it, so comparing numbers is enough.
const disagreements = `
	with recorded as (` + recordedValues + `), shown as (
		select i.id as item_id, f.id as custom_field_id from items i cross join lateral jsonb_object_keys(i.custom_fields) k
		join custom_fields f on f.account_id = $1 and f.id = k::bigint and f.collection_type_id = i.collection_type_id
		where i.account_id = $1
	), compared as (
		select count(*) filter (where r.item_id is null) as gone, count(*) filter (where s.item_id is null) as unshown
		from shown s full join recorded r using (item_id, custom_field_id)
	), words as (
		select 'items' as of, (select count(*) from item_words where account_id = $1) as has, (select coalesce(sum(length(search)), 0) from items where account_id = $1) as wants
		union all select 'values', (select count(*) from item_value_words where account_id = $1), (select coalesce(sum(length(search)), 0) from recorded)
		union all select 'copies', (select count(*) from copy_words where account_id = $1), (select coalesce(sum(length(search)), 0) from copies where account_id = $1)
	)
	select what, n from (
		select '` + valuesGone + `' as what, gone as n from compared
		union all select 'values of custom fields are not shown', unshown from compared
		union all select 'tags of items are not shown', count(*) from (` + wrongTags + `) t
		union all select 'words of ' || of || ' are missing', wants - has from words
		union all select 'words of ' || of || ' are too many', has - wants from words
		union all select 'totals of lists are wrong', count(*) from (` + wrongTotals + `) t
		union all select 'sums of collections are wrong', count(*) from (` + wrongSums + `) s
		union all select 'keys of items are wrong', count(*) from (` + wrongKeys + `) k
	) d where n > 0`
