package figures

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

const (
	inAll = `select count(*) as collections, coalesce(sum(items), 0)::bigint as items from (
		select (select coalesce(sum(n), 0) from totals where account_id = $1 and list = 'collection_items' and parent_id = c.id) as items
		from collections c where c.account_id = $1 and ($2::bigint[] is null or c.id = any($2))) q`

	latestCollections = `select c.id, c.name, c.emoji, c.updated_at,
			(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collection_items' and parent_id = c.id) as items
		from collections c where c.account_id = $1 and ($2::bigint[] is null or c.id = any($2)) order by c.updated_at desc, c.id desc limit 4`

	recentAdditions = `select i.id, i.name, i.collection_id, (select name from collections where account_id = $1 and id = i.collection_id) as collection_name,
			(select id from photos where account_id = $1 and item_id = i.id and is_main) as main_photo_id, i.created_at
		from items i where i.account_id = $1 and ($2::bigint[] is null or i.collection_id = any($2)) order by i.created_at desc, i.id desc limit 5`

	loanCounts = `select count(*) filter (where l.status = 'active' and l.direction = 'outgoing') as outgoing, count(*) filter (where l.status = 'active' and l.direction = 'incoming') as incoming,
			count(*) filter (where l.status = 'active' and l.due_at < $3) as overdue, count(*) filter (where l.status = 'active' and l.due_at between $3 and $4) as due_soon,
			count(*) filter (where l.status = 'planned') as planned
		from loans l where l.account_id = $1 and l.status in ('active', 'planned') and `
)

// Dashboard is the start page of an account. A limited key sees its collections only.
func Dashboard(ctx context.Context, r engine.Reader) (catalog.Dashboard, error) {
	r = engine.Narrowed(r)
	return computed(ctx, r, r.CollectionIDs(), "dashboard", func(now circumstances) (catalog.Dashboard, int, error) {
		found, err := dashboard(ctx, r, now)
		return found, 32 << 10, err
	})
}

var errUnknown = errors.New("the answer is not in memory")

// KnownDashboard is the dashboard if it is cached, else nil: the page shows the rest at once.
func KnownDashboard(ctx context.Context, r engine.Reader) (*catalog.Dashboard, error) {
	return known[catalog.Dashboard](ctx, r, "dashboard")
}

// known is a cached answer about the account, or nil.
func known[T any](ctx context.Context, r engine.Reader, what string) (*T, error) {
	found, err := computed(ctx, engine.Narrowed(r), r.CollectionIDs(), what, func(circumstances) (none T, _ int, _ error) {
		return none, 0, errUnknown
	})
	switch {
	case errors.Is(err, errUnknown):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &found, nil
}

func dashboard(ctx context.Context, r engine.Reader, now circumstances) (catalog.Dashboard, error) {
	of, values, cover, watch := now.selection(r.CollectionIDs()), monthly(now.day), monthly(now.day).insured(), newWatch(catalog.AttentionFilter{}, now)
	found, fresh := catalog.Dashboard{ID: r.AccountID(), CurrencyCode: now.CurrencyCode}, int64(0)
	err := engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
		b.Queue(inAll, r.AccountID(), r.CollectionIDs())
		b.Queue(wantedItems, r.AccountID(), r.CollectionIDs())
		of.queueFigures(b, r.AccountID(), now.day)
		b.Queue(latestCollections, r.AccountID(), r.CollectionIDs())
		b.Queue(recentAdditions, r.AccountID(), r.CollectionIDs())
		b.Queue(loanCounts+inCollections(`l.copy_id`, `$2`), r.AccountID(), r.CollectionIDs(), now.day, now.day.AddDate(0, 0, int(now.AttentionDays)))
		queueCover(b, r.AccountID(), r.CollectionIDs(), now)
		watch.queue(b, r.AccountID(), r.CollectionIDs(), watch.counted())
	}, Read: func(answers pgx.BatchResults) error {
		all, err := engine.Last[struct{ Collections, Items int64 }](answers, 1)
		if err != nil {
			return err
		}
		wanted := int64(0)
		if err := answers.QueryRow().Scan(&wanted); err != nil {
			return err
		}
		figures, err := readFigures(answers)
		if err != nil {
			return err
		}
		found.Collections, found.Totals = all.Collections, figures.in(now.CurrencyCode, now.rates)
		found.Totals.Items, found.Totals.WantedItems = all.Items, wanted
		found.ValueByLocation = greatest(figures.byLocation(now.CurrencyCode, now.rates))
		if found.Latest, err = engine.Rows[catalog.LatestCollection](answers); err != nil {
			return err
		}
		if found.RecentAdditions, err = engine.Rows[catalog.Addition](answers); err != nil {
			return err
		}
		if found.Loans, err = engine.ExactlyOne(engine.Rows[catalog.LoanCounts](answers)); err != nil {
			return err
		}
		if found.Cover, err = readCover(answers, figures.value, now.CurrencyCode, now.rates); err != nil {
			return err
		}
		found.Attention, err = watch.readCounts(answers)
		return err
	}}, engine.Inquiry{Queue: func(b *pgx.Batch) {
		b.Queue(itemsSince, r.AccountID(), r.CollectionIDs(), catalog.Months(now.day)[11])
		values.queue(b, r.AccountID(), of)
		cover.queue(b, r.AccountID(), of)
	}, Read: func(answers pgx.BatchResults) error {
		if err := answers.QueryRow().Scan(&fresh); err != nil {
			return err
		}
		if err := values.read(answers); err != nil {
			return err
		}
		return cover.read(answers)
	}})
	found.Totals.ItemsAddedThisMonth, found.ValueOverTime, found.InsuredOverTime = fresh, values.in(now.CurrencyCode), cover.in(now.CurrencyCode)
	return found, err
}

// greatest are the five locations of the greatest value.
func greatest(all []catalog.NamedValue) []catalog.NamedValue {
	if n := len(all); n > 0 && all[n-1].ID == nil {
		all = all[:n-1]
	}
	return all[:min(5, len(all))]
}
