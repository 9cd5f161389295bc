package inventory

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// finder describes how objects of a kind are found: by the tables of words or, for few objects, by
// comparing all names in Go, which alone folds words.
type finder struct {
	table engine.Table
	words engine.WordFilter // nil compares all names
	name  string            // the column whose beginning an index compares, if any

	hit    string // the columns of catalog.Hit
	joined string // the joins for these columns
	within string // the column of its collection
	some   string // condition for objects with anything to compare
}

const (
	// manyNames limits the names compared; the result says if there are more.
	manyNames = 20_000
	// wordPlaces limits the index entries read for a single word; one object may have several.
	wordPlaces = 4_000
)

const (
	ofCollection   = ` cross join lateral (select name from collections where account_id = $1 and id = i.collection_id offset 0) o`
	withCollection = ` cross join lateral (select name from collections where account_id = $1 and id = q.collection_id offset 0) o`
	itemOfCopy     = ` cross join lateral (select id, name, collection_id from items where account_id = $1 and id = c.item_id offset 0) i`
)

// Kinds with only a name to compare.
const (
	inTheAccount    = `q.id, q.name, q.name as title, null::text as context, null::bigint as collection_id, null::bigint as item_id, null::bigint as copy_id, '{}'::text[] as texts`
	inItsCollection = `q.id, q.name, q.name as title, o.name as context, q.collection_id, null::bigint as item_id, null::bigint as copy_id, '{}'::text[] as texts`
)

var finders = map[string]finder{
	"item": {table: engine.Table{Name: `items`, Alias: `i`}, words: itemsWithWord, name: `sort_name`, within: `i.collection_id`,
		hit: `i.id, i.name, i.name as title, o.name as context, i.collection_id, i.id as item_id, null::bigint as copy_id, null::text[] as texts`, joined: ofCollection},
	"copy": {table: engine.Table{Name: `copies`, Alias: `c`}, words: copiesWithOwnWord, within: `i.collection_id`,
		hit: `c.id, c.identifier as name, coalesce(c.identifier, i.name) as title, i.name as context, i.collection_id, i.id as item_id, c.id as copy_id, null::text[] as texts`, joined: itemOfCopy},
	"collection": {table: engine.Table{Name: `collections`, Alias: `c`}, within: `c.id`,
		hit: `c.id, c.name, c.name as title, null::text as context, c.id as collection_id, null::bigint as item_id, null::bigint as copy_id, '{}'::text[] as texts`},
	"location": {table: engine.Table{Name: `locations`, Alias: `l`},
		hit:    `l.id, l.name, l.name as title, p.name as context, null::bigint as collection_id, null::bigint as item_id, null::bigint as copy_id, '{}'::text[] as texts`,
		joined: ` left join lateral (select name from locations where account_id = $1 and id = l.parent_id offset 0) p on true`},
	catalog.TypeKind: {table: engine.Table{Name: `collection_types`, Alias: `q`}, hit: inTheAccount},
	"category":       {table: engine.Table{Name: `categories`, Alias: `q`}, within: `q.collection_id`, hit: inItsCollection, joined: withCollection},
	"set":            {table: engine.Table{Name: `sets`, Alias: `q`}, within: `q.collection_id`, hit: inItsCollection, joined: withCollection},
	"series":         {table: engine.Table{Name: `series`, Alias: `q`}, hit: inTheAccount},
	"tag":            {table: engine.Table{Name: `tags`, Alias: `q`}, hit: inTheAccount},
	"loan": {table: engine.Table{Name: `loans`, Alias: `l`}, within: `i.collection_id`,
		hit:    `l.id, l.party as name, l.party as title, i.name as context, i.collection_id, i.id as item_id, l.copy_id, '{}'::text[] as texts`,
		joined: ` cross join lateral (select item_id from copies where account_id = $1 and id = l.copy_id offset 0) c` + itemOfCopy},
	"photo": {table: engine.Table{Name: `photos`, Alias: `p`}, within: `i.collection_id`, some: ` and p.caption is not null`,
		hit:    `p.id, p.caption as name, p.caption as title, i.name as context, i.collection_id, i.id as item_id, null::bigint as copy_id, '{}'::text[] as texts`,
		joined: ` cross join lateral (select id, name, collection_id from items where account_id = $1 and id = p.item_id offset 0) i`},
	"document": {table: engine.Table{Name: `documents`, Alias: `d`}, within: `i.collection_id`,
		hit:    `d.id, d.name, d.name as title, i.name as context, i.collection_id, i.id as item_id, d.copy_id, array_remove(array[d.reference_number], null) as texts`,
		joined: ` cross join lateral (select item_id from copies where account_id = $1 and id = d.copy_id offset 0) c` + itemOfCopy},
}

