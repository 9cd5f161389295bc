package postgres

import (
	"context"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// insured is the list of all insurance records, with what they cover.
var insured = resource[catalog.InsuredCopy]{
	table: table{`insurance_records`, `r`},
	columns: `r.id, r.uuid::text, r.copy_id, r.provider, r.insured_value, r.status, r.currency_code, r.policy_number, r.coverage_type, r.deductible_amount,
		r.deductible_currency_code, r.starts_at, r.ends_at, r.is_scheduled_item, r.contact_name, r.contact_email, r.contact_phone, r.note, r.created_at, r.updated_at,
		(select identifier from copies where account_id = $1 and id = r.copy_id) as copy_identifier,
		(select item_id from copies where account_id = $1 and id = r.copy_id) as item_id, ` +
		coveredItem(`i.name`) + ` as item_name, ` + coveredItem(`i.collection_id`) + ` as collection_id, ` +
		coveredItem(`(select name from collections where account_id = $1 and id = i.collection_id)`) + ` as collection_name`,
	order: sorting{{sql: `r.id`}},
}

// coveredItem is something of the item that a record's copy is of.
func coveredItem(what string) string {
	return `(select ` + what + ` from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = r.copy_id)`
}

// inCollections is the condition that a record's copy is in some collections.
func inCollections(ids string) string {
	return `r.copy_id in (select c.id from items i join copies c on c.account_id = $1 and c.item_id = i.id where i.account_id = $1 and i.collection_id = any(` + ids + `))`
}

// insuredList is the list that a filter describes.
func (r Reader) insuredList(f catalog.InsuranceFilter) list {
	l := insured.list(r)
	switch byEnd := (sorting{{sql: `r.ends_at`, kind: day, nulls: "last"}, {sql: `r.id`}}); f.Sort {
	case "ends_at":
		l.order = byEnd
	case "-ends_at":
		l.order = byEnd.reversed()
	}
	if f.Status != "" {
		l.and(`r.status = ` + l.arg(f.Status))
	}
	if f.Provider != "" {
		l.and(`r.provider = ` + l.arg(f.Provider))
	}
	if f.CopyID != nil {
		l.and(`r.copy_id = ` + l.arg(*f.CopyID))
	}
	if f.EndsBefore != nil {
		l.and(`r.ends_at < ` + l.arg(*f.EndsBefore))
	}
	if f.CollectionID != nil {
		l.and(inCollections(l.arg([]int64{*f.CollectionID})))
	}
	if r.only != nil {
		l.and(inCollections(l.arg(r.only)))
	}
	l.capped = !f.Whole()
	return l
}

// InsuredCopies lists the insurance records of the account.
func (r Reader) InsuredCopies(ctx context.Context, f catalog.InsuranceFilter, p catalog.Paging) (catalog.Page[catalog.InsuredCopy], error) {
	return page[catalog.InsuredCopy](ctx, narrowed(r), p, r.insuredList(f))
}

// InsuranceSums adds up what the active records of the list insure, in the currency
// of the collection or of the account.
func (r Reader) InsuranceSums(ctx context.Context, f catalog.InsuranceFilter) (sums catalog.InsuranceSums, err error) {
	l := r.insuredList(f)
	currency, args := `select currency from accounts where id = $1`, []any{r.account}
	if f.CollectionID != nil {
		currency, args = `select coalesce((select currency from collections where account_id = $1 and id = $2), (select currency from accounts where id = $1))`, append(args, *f.CollectionID)
	}
	err = narrowed(r).list(ctx, func(b *pgx.Batch) {
		b.Queue(currency, args...)
		queueRates(b, r.account, thisDay())
		b.Queue(`select r.currency_code, sum(r.insured_value)::text, count(*) from insurance_records r where r.account_id = $1 and r.status = 'active' and `+l.conditions()+` group by 1 order by 1`, l.args...)
	}, func(answers pgx.BatchResults) error {
		var code string
		if err := answers.QueryRow().Scan(&code); err != nil {
			return err
		}
		rates, err := rows[catalog.Rate](answers)
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
		sums.Insured = catalog.NewMoney(code, catalog.NewRates(thisDay(), rates), parts...)
		return err
	})
	return sums, err
}
