package exchange

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// errPacked stops reading once the copies are counted.
var errPacked = errors.New("postgres: the copies are counted")

// PackSize is how many copies a pack would have.
func PackSize(ctx context.Context, r engine.Reader, f catalog.PackFilter) (n int64, err error) {
	err = Pack(ctx, r, f, func(h catalog.PackHead) error {
		n = h.Copies
		return errPacked
	}, nil)
	if errors.Is(err, errPacked) {
		err = nil
	}
	return n, err
}

// Pack reads the held copies for an insurer as of one moment, by collection, name and copy. It calls
// begin before the first. A copy is valid until the next. Keys limited to collections get nothing,
// because a pack is about the whole account.
func Pack(ctx context.Context, r engine.Reader, f catalog.PackFilter, begin func(catalog.PackHead) error, one func(*catalog.PackCopy) error) error {
	return engine.Snapshot(ctx, r, listingTime, func(r engine.Reader) error {
		head, err := packHead(ctx, r, f)
		if err != nil {
			return err
		}
		where, args := packed(r.AccountID(), head, f)
		err = engine.Ask(ctx, r, func(b *pgx.Batch) {
			b.Queue(`select count(*) from copies c join items i on i.account_id = $1 and i.id = c.item_id where `+where, args...)
		}, func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&head.Copies) })
		if err == nil {
			err = begin(head)
		}
		if err != nil {
			return err
		}
		found, err := engine.Streamed(r, packedCopies+where+packedOrder, args...)
		if err != nil {
			return err
		}
		return engine.Translate(engine.Each(found, one))
	})
}

// packHead opens the account, and reads the data common to all copies.
func packHead(ctx context.Context, r engine.Reader, f catalog.PackFilter) (head catalog.PackHead, err error) {
	day := inventory.ThisDay()
	err = engine.Ask(ctx, r, func(b *pgx.Batch) {
		b.Queue(atLeisure)
		b.Queue(`select name, currency, uninsured_above, under_insured_percent, attention_days from accounts where id = $1`, r.AccountID())
		b.Queue(`select id, name from collections where account_id = $1 and id = any($2) order by text_key(name), id`, r.AccountID(), f.CollectionIDs)
		inventory.QueueRates(b, r.AccountID(), day)
		b.Queue(listedFields, r.AccountID())
	}, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		head = catalog.PackHead{Day: day}
		if err := answers.QueryRow().Scan(&head.Account, &head.CurrencyCode, &head.UninsuredAbove, &head.UnderInsuredPercent, &head.AttentionDays); err != nil {
			return err
		}
		asked, err := engine.Rows[struct {
			ID   int64
			Name string
		}](answers)
		if err != nil {
			return err
		}
		known := map[int64]bool{}
		for _, c := range asked {
			known[c.ID], head.Collections = true, append(head.Collections, c.Name)
		}
		for _, id := range f.CollectionIDs {
			if !known[id] {
				return fault.On("collection_ids", "The selected %s is invalid.", "collection ids")
			}
		}
		rates, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		head.Rates = catalog.NewRates(day, rates)
		head.Fields, err = engine.Rows[catalog.ListedField](answers)
		return err
	})
	return head, err
}

// packed is the condition that a copy c of an item i is in a pack.
func packed(account int64, h catalog.PackHead, f catalog.PackFilter) (where string, args []any) {
	codes, least := leastWorth(h, f.MinimumValue)
	return packedWhere, []any{account, f.CollectionIDs, h.Day, f.PolicyNumber, f.Provider, codes, least}
}

const packedWhere = `c.account_id = $1 and ` + inventory.IsHeld + ` and ($2::bigint[] is null or i.collection_id = any($2))
		and ($4 = '' and $5 = '' or exists (
			select from insurance_records r where r.account_id = $1 and r.copy_id = c.id and ` + ledger.Covering + ` and ($4 = '' or r.policy_number = $4) and ($5 = '' or r.provider = $5))
			or c.id in (select q.copy_id from policy_cover($1, $3) q cross join lateral unnest(q.policy_ids, q.shares) n (id, share) join policies p on p.account_id = $1 and p.id = n.id
				where n.share > 0 and ($4 = '' or coalesce(p.policy_number, p.name) = $4) and ($5 = '' or p.provider = $5)))
		and ($6::text[] is null or c.estimated_value is not null and coalesce(
			(select c.estimated_value * c.quantity >= t.least from unnest($6, $7::bigint[]) t (code, least) where t.code = c.value_currency_code), true))`

// leastWorth are the smallest amounts, by currency, that are worth a minimum. Currencies without a
// rate are left out.
func leastWorth(h catalog.PackHead, minimum *int64) (codes []string, least []int64) {
	if minimum == nil {
		return nil, nil
	}
	codes, least = []string{h.CurrencyCode}, []int64{*minimum}
	for _, code := range h.Rates.Codes() {
		amount, known := h.Rates.LeastAbove(max(*minimum, 1)-1, h.CurrencyCode, code)
		if !known || code == h.CurrencyCode {
			continue
		}
		if !amount.IsInt64() { // no copy can be worth that much
			amount.SetInt64(math.MaxInt64)
		}
		codes, least = append(codes, code), append(least, amount.Int64())
	}
	return codes, least
}

