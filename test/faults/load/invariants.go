package load

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// invariants are rules, each with the rows that break it.
var invariants = []struct{ rule, sql string }{
	{"positions of fields are unique and begin at 1", `
		select format('type %s, group %s, position %s', collection_type_id, group_id, position) from custom_fields
		group by account_id, collection_type_id, group_id, position having count(*) > 1 or position < 1`},
	{"positions of groups are unique and begin at 1", `
		select format('type %s, position %s', collection_type_id, position) from custom_field_groups
		group by account_id, collection_type_id, position having count(*) > 1 or position < 1`},
	{"locations form no circle", `
		with recursive walk as (
			select account_id, id as start, parent_id as at from locations
			union select l.account_id, start, l.parent_id from walk join locations l on l.account_id = walk.account_id and l.id = walk.at
		) select format('location %s', start) from walk where start = at`},
	{"one active record a policy", `
		select format('copy %s, policy %s', copy_id, policy_number) from insurance_records
		where status = 'active' and policy_number is not null group by account_id, copy_id, policy_number having count(*) > 1`},
	{"every user has an account", `select format('user %s', u.id) from users u where not exists (select from accounts a where a.id = u.account_id)`},
	{"every account has an owner", `select format('account %s', a.id) from accounts a where not exists (select from users u where u.account_id = a.id and u.role = 'owner')`},
	{"totals are counts", `
		with counted as (
			select account_id, 'collections' as list, 0::bigint as parent_id from collections
			union all select account_id, 'collection_types', 0 from collection_types
			union all select account_id, 'locations', 0 from locations
			union all select account_id, 'items', 0 from items
			union all select account_id, 'collection_items', collection_id from items
			union all select account_id, 'copies', 0 from copies
			union all select account_id, 'logs', user_id from logs
		), right_ones as (select account_id, list, parent_id, count(*) as n from counted group by 1, 2, 3
		), kept as (select account_id, list, parent_id, sum(n) as n from totals group by 1, 2, 3)
		select format('account %s, %s of %s: total %s, counted %s', account_id, list, parent_id, k.n, c.n)
		from kept k full join right_ones c using (account_id, list, parent_id) where coalesce(k.n, 0) <> coalesce(c.n, 0)`},
}

// Invariants lists what breaks a rule that holds for every row of the database,
// whoever wrote it.
func Invariants(ctx context.Context, conn *pgx.Conn) (broken []string, err error) {
	for _, i := range invariants {
		rows, err := conn.Query(ctx, i.sql)
		if err != nil {
			return nil, err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", i.rule, err)
		}
		for _, f := range found {
			broken = append(broken, i.rule+", but not: "+f)
		}
	}
	return broken, nil
}
