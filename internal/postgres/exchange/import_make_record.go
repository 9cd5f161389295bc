package exchange

import (
	"context"
	"maps"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// The columns of records that imports make, with their types.
const (
	transactionMembers = `type text, occurred_at date, counterparty text, amount bigint, tax_amount bigint, fee_amount bigint, shipping_amount bigint, total_amount bigint,
		currency_code text, reference_number text, source_url text, note text`
	valuationMembers = `type text, amount bigint, valued_at date, currency_code text, confidence text, valuer text, method text, reference_number text, source_url text, note text`
	insuranceMembers = `provider text, insured_value bigint, status text, currency_code text, policy_number text, coverage_type text, deductible_amount bigint,
		deductible_currency_code text, starts_at date, ends_at date, is_scheduled_item boolean, contact_name text, contact_email text, contact_phone text, note text`
)

// NewRecord is a record that a row makes. Imports always name the currency.
type NewRecord[In any] struct {
	CopyID int64
	In     In
}

// MakePurchases creates purchases, which may say when their copies arrived.
func (w *ImportWork) MakePurchases(ctx context.Context, given []NewRecord[catalog.TransactionInput]) ([]MadeObject, error) {
	var came []int64
	var days []time.Time
	for _, g := range given {
		if *g.In.UpdateCopy {
			came, days = append(came, g.CopyID), append(days, *g.In.OccurredAt)
		}
	}
	return makeRecords(ctx, w, ledger.TransactionTable, catalog.TransactionCreated, transactionMembers, given, ledger.TransactionArgs, func() error {
		if len(came) == 0 {
			return nil
		}
		return w.run(ctx, `
			update copies c set acquired_at = coalesce(c.acquired_at, came.day), status = case c.status when 'ordered' then 'owned' else c.status end, updated_at = now()
			from unnest($2::bigint[], $3::date[]) came (id, day) where c.account_id = $1 and c.id = came.id and (c.acquired_at is null or c.status = 'ordered')`, w.AccountID, came, days)
	})
}

// MakeValuations creates valuations.
func (w *ImportWork) MakeValuations(ctx context.Context, given []NewRecord[catalog.ValuationInput]) ([]MadeObject, error) {
	return makeRecords(ctx, w, ledger.ValuationTable, catalog.ValuationCreated, valuationMembers, given, ledger.ValuationArgs, nil)
}

// MakeInsuranceRecords creates insurance records.
func (w *ImportWork) MakeInsuranceRecords(ctx context.Context, given []NewRecord[catalog.InsuranceRecordInput]) ([]MadeObject, error) {
	return makeRecords(ctx, w, ledger.InsuranceRecordTable, catalog.InsuranceRecordCreated, insuranceMembers, given, ledger.RecordArgs, nil)
}

// defaults are the values of members that were not given.
var defaults = map[string]string{"deductible_currency_code": `coalesce(x.deductible_currency_code, x.currency_code)`, "is_scheduled_item": `coalesce(x.is_scheduled_item, false)`}

// makeRecords creates one record for each of several copies. Log entries include the changes of the copies.
func makeRecords[T, In any](ctx context.Context, w *ImportWork, k engine.Shape[T], action catalog.Action, members string, given []NewRecord[In], args func(In) engine.Params, then func() error) ([]MadeObject, error) {
	names := namesOf(members)
	rows, of := make([]map[string]any, len(given)), make([]int64, len(given))
	for n, g := range given {
		rows[n], of[n] = map[string]any{"n": n, "copy": g.CopyID}, g.CopyID
		maps.Copy(rows[n], args(g.In))
	}
	before, err := copiesNow(ctx, w, of)
	if err != nil {
		return nil, err
	}
	values := make([]string, len(names))
	for i, name := range names {
		if values[i] = defaults[name]; values[i] == "" {
			values[i] = `x.` + name
		}
	}
	done, err := engine.All[MadeObject](ctx, w.Reader, `
		insert into `+k.Table().Name+` (account_id, copy_id, `+strings.Join(names, `, `)+`) select $1, c.id, `+strings.Join(values, `, `)+`
		from jsonb_to_recordset($2::jsonb) x (n bigint, copy bigint, `+members+`)`+oneByOne(inventory.CopyTable.Table(), `x.copy`)+` order by x.n returning id, uuid::text`,
		w.AccountID, encoded(rows))
	made, err := inOrder(done, err, len(given))
	if err != nil {
		return nil, err
	}
	if then != nil {
		if err := then(); err != nil {
			return nil, err
		}
	}
	return made, logRecords(ctx, w, k, action, made, before)
}

func namesOf(members string) []string {
	names := strings.Split(members, `,`)
	for i, m := range names {
		names[i] = strings.Fields(m)[0]
	}
	return names
}

// copyNow is the logged state of a copy.
type copyNow struct {
	ID  int64
	Now string
}

// copiesNow reads the state of copies.
func copiesNow(ctx context.Context, w *ImportWork, ids []int64) ([]copyNow, error) {
	return engine.All[copyNow](ctx, w.Reader, `select c.id, `+inventory.CopyTable.Audited().Remembered(`c`)+` as now from (select `+inventory.CopyTable.Columns()+` from unnest($2::bigint[]) asked (id)`+oneByOne(inventory.CopyTable.Table(), `asked.id`)+`) c`,
		w.AccountID, ids)
}

// logRecords adds a log entry for each record.
func logRecords[T any](ctx context.Context, w *ImportWork, k engine.Shape[T], action catalog.Action, made []MadeObject, before []copyNow) error {
	of, was := make([]int64, len(before)), make([]string, len(before))
	for n, b := range before {
		of[n], was[n] = b.ID, b.Now
	}
	args := []any{w.AccountID, idsOf(made), of, was}
	sql := `with changed as (
			select r.*, i.collection_id, i.id as item_id,
				` + k.Audited().Given(`r`) + ` || ` + inventory.CopyTable.Audited().Differing(`copy.`, `array(select nullif(v, 'null') from jsonb_array_elements(b.was::jsonb) v)`, inventory.CopyTable.Audited().Values(`now`)) + ` as changes
			from (select ` + k.Columns() + ` from unnest($2::bigint[]) asked (made)` + oneByOne(k.Table(), `asked.made`) + `) r join unnest($3::bigint[], $4::text[]) b (id, was) on b.id = r.copy_id
			cross join lateral (` + inventory.CopyTable.Query(`c.account_id = $1 and c.id = b.id offset 0`) + `) now` + oneByOne(inventory.ItemTable.Table(), `now.item_id`) + `
		) `
	n := k.Telling(`changed.changes`)
	n.Collection, n.Item, n.Copy = `changed.collection_id`, `changed.item_id`, `changed.copy_id`
	return w.run(ctx, sql+n.Insert(len(args), false), append(args, engine.Signature(w.Reader, action)...)...)
}