// midnight writes a day as a JSON timestamp.
func midnight(day string) string { return `to_char(` + day + `, 'YYYY-MM-DD"T00:00:00Z"')` }

// contentOf locates the bytes of a file f.
const contentOf = `'Object', f.object, 'MimeType', f.mime_type, 'Size', f.size, 'SHA256', encode(f.sha256, 'base64')`

// paidByPolicies are what policies q pay of a copy, as if each were a record of that sum. If a rate is
// missing it is none, in the currency that cannot be converted. A policy without a number has its name.
var paidByPolicies = `coalesce((
	select jsonb_agg(jsonb_build_object('Provider', p.provider, 'PolicyNumber', coalesce(p.policy_number, p.name), 'CoverageType', p.coverage_type, 'InsuredValue', coalesce(n.share, 0),
		'CurrencyCode', case when n.share is null then p.currency_code else q.code end, 'DeductibleAmount', p.deductible_amount, 'DeductibleCode', p.deductible_currency_code,
		'StartsAt', ` + midnight(`p.starts_at`) + `, 'EndsAt', ` + midnight(`p.ends_at`) + `, 'Scheduled', false) order by p.id)
	from unnest(q.policy_ids, q.shares) n (id, share) join policies p on p.account_id = $1 and p.id = n.id where q.value is not null and (n.share is null or n.share > 0)), '[]')`

// packedCopies reads copies with all data for insurers, and packedOrder sorts them.
var (
	packedCopies = `
		select c.id as copy_id, i.collection_id, o.name as collection, i.name, c.identifier,
			(select name from item_conditions where account_id = $1 and id = c.item_condition_id) as condition, c.quantity, ` + inventory.PlaceOfCopy + `,
			c.estimated_value as value, c.value_currency_code as value_currency, v.valued_at as value_date, v.type as value_type, v.valuer as value_by,
			coalesce((select jsonb_agg(jsonb_build_object('Provider', r.provider, 'PolicyNumber', r.policy_number, 'CoverageType', r.coverage_type, 'InsuredValue', r.insured_value,
				'CurrencyCode', r.currency_code, 'DeductibleAmount', r.deductible_amount, 'DeductibleCode', r.deductible_currency_code,
				'StartsAt', ` + midnight(`r.starts_at`) + `, 'EndsAt', ` + midnight(`r.ends_at`) + `, 'Scheduled', r.is_scheduled_item) order by r.id)
				from insurance_records r where r.account_id = $1 and r.copy_id = c.id and r.status = 'active'), '[]') || ` + paidByPolicies + ` as policies,
			coalesce((select jsonb_agg(jsonb_build_object(` + contentOf + `) order by p.n) from (
				select file_id, row_number() over (order by copy_id is null, not is_main, position, id) as n from photos
				where account_id = $1 and item_id = i.id and (copy_id is null or copy_id = c.id) order by n limit ` + strconv.Itoa(catalog.PackPhotos) + `) p
				cross join lateral (select * from files where account_id = $1 and id = p.file_id offset 0) f), '[]') as photos,
			coalesce((select jsonb_agg(jsonb_build_object('Type', d.document_type, 'Name', d.name, 'IssuedAt', ` + midnight(`d.issued_at`) + `, 'ReferenceNumber', d.reference_number,
				'ExternalURL', d.external_url, 'Content', case when f.id is not null then jsonb_build_object(` + contentOf + `) end) order by d.id)
				from documents d left join lateral (select * from files where account_id = $1 and id = d.file_id offset 0) f on true
				where d.account_id = $1 and d.copy_id = c.id and d.document_type in ('` + strings.Join(catalog.PackDocuments, `', '`) + `')), '[]') as documents,
			i.description, ` + inventory.CategoryOfItem + `, i.collection_type_id, case when i.collection_type_id is null then '{}' else i.custom_fields end as custom_fields,
			(select jsonb_build_object('OccurredAt', ` + midnight(`t.occurred_at`) + `, 'Counterparty', t.counterparty, 'Total', t.total, 'CurrencyCode', t.currency_code, 'ReferenceNumber', t.reference_number)
				from (select * from transactions where account_id = $1 and copy_id = c.id and type = 'purchase' order by occurred_at, id limit 1) t) as purchase,
			coalesce((select jsonb_agg(jsonb_build_object('Type', n.type, 'Amount', n.amount, 'CurrencyCode', n.currency_code, 'ValuedAt', ` + midnight(`n.valued_at`) + `,
				'Valuer', n.valuer, 'Method', n.method, 'ReferenceNumber', n.reference_number) order by n.valued_at desc, n.id desc)
				from valuations n where n.account_id = $1 and n.copy_id = c.id), '[]') as valuations
		from copies c join items i on i.account_id = $1 and i.id = c.item_id
		cross join lateral (select name from collections where account_id = $1 and id = i.collection_id offset 0) o
		left join policy_cover($1, $3) q on q.copy_id = c.id
		left join lateral (select valued_at, type, valuer from valuations where account_id = $1 and copy_id = c.id order by valued_at desc, id desc limit 1) v on true
		where `

	packedOrder = ` order by text_key(o.name), i.collection_id, text_key(i.name), i.id, c.id`
)