// copiesWithOwnWord finds copies by the beginning of a word in their own texts.
func copiesWithOwnWord(_ *engine.List, w engine.Word) engine.Filter {
	return engine.Filter{
		Query: `select copy_id from copy_words where account_id = $1 and word >= ` + w.First + ` and word < ` + w.Last,
		Test:  `c.search @@ (select ` + w.Query + `::text::tsquery)`,
	}
}

// Search finds objects of any kind: by names in one round trip, then items and copies by
// words in another, because names say what else these words stand for.
func Search(ctx context.Context, r engine.Reader, in catalog.SearchInput) (none catalog.SearchResults, err error) {
	var asked []string
	for _, kind := range in.Kinds {
		if _, ok := finders[kind]; ok && len(in.Search.Words) > 0 {
			asked = append(asked, kind)
		}
	}
	hits := map[string][]catalog.Hit{}
	read := newReading(r, in.Search)
	find := func(understand bool, kinds []string) error {
		if len(kinds) == 0 {
			return nil
		}
		return engine.NewList(ctx, engine.Narrowed(r), func(b *pgx.Batch) {
			if understand {
				read.queue(b)
			}
			for _, kind := range kinds {
				finders[kind].queue(b, r, in)
			}
		}, func(answers pgx.BatchResults) (err error) {
			if understand {
				if err := read.receive(answers); err != nil {
					return err
				}
			}
			for _, kind := range kinds {
				if hits[kind], err = engine.Rows[catalog.Hit](answers); err != nil {
					return err
				}
			}
			return nil
		})
	}
	byName := slices.DeleteFunc(slices.Clone(asked), func(kind string) bool { return finders[kind].words != nil })
	byWord := slices.DeleteFunc(asked, func(kind string) bool { return finders[kind].words == nil })
	if err := find(true, byName); err != nil {
		return none, err
	}
	if len(byName) == 0 && len(byWord) > 0 {
		if err := engine.Ask(ctx, engine.AccountWide(r), read.queue, read.receive); err != nil {
			return none, err
		}
	}
	in.Search = read.search(folded(hits, read.missing))
	if err := find(false, byWord); err != nil {
		return none, err
	}
	results := catalog.SearchResults{Query: in.Query, Search: in.Search}
	for _, kind := range in.Kinds {
		results.Groups = append(results.Groups, finders[kind].best(kind, in, hits[kind]))
	}
	return results, nil
}

// folded are the texts of hits that were found by name, if a word is missing.
func folded(hits map[string][]catalog.Hit, missing []string) (texts []string) {
	if len(missing) == 0 {
		return nil
	}
	for _, all := range hits {
		for _, h := range all {
			if h.Name != nil {
				texts = append(texts, catalog.Fold(*h.Name))
			}
			for _, text := range h.Texts {
				texts = append(texts, catalog.Fold(text))
			}
		}
	}
	return texts
}

// FoundTexts are the texts of items besides their names, in the order in which they are
// shown.
func FoundTexts(ctx context.Context, r engine.Reader, items []int64) ([]catalog.FoundText, error) {
	return engine.All[catalog.FoundText](ctx, engine.Narrowed(r), `
		select i.id as item_id, q.field, q.kind, q.text from unnest($2::bigint[]) as wanted (id)
		cross join lateral (select * from items where account_id = $1 and id = wanted.id and ($3::bigint[] is null or collection_id = any($3)) offset 0) i
		cross join lateral (`+foundTexts+`) q order by i.id, q.position`, r.AccountID(), items, r.CollectionIDs())
}

