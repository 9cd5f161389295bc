package inventory

import (
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// understood is a search with what its words stand for.
func understood(ctx context.Context, r engine.Reader, s catalog.Search) (catalog.Search, error) {
	if len(s.Words) == 0 {
		return s, nil
	}
	read := newReading(r, s)
	err := engine.Ask(ctx, engine.AccountWide(r), read.queue, read.receive)
	if err != nil {
		return s, err
	}
	return read.search(nil), nil
}

// reading finds what the words of a search stand for, and what else they may have been
// meant as. Words are folded in the program alone, so it compares all options and names:
// a field has at most 200 options, and no item needs rows for what it chose.
type reading struct {
	catalog.Search
	account    int64
	fields     []catalog.CustomField
	names      []catalog.Name
	missing    []string // words that no item or copy has
	candidates map[string][]string
}

// newReading leaves to members what keys limited to some collections must not learn.
func newReading(r engine.Reader, s catalog.Search) *reading {
	if r.CollectionIDs() != nil {
		s.Wide, s.Forgiving = false, false
	}
	return &reading{Search: s, account: r.AccountID()}
}

func (n *reading) forgives() bool { return n.Forgiving && len(n.Misspellable()) > 0 }

func (n *reading) queue(b *pgx.Batch) {
	b.Queue(customFields.Query(searchedFields(n.Search)), n.account)
	if n.Wide {
		b.Queue(itemNames, n.account)
	}
	if n.forgives() {
		b.Queue(nearWords, n.nearArgs()...)
	}
}

func (n *reading) receive(answers pgx.BatchResults) (err error) {
	if n.fields, err = engine.Rows[catalog.CustomField](answers); err != nil {
		return err
	}
	if n.Wide {
		if n.names, err = engine.Rows[catalog.Name](answers); err != nil {
			return err
		}
		for i := range n.names {
			n.names[i].Name = catalog.Fold(n.names[i].Name)
		}
	}
	if !n.forgives() {
		return nil
	}
	type near struct {
		Typed string
		Word  *string
	}
	found, err := engine.Rows[near](answers)
	n.missing, n.candidates = nil, map[string][]string{}
	for _, f := range found {
		if f.Word == nil {
			n.missing = append(n.missing, f.Typed)
		} else {
			n.candidates[f.Typed] = append(n.candidates[f.Typed], *f.Word)
		}
	}
	return err
}

// search is the search as it was read. Names that are no item's may have a word as well.
func (n *reading) search(others []string) catalog.Search {
	n.Understand(n.fields, n.names)
	for _, typed := range n.missing {
		has := func(text string) bool { return catalog.Begins(text, typed) }
		if _, means := n.Senses[typed]; means || slices.ContainsFunc(others, has) {
			continue
		}
		all := append(n.candidates[typed], catalog.Words(others...)...)
		for _, name := range n.names {
			all = append(all, catalog.Words(name.Name)...)
		}
		for _, field := range n.fields {
			all = append(all, catalog.Words(field.Options...)...)
		}
		if read := catalog.Nearest(typed, all); len(read) > 0 {
			if n.Read == nil {
				n.Read = map[string][]string{}
			}
			n.Read[typed] = read
		}
	}
	if n.Read != nil {
		n.Understand(n.fields, n.names)
	}
	return n.Search
}

// itemNames are the names of what items have, of each kind up to manyNames.
var itemNames = func() string {
	sql := ``
	for _, of := range []struct{ kind, table string }{{"tag", "tags"}, {"category", "categories"}, {"set", "sets"}, {"series", "series"}, {"location", "locations"}} {
		sql += `(select '` + of.kind + `' as kind, id, name from ` + of.table + ` where account_id = $1 order by id limit ` + strconv.Itoa(manyNames) + `) union all `
	}
	return sql + `select 'item', c.item_id, l.party from (
		select copy_id, party from loans where account_id = $1 and status = 'active' order by due_at, id limit ` + strconv.Itoa(manyNames) + `) l
		cross join lateral (select item_id from copies where account_id = $1 and id = l.copy_id offset 0) c`
}()

// nearWords tells which words nothing has, with those that may have been meant. Ends of
// ranges are made by the program: row security lets no index compare what "||" makes.
const nearWords = `with missing as materialized (
		select q.typed from unnest($2::text[], $3::text[]) q (typed, last)
		where not exists (select from item_words where account_id = $1 and word >= q.typed and word < q.last offset 0)
			and not exists (select from item_value_words where account_id = $1 and word >= q.typed and word < q.last offset 0)
			and not exists (select from copy_words where account_id = $1 and word >= q.typed and word < q.last offset 0))
	select typed, null as word from missing
	union all
	select r.typed, w.word from unnest($4::text[], $5::text[], $6::text[], $7::bigint[]) r (typed, first, last, least)
	cross join lateral (select word from words where account_id = $1 and word >= r.first and word < r.last and length(word) >= r.least limit 5000) w
	where r.typed in (select typed from missing)
	union all
	select r.typed, w.word from unnest($8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[]) r (typed, first, last, least, most)
	cross join lateral (select word from words where account_id = $1 and reversed >= r.first and reversed < r.last and length(word) between r.least and r.most limit 5000) w
	where r.typed in (select typed from missing)`

func (n *reading) nearArgs() []any {
	var typed, last []string
	var begins, ends ranges
	for _, word := range n.Misspellable() {
		typed, last = append(typed, word), append(last, word+catalog.LastCharacter)
		b, e := catalog.Near(word)
		begins.add(b)
		ends.add(e)
	}
	return []any{n.account, typed, last, begins.typed, begins.first, begins.last, begins.least, ends.typed, ends.first, ends.last, ends.least, ends.most}
}

// ranges are ranges as columns.
type ranges struct {
	typed, first, last []string
	least, most        []int64
}

func (c *ranges) add(all []catalog.Range) {
	for _, r := range all {
		c.typed, c.first, c.last = append(c.typed, r.Typed), append(c.first, r.First), append(c.last, r.Last)
		c.least, c.most = append(c.least, int64(r.Least)), append(c.most, int64(r.Most))
	}
}
