package exchange

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// listingTime is how long a list may be read. It blocks nobody, but keeps vacuum from removing old rows.
const listingTime = 10 * time.Minute

// atLeisure allows the statements of a listing more time, sorting without an index, and custom plans.
// Parallel plans are off, because rows must come in order.
const atLeisure = `select set_config('statement_timeout', '10min', true), set_config('plan_cache_mode', 'force_custom_plan', true),
	set_config('enable_sort', 'on', true), set_config('max_parallel_workers_per_gather', '0', true)`

// Listing reads all rows of a list, and the names they refer to, as of one moment. It calls begin
// before the first row. A row is valid until the next.
func Listing(ctx context.Context, r engine.Reader, listing catalog.Listing, begin func(catalog.ListingNames) error, row func(*catalog.ListedRow) error) error {
	return engine.Snapshot(ctx, r, listingTime, func(r engine.Reader) error {
		l, within, err := listed(ctx, r, listing)
		if err != nil {
			return err
		}
		if listing.Nothing {
			l.And(`false`)
		}
		names, err := listingNames(ctx, within, listing, l)
		if err == nil {
			err = begin(names)
		}
		if err != nil {
			return err
		}
		sql, args := used(everything(l, listing.List, listing.Cover), l.Args)
		found, err := engine.Streamed(r, sql, args...)
		if err != nil {
			return err
		}
		return engine.Translate(engine.Each(found, row))
	})
}

// listed is the requested list, and its reader.
func listed(ctx context.Context, r engine.Reader, listing catalog.Listing) (l engine.List, within engine.Reader, err error) {
	if listing.List == catalog.ListCopies {
		within = engine.Narrowed(r)
		if id := listing.Copies.ItemID; id != nil {
			within = engine.InItem(r, *id)
		}
		return inventory.CopyList(r, listing.Copies), within, nil
	}
	within = engine.Narrowed(r)
	switch id := listing.Items.CollectionID; {
	case listing.List == catalog.ListCollection:
		l, within = inventory.ItemTable.List(r, listing.CollectionID), engine.InCollection(r, listing.CollectionID)
	case id != nil:
		l, within = inventory.ItemTable.List(r, *id), engine.InCollection(r, *id)
		l.Parent = ""
	default:
		l = inventory.ItemTable.List(r)
	}
	return l, within, inventory.ItemList(ctx, within, listing.Items, &l)
}

// sources is the from clause of the list.
func sources(l engine.List, name string) string {
	own := `(select ` + l.Row() + ` from ` + l.Table.Name + ` shown where account_id = $1) ` + l.Table.As()
	switch name {
	case catalog.ListCopies:
		return own + ` join items i on i.account_id = $1 and i.id = c.item_id`
	case catalog.ListCollection:
		return own + ` left join copies c on c.account_id = $1 and c.item_id = i.id`
	}
	return own + ` left join (select null::bigint as id, null::uuid as uuid) c on false`
}

// chosenRows is the condition that a row is in the list. All rows are wanted, so each filter lists its
// ids once.
func chosenRows(l engine.List) string {
	where := l.Conditions()
	for _, f := range l.Filters {
		where += ` and ` + l.Table.As() + `.id in (` + f.Query + `)`
	}
	return where
}

// used drops arguments that a statement does not mention, such as those for the test of a filter.
func used(sql string, args []any) (string, []any) {
	var kept []any
	places := map[string]string{}
	sql = argument.ReplaceAllStringFunc(sql, func(placeholder string) string {
		if _, ok := places[placeholder]; !ok {
			n, _ := strconv.Atoi(placeholder[1:])
			kept = append(kept, args[n-1])
			places[placeholder] = `$` + strconv.Itoa(len(kept))
		}
		return places[placeholder]
	})
	return sql, kept
}

var argument = regexp.MustCompile(`\$[0-9]+`)

// listingOrder is the requested order, or by default one that does not depend on ids, so that equal
// accounts give equal files.
func listingOrder(l engine.List, name string) string {
	switch {
	case !l.Sorted:
		return `i.uuid, c.uuid`
	case name == catalog.ListCollection:
		return l.Order.SQL() + `, c.uuid`
	}
	return l.Order.SQL()
}

// coverListed joins what the active policies and records cover of copies, and the policies that name them.
var coverListed = ` left join (
	select copy_id, k.covered, array(select p.name from policies p where p.account_id = $1 and p.id = any(q.policy_ids) order by p.name_key, p.id) as policies
	from policy_cover($1, ` + inventory.Today + `) q full join cover_of_copies($1, ` + inventory.Today + `) k using (copy_id)) v on v.copy_id = c.id`