// most is how many candidates are read; one more shows that there are others.
func (f finder) most() int {
	if f.words == nil {
		return manyNames
	}
	return catalog.MaxCandidates
}

func (f finder) best(kind string, in catalog.SearchInput, hits []catalog.Hit) catalog.FoundGroup {
	more := len(hits) > f.most()
	return in.Best(kind, hits[:min(len(hits), f.most())], more)
}

// queue requests the candidates of a kind.
func (f finder) queue(b *pgx.Batch, r engine.Reader, in catalog.SearchInput) {
	l := engine.List{Account: r.AccountID(), Table: f.table, Order: engine.Sorting{{SQL: f.table.Column(`id`)}},
		Where: []string{f.table.Column(`account_id`) + ` = $1`}, Args: []any{r.AccountID()}}
	if f.words == nil {
		sql := `select ` + f.hit + ` from ` + f.table.From() + f.joined + ` where ` + l.Conditions() + f.some + f.visible(&l, r) +
			` order by ` + l.Order.SQL() + ` limit ` + strconv.Itoa(manyNames+1)
		b.Queue(sql, l.Args...)
		return
	}
	with := f.candidates(&l, r, in)
	b.Queue(with+` select `+f.hit+` from (select id as page_id from near order by near, id limit `+strconv.Itoa(catalog.MaxCandidates+1)+`) page
		cross join lateral (select * from `+f.table.Name+` where account_id = $1 and id = page_id offset 0) `+f.table.As()+f.joined+
		` where true`+f.visible(&l, r), l.Args...)
}

// visible excludes objects outside the key's collections.
func (f finder) visible(l *engine.List, r engine.Reader) string {
	if r.CollectionIDs() == nil || f.within == "" {
		return ``
	}
	return ` and ` + f.within + ` = any(` + l.Arg(r.CollectionIDs()) + `)`
}

// candidates are the ids of objects with the words, after those whose name begins with the query, so
// that the best are always among them.
func (f finder) candidates(l *engine.List, r engine.Reader, in catalog.SearchInput) string {
	if r.CollectionIDs() != nil {
		l.And(f.table.Column(`id`) + ` in (` + f.inCollections(l.Arg(r.CollectionIDs())) + `)`)
	}
	with := ``
	if r.CollectionIDs() == nil && len(in.Search.Words) == 1 {
		var places []string
		for _, word := range in.Search.Readings(in.Search.Words[0]) {
			places = append(places, f.words(l, engine.Word{First: l.Arg(word), Last: l.Arg(word + catalog.LastCharacter), Text: word, Sense: in.Search.Senses[word]}).Query)
		}
		with = `with page as materialized (select distinct found_id as id from (` + strings.Join(places, ` union all `) + ` limit ` + strconv.Itoa(wordPlaces) + `) q (found_id))`
	} else {
		l.Search(in.Search, f.words)
		l.Unordered = true
		with = l.Filtered(catalog.Paging{Number: 1, PerPage: catalog.MaxCandidates}, true, false)
	}
	near := `select id, 1 as near from page`
	if f.name != "" {
		begin := catalog.Fold(in.Query)
		from, to := l.Arg(begin), l.Arg(begin+catalog.LastCharacter)
		near += ` union all (select id, 0 from ` + f.table.From() + ` where ` + l.Conditions() + ` and ` + f.name + ` >= ` + from + ` and ` + f.name + ` < ` + to +
			` order by ` + f.name + `, id limit ` + strconv.Itoa(catalog.MaxCandidates+1) + `)`
	}
	return with + `, near as (select id, min(near) as near from (` + near + `) q group by id)`
}

// inCollections are the objects within some collections.
func (f finder) inCollections(only string) string {
	if f.table.Name == `copies` {
		return `select c.id from items i join copies c on c.account_id = $1 and c.item_id = i.id where i.account_id = $1 and i.collection_id = any(` + only + `)`
	}
	return `select id from items where account_id = $1 and collection_id = any(` + only + `)`
}
