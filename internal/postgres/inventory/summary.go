package inventory

import (
	"context"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// summed describes parents by SQL; $2 are their ids, $3 the collections that the caller
// sees.
type summed struct {
	sums  string // of the parents, by currency
	about string // of the parents: parent, currency, items, wanted_items, main_photo_id
}

var (
	ofItems = summed{
		sums: sumsOf(`select c.item_id as parent, c.* from copies c where c.account_id = $1 and c.item_id = any($2)`),
		about: `select i.id as parent, o.currency, 0::bigint as items, 0::bigint as wanted_items, (select p.id from photos p where p.account_id = $1 and p.item_id = i.id and p.is_main) as main_photo_id
			from items i join collections o on o.account_id = $1 and o.id = i.collection_id where i.account_id = $1 and i.id = any($2)`,
	}
	ofCollections = summed{
		sums: `select collection_id as parent, nullif(currency_code, '') as currency_code, sum(copies)::bigint as copies, sum(held)::bigint as held,
			sum(quantity)::text as quantity, case when sum(held) > 0 then sum(value)::text end as value
			from collection_sums where account_id = $1 and collection_id = any($2) and ($3::bigint[] is null or true) group by 1, 2`,
		about: `select o.id as parent, o.currency, (select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collection_items' and parent_id = o.id) as items,
			(select count(*) from items i where i.account_id = $1 and i.wanted and i.collection_id = o.id) as wanted_items, null::bigint as main_photo_id from collections o where o.account_id = $1 and o.id = any($2)`,
	}
	atLocations = summed{
		sums: sumsOf(`select c.location_id as parent, c.* from copies c where c.account_id = $1 and c.location_id = any($2)
			and ($3::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = c.item_id and i.collection_id = any($3)))`),
		about: `select l.id as parent, a.currency, 0::bigint as items, 0::bigint as wanted_items, null::bigint as main_photo_id from locations l join accounts a on a.id = $1
			where l.account_id = $1 and l.id = any($2)`,
	}
	inCategories = summed{
		sums: sumsOf(`select i.category_id as parent, c.* from items i cross join lateral (select * from copies where account_id = $1 and item_id = i.id offset 0) c
			where i.account_id = $1 and i.category_id = any($2)`),
		about: `select g.id as parent, o.currency, 0::bigint as items, 0::bigint as wanted_items, null::bigint as main_photo_id from categories g
			join collections o on o.account_id = $1 and o.id = g.collection_id where g.account_id = $1 and g.id = any($2)`,
	}
)

// sumsOf adds up copies of parents.
func sumsOf(copies string) string {
	return `select c.parent, c.value_currency_code as currency_code, count(*) as copies, count(*) filter (where ` + IsHeld + `) as held,
		coalesce(sum(c.quantity) filter (where ` + IsHeld + `), 0)::text as quantity, (sum(c.estimated_value * c.quantity) filter (where ` + IsHeld + `))::text as value
		from (` + copies + `) c where $3::bigint[] is null or true group by 1, 2`
}

// Summaries of objects that the caller sees, by id.
func ItemSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return summaries(ctx, r, ofItems, ids)
}

func CollectionSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return summaries(ctx, r, ofCollections, ids)
}

func LocationSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return summaries(ctx, r, atLocations, ids)
}

// counts are summaries with only the number of items, by a query with the ids $2 and the visible
// collections $3.
func counts(ctx context.Context, r engine.Reader, query string, ids []int64) (map[int64]catalog.Summary, error) {
	found, err := engine.All[struct{ ID, Items int64 }](ctx, engine.Narrowed(r), query, r.AccountID(), ids, r.CollectionIDs())
	summaries := map[int64]catalog.Summary{}
	for _, f := range found {
		summaries[f.ID] = catalog.Summary{Items: f.Items}
	}
	return summaries, err
}

func summaries(ctx context.Context, r engine.Reader, of summed, ids []int64) (map[int64]catalog.Summary, error) {
	all := map[int64]catalog.Summary{}
	var sums map[int64][]catalog.Sum
	err := engine.Ask(ctx, engine.Narrowed(r), func(b *pgx.Batch) {
		QueueRates(b, r.AccountID(), ThisDay())
		b.Queue(of.sums, r.AccountID(), ids, r.CollectionIDs())
		b.Queue(of.about, r.AccountID(), ids)
	}, func(answers pgx.BatchResults) error {
		all, sums = map[int64]catalog.Summary{}, map[int64][]catalog.Sum{}
		known, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		counted, err := engine.Rows[SummedCopies](answers)
		if err != nil {
			return err
		}
		for _, c := range counted {
			s := all[c.Parent]
			s.Copies, s.Held, s.Quantity = s.Copies+c.Copies, s.Held+c.Held, catalog.AddPieces(s.Quantity, *c.Quantity)
			all[c.Parent] = s
			if sum, ok := c.Sum(); ok {
				sums[c.Parent] = append(sums[c.Parent], sum)
			}
		}
		parents, err := engine.Rows[summedParent](answers)
		rates := catalog.NewRates(ThisDay(), known)
		for _, p := range parents {
			s := all[p.Parent]
			s.Items, s.WantedItems, s.MainPhotoID = p.Items, p.WantedItems, p.MainPhotoID
			s.Value = catalog.NewMoney(p.Currency, rates, sums[p.Parent]...)
			all[p.Parent] = s
		}
		return err
	})
	return all, err
}

// SummedCopies is the sum over a parent's copies that are valued in one currency, or not at all.
type SummedCopies struct {
	Parent          int64
	CurrencyCode    *string
	Copies, Held    int64
	Quantity, Value *string // of any length
}

func (c SummedCopies) Sum() (catalog.Sum, bool) {
	if c.CurrencyCode == nil || c.Value == nil {
		return catalog.Sum{}, false
	}
	amount, ok := new(big.Int).SetString(*c.Value, 10)
	return catalog.Sum{CurrencyCode: *c.CurrencyCode, Amount: amount}, ok
}

type summedParent struct {
	Parent      int64
	Currency    string
	Items       int64
	WantedItems int64
	MainPhotoID *int64
}