// everything reads the rows of a listing. It sorts the ids first, then looks up each row with its details.
func everything(l engine.List, name string, cover bool) string {
	columns, from := `null::text[] as policies, null::bigint as covered`, ``
	if cover {
		columns, from = `v.policies, v.covered`, coverListed
	}
	return `
		select i.id as item_id, i.uuid::text as item_uuid, i.collection_id, i.collection_type_id, i.name, i.description,
			case when i.collection_type_id is null then '{}' else i.custom_fields end as custom_fields, i.category_id, i.set_id, i.series_id,
			i.tag_ids, i.wanted, i.wanted_priority, i.wanted_max_price, i.wanted_currency_code, i.created_at, i.updated_at,
			(select count(*) from photos where account_id = $1 and item_id = i.id) as photos,
			c.id as copy_id, c.uuid::text as copy_uuid, c.identifier, c.quantity, c.status, c.item_condition_id as condition_id, c.location_id, c.acquired_at, c.disposed_at, c.note,
			p.amount as purchase_price, p.currency_code as purchase_currency, p.occurred_at as purchase_date, p.counterparty as purchase_from, p.reference_number as purchase_reference,
			v.amount as value, v.currency_code as value_currency, v.valued_at as value_date, v.type as value_type, v.valuer as value_by,
			n.provider as insurer, n.policy_number, n.insured_value, n.currency_code as insured_currency, n.starts_at as insured_from, n.ends_at as insured_until, n.coverage_type,
			coalesce(s.policies, '{}') as policies, s.covered as covered_value
		from (
			select i.id as item_id, c.id as copy_id, ` + columns + ` from ` + sources(l, name) + from + ` where ` + chosenRows(l) + ` order by ` + listingOrder(l, name) + ` offset 0
		) s
		cross join lateral (select * from items where account_id = $1 and id = s.item_id offset 0) i
		left join lateral (select * from copies where account_id = $1 and id = s.copy_id offset 0) c on true
		left join lateral (
			select * from transactions where account_id = $1 and copy_id = s.copy_id and type = 'purchase' order by occurred_at, id limit 1) p on true
		left join lateral (
			select * from valuations where account_id = $1 and copy_id = s.copy_id order by valued_at desc, id desc limit 1) v on true
		left join lateral (
			select * from insurance_records where account_id = $1 and copy_id = s.copy_id and status = 'active' order by id limit 1) n on true`
}

// listingNames opens the account, and reads the number of rows and the names they refer to.
func listingNames(ctx context.Context, r engine.Reader, listing catalog.Listing, l engine.List) (names catalog.ListingNames, err error) {
	of, args := ``, []any{r.AccountID()}
	if listing.List == catalog.ListCollection {
		of, args = ` and collection_id = $2`, append(args, listing.CollectionID)
	}
	counted, counting := used(`select count(*) as rows, coalesce(array_agg(distinct q.type) filter (where q.type is not null), '{}') as types from (
		select i.collection_type_id as type from `+sources(l, listing.List)+` where `+chosenRows(l)+` limit `+strconv.FormatInt(listing.Most+1, 10)+`) q`, l.Args)
	queue := func(b *pgx.Batch) {
		b.Queue(atLeisure)
		if l.Parent != "" {
			b.Queue(l.Parent, l.Args[:2]...)
		}
		b.Queue(counted, counting...)
		b.Queue(`select id, uuid::text, name from collections where account_id = $1`, r.AccountID())
		b.Queue(`select id, coalesce(parent_id, 0), name from categories where account_id = $1`+of, args...)
		b.Queue(`select id, coalesce(parent_id, 0), name from locations where account_id = $1`, r.AccountID())
		b.Queue(`select id, name from collection_types where account_id = $1`, r.AccountID())
		b.Queue(`select id, name from sets where account_id = $1`+of, args...)
		b.Queue(`select id, name from series where account_id = $1`, r.AccountID())
		b.Queue(`select id, name from item_conditions where account_id = $1`, r.AccountID())
		b.Queue(`select id, name from tags where account_id = $1`, r.AccountID())
		b.Queue(listedFields, r.AccountID())
	}
	err = engine.Ask(ctx, r, queue, func(answers pgx.BatchResults) (err error) {
		if _, err = answers.Exec(); err != nil {
			return err
		}
		if l.Parent != "" {
			if err := engine.LastHit(answers, 1); err != nil {
				return err
			}
		}
		if err := answers.QueryRow().Scan(&names.Rows, &names.Types); err != nil {
			return err
		}
		if names.Rows > listing.Most {
			return fault.On("rows", "The list has more than %d rows. Narrow it down.", listing.Most)
		}
		names.Collections, err = listedBy(answers, func(uuid, name string) catalog.ListedCollection {
			return catalog.ListedCollection{UUID: uuid, Name: name}
		})
		place := func(parent int64, name string) catalog.ListedPlace {
			return catalog.ListedPlace{ParentID: parent, Name: name}
		}
		for _, into := range []*map[int64]catalog.ListedPlace{&names.Categories, &names.Locations} {
			if err == nil {
				*into, err = listedBy(answers, place)
			}
		}
		for _, into := range []*map[int64]string{&names.TypeNames, &names.Sets, &names.Series, &names.Conditions, &names.Tags} {
			if err == nil {
				*into, err = listedNames(answers)
			}
		}
		if err == nil {
			names.Fields, err = engine.Rows[catalog.ListedField](answers)
		}
		return err
	})
	return names, err
}

// listedFields are the fields of all types, in an order that does not depend on ids.
var listedFields = strings.TrimSpace(`
	select f.id, f.collection_type_id, t.name as type_name, f.name, f.field_type, f.options
	from custom_fields f join collection_types t on t.account_id = $1 and t.id = f.collection_type_id
	left join custom_field_groups g on g.account_id = $1 and g.id = f.group_id
	where f.account_id = $1 order by t.name collate "C", t.id, g.position nulls first, f.position, f.id`)

// ListedFields are the custom fields that exports have a column for.
func ListedFields(ctx context.Context, r engine.Reader) ([]catalog.ListedField, error) {
	return engine.All[catalog.ListedField](ctx, r, listedFields, r.AccountID())
}

// listedBy reads ids, each with two columns.
func listedBy[A, T any](answers pgx.BatchResults, make func(A, string) T) (map[int64]T, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	all := map[int64]T{}
	for found.Next() {
		var id int64
		var first A
		var name string
		if err := found.Scan(&id, &first, &name); err != nil {
			return nil, err
		}
		all[id] = make(first, name)
	}
	return all, found.Err()
}

// listedNames reads ids with their names.
func listedNames(answers pgx.BatchResults) (map[int64]string, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	all := map[int64]string{}
	var id int64
	var name string
	for found.Next() {
		if err := found.Scan(&id, &name); err != nil {
			return nil, err
		}
		all[id] = name
	}
	return all, found.Err()
}
