package inventory

import (
	"context"
	"strconv"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// Havings tell of items whether they are there, by item. Of an item with very many copies
// the first hundred count.
func Havings(ctx context.Context, r engine.Reader, items []int64) (map[int64]catalog.Having, error) {
	found, err := engine.All[catalog.Having](ctx, engine.Narrowed(r), havings(`select distinct unnest($2::bigint[]) as id`), r.AccountID(), items, r.CollectionIDs())
	all := map[int64]catalog.Having{}
	for _, h := range found {
		all[h.ItemID] = h
	}
	return all, err
}

const (
	sameNamed  = 3     // items that SameName tells of
	samePlaces = 1_000 // of the rarest word
	sameWords  = 30
)

// SameName tells of the items that have every word of a name in theirs, the nearest first. A single
// word, or words that all are in very many items, find only the same name.
func SameName(ctx context.Context, r engine.Reader, name string) ([]catalog.Having, error) {
	words := catalog.Words(name)
	if len(words) == 0 || len(words) > sameWords || utf8.RuneCountInString(name) > catalog.MaxName {
		return nil, nil
	}
	return engine.All[catalog.Having](ctx, engine.Narrowed(r), `
		with rarest as materialized (
			select q.word from unnest($2::text[]) q (word)
			cross join lateral (select count(*) as n from (select from item_words where account_id = $1 and word = q.word limit `+strconv.Itoa(samePlaces)+`) p offset 0) c
			order by c.n limit 1),
		same as materialized (
			select id from (
				(select id, sort_name from items where account_id = $1 and sort_name = $4 and ($3::bigint[] is null or collection_id = any($3)) order by id limit `+strconv.Itoa(sameNamed)+`)
				union
				select i.id, i.sort_name from rarest
				cross join lateral (select item_id from item_words where account_id = $1 and word = rarest.word limit `+strconv.Itoa(samePlaces)+`) w
				cross join lateral (select id, sort_name from items where account_id = $1 and id = w.item_id and ($3::bigint[] is null or collection_id = any($3)) offset 0) i
				where cardinality($2::text[]) > 1 and not exists (
					select from unnest($2::text[]) q (word) where strpos(i.sort_name, q.word) = 0
						or not exists (select from item_words where account_id = $1 and word = q.word and item_id = i.id offset 0) offset 0)
			) q order by sort_name <> $4, length(sort_name), id limit `+strconv.Itoa(sameNamed)+`)`+
		havings(`select id from same`)+` order by i.sort_name <> $4, length(i.sort_name), i.id`, r.AccountID(), words, r.CollectionIDs(), catalog.Fold(name))
}

// havings tells of the asked items.
func havings(asked string) string {
	return `
		select i.id as item_id, i.name, i.wanted, i.wanted_priority, i.wanted_max_price, i.wanted_currency_code,
			h.quantity, h.conditions, h.places, h.borrowers, h.lent_until, h.gone, h.gone_at, h.ordered, h.copies
		from (` + asked + `) asked
		cross join lateral (select * from items where account_id = $1 and id = asked.id and ($3::bigint[] is null or collection_id = any($3)) offset 0) i
		cross join lateral (
			select least(coalesce(sum(quantity) filter (where held), 0), 9223372036854775807)::bigint as quantity,
				coalesce(array_agg(distinct condition) filter (where held and condition is not null), '{}') as conditions,
				coalesce(array_agg(distinct place) filter (where held and place is not null), '{}') as places,
				coalesce(array_agg(distinct party) filter (where party is not null), '{}') as borrowers, min(due_at) as lent_until,
				(array_agg(status order by disposed_at desc nulls last) filter (where gone))[1] as gone,
				max(disposed_at) filter (where gone) as gone_at, coalesce(bool_or(status = 'ordered'), false) as ordered, count(c.id) as copies
			from (
				select c.*, ` + IsHeld + ` as held, ` + isGone + ` as gone, g.name as condition, p.name as place, l.party, l.due_at
				from (select * from copies where account_id = $1 and item_id = i.id order by id limit 100) c
				left join lateral (select name from item_conditions where account_id = $1 and id = c.item_condition_id offset 0) g on true
				left join lateral (select name from locations where account_id = $1 and id = c.location_id offset 0) p on true
				left join lateral (select party, due_at from loans where account_id = $1 and copy_id = c.id and status = 'active' and direction = 'outgoing' offset 0) l on true
			) c
		) h`
}
