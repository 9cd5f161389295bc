package figures

import (
	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

const (
	// wantedItems counts the items of some collections, or of all, that are wanted.
	wantedItems = `select count(*) as n from items where account_id = $1 and wanted and ($2::bigint[] is null or collection_id = any($2))`

	// itemsByCategory counts the items of a collection, those without a category last.
	itemsByCategory = `select g.id, c.name, g.n from (select category_id as id, count(*) as n from items where account_id = $1 and collection_id = $2 group by 1) g
		left join categories c on c.account_id = $1 and c.id = g.id order by g.id is null, g.n desc, g.id`

	// completion sums the sets of a collection that have a target. A set counts no more than its target.
	completion = `select count(*) as sets, coalesce(sum(s.target_count), 0)::bigint as target, coalesce(sum(least(i.owned, s.target_count)), 0)::bigint as owned
		from sets s cross join lateral (
			select count(*) as owned from items i where i.account_id = $1 and i.set_id = s.id
			and exists (select from copies c where c.account_id = $1 and c.item_id = i.id and ` + inventory.IsHeld + ` offset 0)
		) i where s.account_id = $1 and s.collection_id = $2 and s.target_count is not null`
)

func queueSorted(b *pgx.Batch, account, collection int64) {
	b.Queue(wantedItems, account, []int64{collection})
	b.Queue(itemsByCategory, account, collection)
	b.Queue(completion, account, collection)
}

// readSorted reads the answers to queueSorted.
func readSorted(answers pgx.BatchResults, found *catalog.Statistics) error {
	if err := answers.QueryRow().Scan(&found.Totals.WantedItems); err != nil {
		return err
	}
	counted, err := engine.Rows[struct {
		ID   *int64
		Name *string
		N    int64
	}](answers)
	if err != nil {
		return err
	}
	parts := make([]catalog.Share, len(counted))
	for i, c := range counted {
		parts[i] = catalog.Share{Label: c.Name, Count: c.N}
	}
	found.ByCategory = catalog.Shares(catalog.Largest(parts))
	sets, err := engine.ExactlyOne(engine.Rows[catalog.SetsCompletion](answers))
	if err == nil && sets.Sets > 0 {
		found.SetsCompletion = &sets
	}
	return err
}
