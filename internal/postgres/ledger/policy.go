package ledger

import (
	"context"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

var policies = engine.Resource[catalog.Policy]{
	Table: engine.Table{Name: `policies`, Alias: `p`},
	Order: engine.Sorting{{SQL: `p.name_key`, Kind: engine.Text}, {SQL: `p.id`}},
	Entry: engine.Entry{`name`, `policy_number`},
	Trace: engine.Trace{Object: `policy`},
}

const policyTerms = `p.id, p.uuid::text, p.name, p.provider, p.policy_number, p.coverage_type, p.insured_value, p.currency_code, p.deductible_amount, p.deductible_currency_code,
	p.starts_at, p.ends_at, p.status, p.contact_name, p.contact_email, p.contact_phone, p.note, p.created_at, p.updated_at`

// policyColumns are the columns of a policy. Of collections and copies, they have those that lie in
// the collections of an argument, unless that is null.
func policyColumns(only string) string {
	return policyTerms + `,
		array(select collection_id from policy_collections where account_id = $1 and policy_id = p.id and (` + only + `::bigint[] is null or collection_id = any(` + only + `)) order by 1) as collection_ids,
		array(select location_id from policy_locations where account_id = $1 and policy_id = p.id order by 1) as location_ids,
		array(select n.copy_id from policy_copies n where n.account_id = $1 and n.policy_id = p.id and (` + only + `::bigint[] is null or exists (
			select from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = n.copy_id and i.collection_id = any(` + only + `))) order by 1) as copy_ids,
		` + namesOf(`collections`, `select collection_id from policy_collections where account_id = $1 and policy_id = p.id and (`+only+`::bigint[] is null or collection_id = any(`+only+`))`) + ` as collection_names,
		` + namesOf(`locations`, `select location_id from policy_locations where account_id = $1 and policy_id = p.id`) + ` as location_names`
}

// namesOf are the names of objects, in the order of their ids.
func namesOf(table, ids string) string {
	return `array(select o.name from (` + ids + `) n (id) cross join lateral (select name from ` + table + ` where account_id = $1 and id = n.id offset 0) o order by n.id)`
}

// seenPolicy is the condition that a policy names a collection of an argument, unless that is null.
func seenPolicy(only string) string {
	return `(` + only + `::bigint[] is null or exists (select from policy_collections n where n.account_id = $1 and n.policy_id = p.id and n.collection_id = any(` + only + `)))`
}

// placesAbove are a location and those that it lies in.
func placesAbove(location string) string {
	return `with recursive above as (
			select id, parent_id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id, l.parent_id from above cross join lateral (select id, parent_id from locations where account_id = $1 and id = above.parent_id offset 0) l
		) select id from above`
}

// Policies lists the policies of the account by name. A limited key sees those that name its
// collections.
func Policies(ctx context.Context, r engine.Reader, f catalog.PolicyFilter, p catalog.Paging) (catalog.Page[catalog.Policy], error) {
	l := policies.List(r)
	only := l.Arg(r.CollectionIDs())
	l.Columns = policyColumns(only)
	l.And(seenPolicy(only))
	if f.Status != "" {
		l.And(`p.status = ` + l.Arg(f.Status))
	}
	if f.EndsBefore != nil {
		l.And(`p.ends_at < ` + l.Arg(*f.EndsBefore))
	}
	if f.CollectionID != nil {
		l.And(`exists (select from policy_collections n where n.account_id = $1 and n.policy_id = p.id and n.collection_id = ` + l.Arg(*f.CollectionID) + `)`)
	}
	const atPlace = `exists (select from policy_locations n where n.account_id = $1 and n.policy_id = p.id and n.location_id in (`
	if f.LocationID != nil {
		l.And(atPlace + placesAbove(l.Arg(*f.LocationID)) + `))`)
	}
	if f.CopyID != nil {
		id := l.Arg(*f.CopyID)
		of := ` from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = ` + id + ` and (` + only + `::bigint[] is null or i.collection_id = any(` + only + `))`
		l.And(`exists (select` + of + `) and (exists (select from policy_copies n where n.account_id = $1 and n.policy_id = p.id and n.copy_id = ` + id + `)
			or exists (select from policy_collections n where n.account_id = $1 and n.policy_id = p.id and n.collection_id = (select i.collection_id` + of + `))
			or ` + atPlace + placesAbove(`(select location_id from copies where account_id = $1 and id = `+id+`)`) + `)))`)
	}
	return engine.Page[catalog.Policy](ctx, engine.Narrowed(r), p, l)
}

func Policy(ctx context.Context, r engine.Reader, id int64) (catalog.Policy, error) {
	return engine.One[catalog.Policy](ctx, engine.InPolicy(r, id), `select `+policyColumns(`$3`)+` from policies p where p.account_id = $1 and p.id = $2`, r.AccountID(), id, r.CollectionIDs())
}

// CreatePolicy adds a policy, in the currency of the account unless it has another.
func CreatePolicy(ctx context.Context, w engine.Writer, in catalog.PolicyInput) (catalog.Policy, error) {
	return policies.Tell(ctx, w.Edit, ``, `
		with p as (
			insert into policies (account_id, name, name_key, provider, insured_value, status, currency_code, policy_number, coverage_type, deductible_amount, deductible_currency_code,
				starts_at, ends_at, contact_name, contact_email, contact_phone, note)
			select id, @name, @name_key, @provider, @insured_value, @status, coalesce(@currency_code, currency), @policy_number, @coverage_type, @deductible_amount,
				coalesce(@deductible_currency_code, @currency_code, currency), @starts_at, @ends_at, @contact_name, @contact_email, @contact_phone, @note
			from accounts where id = $1 returning *
		)`+namedByPolicy, policyArgs(in))
}

// copiesOfChange says which copies a change took out and put in, so that it can be undone.
const copiesOfChange = `case when exists (select from copies_gone) or exists (select from named_copies) then jsonb_build_array(jsonb_build_object('field', 'copy_ids',
	'from', (select coalesce(jsonb_agg(copy_id::text order by copy_id), '[]') from copies_gone), 'to', (select coalesce(jsonb_agg(copy_id::text order by copy_id), '[]') from named_copies))) end`

// UpdatePolicy writes a policy. It locks the row first, so that it sees what the last writer named.
func UpdatePolicy(ctx context.Context, w engine.Writer, id int64, in catalog.PolicyInput) (catalog.Policy, error) {
	engine.First(w.Edit, `select from policies where account_id = $1 and id = $2 for update`, w.AccountID(), id)
	return policies.Tell(ctx, w.Edit, copiesOfChange, `
		with p as (
			update policies p set name = @name, name_key = @name_key, provider = @provider, insured_value = @insured_value, status = @status, currency_code = coalesce(@currency_code, a.currency),
				policy_number = @policy_number, coverage_type = @coverage_type, deductible_amount = @deductible_amount,
				deductible_currency_code = coalesce(@deductible_currency_code, @currency_code, a.currency), starts_at = @starts_at, ends_at = @ends_at,
				contact_name = @contact_name, contact_email = @contact_email, contact_phone = @contact_phone, note = @note, updated_at = now()
			from accounts a where a.id = $1 and p.account_id = $1 and p.id = $2 returning p.*
		), collections_gone as (
			delete from policy_collections n using p where n.account_id = $1 and n.policy_id = p.id and n.collection_id <> all(@collection_ids::bigint[])
		), locations_gone as (
			delete from policy_locations n using p where n.account_id = $1 and n.policy_id = p.id and n.location_id <> all(@location_ids::bigint[])
		), copies_gone as (
			delete from policy_copies n using p where n.account_id = $1 and n.policy_id = p.id and n.copy_id <> all(@copy_ids::bigint[]) returning n.copy_id
		)`+namedByPolicy, policyArgs(in), id)
}

// namedByPolicy writes what the policy p names, and returns it. What was named before is written
// again without effect.
var namedByPolicy = `, named_collections as (
		insert into policy_collections (account_id, policy_id, collection_id) select $1, p.id, n from p, unnest(@collection_ids::bigint[]) n on conflict do nothing
	), named_locations as (
		insert into policy_locations (account_id, policy_id, location_id) select $1, p.id, n from p, unnest(@location_ids::bigint[]) n on conflict do nothing
	), named_copies as (
		insert into policy_copies (account_id, policy_id, copy_id) select $1, p.id, n from p, unnest(@copy_ids::bigint[]) n on conflict do nothing returning copy_id
	), changed as (
		select ` + policyTerms + `, @collection_ids::bigint[] as collection_ids, @location_ids::bigint[] as location_ids, @copy_ids::bigint[] as copy_ids,
			` + namesOf(`collections`, `select unnest(@collection_ids::bigint[])`) + ` as collection_names, ` + namesOf(`locations`, `select unnest(@location_ids::bigint[])`) + ` as location_names from p
	)`

// NameInPolicy puts copies into what a policy names, and takes others out. It reads what the policy names
// within the transaction, so that two changes are both kept.
func NameInPolicy(ctx context.Context, w engine.Writer, id int64, in, out []int64) error {
	p, err := Policy(ctx, w.Reader, id)
	if err != nil {
		return err
	}
	names := append(slices.DeleteFunc(p.CopyIDs, func(c int64) bool { return slices.Contains(out, c) || slices.Contains(in, c) }), in...)
	input := catalog.PolicyInput{Name: p.Name, CollectionIDs: p.CollectionIDs, LocationIDs: p.LocationIDs, CopyIDs: names, InsuranceRecordInput: catalog.InsuranceRecordInput{
		Provider: p.Provider, InsuredValue: &p.InsuredValue, Status: p.Status, CurrencyCode: &p.CurrencyCode, PolicyNumber: p.PolicyNumber, CoverageType: p.CoverageType,
		DeductibleAmount: p.DeductibleAmount, DeductibleCurrencyCode: &p.DeductibleCurrencyCode, StartsAt: p.StartsAt, EndsAt: p.EndsAt,
		ContactName: p.ContactName, ContactEmail: p.ContactEmail, ContactPhone: p.ContactPhone, Note: p.Note}}
	if len(in) > 0 { // what is taken out may leave a policy that names nothing
		if err := input.Validate(); err != nil {
			return err
		}
	}
	_, err = UpdatePolicy(ctx, w, id, input)
	return err
}

// DeletePolicy moves a policy to the trash; its copies stay.
func DeletePolicy(ctx context.Context, w engine.Writer, id int64) error {
	return policies.Discard(engine.Slowly(ctx, w.Edit), w.Edit, id)
}

// policyArgs are the arguments of an insert or update.
func policyArgs(in catalog.PolicyInput) engine.Params {
	args := RecordArgs(in.InsuranceRecordInput)
	args["name"], args["name_key"] = in.Name, catalog.Fold(in.Name)
	args["collection_ids"], args["location_ids"], args["copy_ids"] = engine.NotNil(in.CollectionIDs), engine.NotNil(in.LocationIDs), engine.NotNil(in.CopyIDs)
	return args
}

// policyCopies are the held copies that the policy $2 names, in the collections $3.
var policyCopies = `(
	select c.*, i.collection_id, i.name as item_name, o.name as collection_name, ` + atMost(`round(c.estimated_value * c.quantity * case when c.value_currency_code = a.currency then 1 else f.factor end)`) + ` as worth,
		q.shares[array_position(q.policy_ids, $2)] as paid, case when q.policy_ids @> array[$2] then q.rest end as over,
		case when q.policy_ids @> array[$2] and c.estimated_value is not null then q.rest = 0 when q.policy_ids @> array[$2] then true else false end as covered
	from (select copy_id from copies_under_policies($1, array[$2::bigint])) n join copies c on c.account_id = $1 and c.id = n.copy_id
	join items i on i.account_id = $1 and i.id = c.item_id join collections o on o.account_id = $1 and o.id = i.collection_id join accounts a on a.id = $1
	left join rates_between($1, ` + inventory.Today + `) f on f.given = c.value_currency_code and f.wanted = a.currency
	left join policy_cover($1, ` + inventory.Today + `) q on q.copy_id = c.id
	where ` + inventory.IsHeld + ` and ($3::bigint[] is null or i.collection_id = any($3)))`

// PolicyCopies lists the held copies that a policy names, the most valuable first: all, or those
// within its sum or beyond it.
func PolicyCopies(ctx context.Context, r engine.Reader, id int64, covered *bool, p catalog.Paging) (catalog.Page[catalog.PolicyCopy], error) {
	l := engine.List{Account: r.AccountID(), Table: engine.Table{Name: policyCopies, Alias: `c`}, Args: []any{r.AccountID(), id, r.CollectionIDs()},
		Columns: inventory.CopyTable.Columns() + `, c.collection_id, c.item_name, c.collection_name, c.covered, c.paid, c.over`,
		Order:   engine.Sorting{{SQL: `c.worth`, Kind: engine.Number, Down: true, Nulls: "last"}, {SQL: `c.id`}},
		Where:   []string{`c.account_id = $1 and $2::bigint is not null and ($3::bigint[] is null or true)`},
		Parent:  `select from policies p where p.account_id = $1 and p.id = $2`, Computed: true}
	if covered != nil {
		l.And(`c.covered = ` + l.Arg(*covered))
	}
	return engine.Page[catalog.PolicyCopy](ctx, engine.InPolicy(r, id), p, l)
}
