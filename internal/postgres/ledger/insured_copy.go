package ledger

import (
	"context"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// insured is the list of all insurance records, with their copies.
var insured = engine.Resource[catalog.InsuredCopy]{
	Table: engine.Table{Name: `insurance_records`, Alias: `r`},
	Columns: `r.id, r.uuid::text, r.copy_id, r.provider, r.insured_value, r.status, r.currency_code, r.policy_number, r.coverage_type, r.deductible_amount,
		r.deductible_currency_code, r.starts_at, r.ends_at, r.is_scheduled_item, r.contact_name, r.contact_email, r.contact_phone, r.note, r.created_at, r.updated_at,
		(select identifier from copies where account_id = $1 and id = r.copy_id) as copy_identifier,
		(select item_id from copies where account_id = $1 and id = r.copy_id) as item_id, ` +
		coveredItem(`i.name`) + ` as item_name, ` + coveredItem(`i.collection_id`) + ` as collection_id, ` +
		coveredItem(`(select name from collections where account_id = $1 and id = i.collection_id)`) + ` as collection_name`,
	Order: engine.Sorting{{SQL: `r.id`}},
}

// coveredItem is a column of the item of a record's copy.
func coveredItem(what string) string {
	return `(select ` + what + ` from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = r.copy_id)`
}

// inCollections is the condition that a record's copy is in some collections.
func inCollections(ids string) string {
	return `r.copy_id in (select c.id from items i join copies c on c.account_id = $1 and c.item_id = i.id where i.account_id = $1 and i.collection_id = any(` + ids + `))`
}

// insuredList is the list that a filter describes.
func insuredList(r engine.Reader, f catalog.InsuranceFilter) engine.List {
	l := insured.List(r)
	switch byEnd := (engine.Sorting{{SQL: `r.ends_at`, Kind: engine.Day, Nulls: "last"}, {SQL: `r.id`}}); f.Sort {
	case "ends_at":
		l.Order = byEnd
	case "-ends_at":
		l.Order = byEnd.Reversed()
	}
	if f.Status != "" {
		l.And(`r.status = ` + l.Arg(f.Status))
	}
	if f.Provider != "" {
		l.And(`r.provider = ` + l.Arg(f.Provider))
	}
	if f.CopyID != nil {
		l.And(`r.copy_id = ` + l.Arg(*f.CopyID))
	}
	if f.EndsBefore != nil {
		l.And(`r.ends_at < ` + l.Arg(*f.EndsBefore))
	}
	if f.CollectionID != nil {
		l.And(inCollections(l.Arg([]int64{*f.CollectionID})))
	}
	if r.CollectionIDs() != nil {
		l.And(inCollections(l.Arg(r.CollectionIDs())))
	}
	l.Capped = !f.Whole()
	return l
}

// InsuredCopies lists the insurance records of the account.
func InsuredCopies(ctx context.Context, r engine.Reader, f catalog.InsuranceFilter, p catalog.Paging) (catalog.Page[catalog.InsuredCopy], error) {
	return engine.Page[catalog.InsuredCopy](ctx, engine.Narrowed(r), p, insuredList(r, f))
}

// InsuranceSums adds up the active records of the list, in the currency of the collection or of the
// account.
func InsuranceSums(ctx context.Context, r engine.Reader, f catalog.InsuranceFilter) (sums catalog.InsuranceSums, err error) {
	l := insuredList(r, f)
	currency, args := `select currency from accounts where id = $1`, []any{r.AccountID()}
	if f.CollectionID != nil {
		currency, args = `select coalesce((select currency from collections where account_id = $1 and id = $2), (select currency from accounts where id = $1))`, append(args, *f.CollectionID)
	}
	err = engine.NewList(ctx, engine.Narrowed(r), func(b *pgx.Batch) {
		b.Queue(currency, args...)
		inventory.QueueRates(b, r.AccountID(), inventory.ThisDay())
		b.Queue(`select r.currency_code, sum(r.insured_value)::text, count(*) from insurance_records r where r.account_id = $1 and r.status = 'active' and `+l.Conditions()+` group by 1 order by 1`, l.Args...)
	}, func(answers pgx.BatchResults) error {
		var code string
		if err := answers.QueryRow().Scan(&code); err != nil {
			return err
		}
		rates, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		found, err := answers.Query()
		if err != nil {
			return err
		}
		sums.Records = 0
		var parts []catalog.Sum
		var of, digits string
		var records int64
		_, err = pgx.ForEachRow(found, []any{&of, &digits, &records}, func() error {
			amount, _ := new(big.Int).SetString(digits, 10)
			parts = append(parts, catalog.Sum{CurrencyCode: of, Amount: amount})
			sums.Records += records
			return nil
		})
		sums.Insured = catalog.NewMoney(code, catalog.NewRates(inventory.ThisDay(), rates), parts...)
		return err
	})
	return sums, err
}
