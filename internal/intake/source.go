package intake

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// Sources tell of the values of items where they come from, by item. What somebody typed over since comes
// from nowhere but them.
func Sources(ctx context.Context, r postgres.Reader, items []int64) (map[int64][]importing.TakenChange, error) {
	taken, err := exchange.Taken(ctx, r, items)
	if err != nil || len(taken) == 0 {
		return nil, err
	}
	var asked []importing.Proposal // one for each item, with what its fields were given
	for _, t := range taken {
		if n := len(asked); n == 0 || *asked[n-1].ItemID != t.ItemID {
			asked = append(asked, importing.Proposal{ItemID: &t.ItemID, CollectionID: t.CollectionID})
		}
		last := &asked[len(asked)-1]
		last.Changes = append(last.Changes, importing.ProposedChange{Field: t.Field, To: t.Value})
	}
	if err := Review(ctx, r, asked); err != nil {
		return nil, err
	}
	sources, n := map[int64][]importing.TakenChange{}, 0
	for _, p := range asked {
		for _, c := range p.Changes {
			if c.Now == c.To {
				sources[*p.ItemID] = append(sources[*p.ItemID], taken[n])
			}
			n++
		}
	}
	return sources, nil
}
