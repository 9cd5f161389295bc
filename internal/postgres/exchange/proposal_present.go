package exchange

import (
	"context"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// Present reads, in one round trip, the items and copies that proposals are about, with what names
// their values: only what the changes are of.
func Present(ctx context.Context, r engine.Reader, all []importing.Proposal) (*importing.Structure, map[int64]*importing.Item, error) {
	var ids, collections []int64
	fields := map[string]bool{}
	for _, p := range all {
		collections = append(collections, p.CollectionID)
		if p.ItemID != nil {
			ids = append(ids, *p.ItemID)
		}
		for _, c := range p.Changes {
			fields[c.Field] = true
		}
	}
	l := &look{ctx: ctx, account: r.AccountID(), ids: ids, collections: collections, s: &importing.Structure{}}
	reads := []func(engine.Reader) error{l.itemsOf, l.copiesOf, l.purchases, l.values, l.collectionsOf, l.types, l.customFields}
	for _, list := range []struct {
		field string
		to    *[]importing.Node
		sql   string
	}{
		{"location", &l.s.Locations, `select id, parent_id, name from locations where account_id = $1`},
		{"tags", &l.s.Tags, `select id, null::bigint as parent_id, name from tags where account_id = $1`},
		{"series", &l.s.Series, `select id, null::bigint as parent_id, name from series where account_id = $1`},
		{"condition", &l.s.Conditions, `select id, null::bigint as parent_id, name from item_conditions where account_id = $1`},
	} {
		if fields[list.field] {
			reads = append(reads, func(r engine.Reader) (err error) {
				*list.to, err = engine.All[importing.Node](ctx, r, list.sql, l.account)
				return err
			})
		}
	}
	if fields["category"] {
		reads = append(reads, l.sorted(`select id, parent_id, name, collection_id from categories where account_id = $1 and collection_id = any($2)`, &l.categories))
	}
	if fields["set"] {
		reads = append(reads, l.sorted(`select id, null::bigint as parent_id, name, collection_id from sets where account_id = $1 and collection_id = any($2)`, &l.sets))
	}
	if err := engine.AccountWide(r).Together(reads...); err != nil {
		return nil, nil, err
	}
	return l.s, l.put(), nil
}

// look is what is read for proposals.
type look struct {
	ctx              context.Context
	account          int64
	ids, collections []int64

	s                *importing.Structure
	items            []catalog.Item
	copies           []catalog.Copy
	bought           []catalog.Transaction
	valued           []catalog.Valuation
	categories, sets []sortedNode
	kinds            []named
	custom           []catalog.CustomField
	found            []importing.Collection
}

type named struct {
	ID   int64
	Name string
}

type sortedNode struct {
	importing.Node
	CollectionID int64
}

func (l *look) itemsOf(r engine.Reader) (err error) {
	l.items, err = engine.All[catalog.Item](l.ctx, r, inventory.ItemTable.Query(`i.account_id = $1 and i.id = any($2)`), l.account, l.ids)
	return err
}

func (l *look) copiesOf(r engine.Reader) (err error) {
	l.copies, err = engine.All[catalog.Copy](l.ctx, r, inventory.CopyTable.Query(`c.account_id = $1 and c.item_id = any($2) order by c.id`), l.account, l.ids)
	return err
}

// ofCopies joins the copies of the items with their records, one copy after the other.
const ofCopies = ` from (select id from copies where account_id = $1 and item_id = any($2)) c cross join lateral (select * from `

func (l *look) purchases(r engine.Reader) (err error) {
	l.bought, err = engine.All[catalog.Transaction](l.ctx, r, `select r.*`+ofCopies+`(select `+ledger.TransactionTable.Columns()+` from transactions where account_id = $1 and copy_id = c.id and type = 'purchase' order by occurred_at, id limit 1) one) r`, l.account, l.ids)
	return err
}

func (l *look) values(r engine.Reader) (err error) {
	l.valued, err = engine.All[catalog.Valuation](l.ctx, r, `select r.*`+ofCopies+`(select `+ledger.ValuationTable.Columns()+` from valuations where account_id = $1 and copy_id = c.id order by valued_at desc, id desc limit 1) one) r`, l.account, l.ids)
	return err
}

func (l *look) collectionsOf(r engine.Reader) error {
	found, err := engine.All[struct {
		ID                   int64
		UUID, Name, Currency string
	}](l.ctx, r, `select id, uuid::text, name, currency from collections where account_id = $1 and id = any($2)`, l.account, l.collections)
	for _, c := range found {
		l.found = append(l.found, importing.Collection{ID: c.ID, UUID: c.UUID, Name: c.Name, Currency: c.Currency})
	}
	return err
}

func (l *look) types(r engine.Reader) (err error) {
	l.kinds, err = engine.All[named](l.ctx, r, `select id, name from collection_types where account_id = $1 order by id`, l.account)
	return err
}

func (l *look) customFields(r engine.Reader) (err error) {
	l.custom, err = engine.All[catalog.CustomField](l.ctx, r, inventory.CustomFieldTable.Query(`account_id = $1 order by collection_type_id, position, id`), l.account)
	return err
}

func (l *look) sorted(sql string, to *[]sortedNode) func(engine.Reader) error {
	return func(r engine.Reader) (err error) {
		*to, err = engine.All[sortedNode](l.ctx, r, sql, l.account, l.collections)
		return err
	}
}

// put puts everything where it belongs.
func (l *look) put() map[int64]*importing.Item {
	for i := range l.found {
		c := &l.found[i]
		for _, n := range l.categories {
			if n.CollectionID == c.ID {
				c.Categories = append(c.Categories, n.Node)
			}
		}
		for _, n := range l.sets {
			if n.CollectionID == c.ID {
				c.Sets = append(c.Sets, n.Node)
			}
		}
		l.s.AddCollection(c)
	}
	for _, k := range l.kinds {
		t := &importing.Type{ID: k.ID, Name: k.Name}
		for _, f := range l.custom {
			if f.CollectionTypeID == k.ID {
				t.Fields = append(t.Fields, f)
			}
		}
		l.s.Types = append(l.s.Types, t)
	}
	items := map[int64]*importing.Item{}
	for _, i := range l.items {
		items[i.ID] = &importing.Item{Item: i}
	}
	for _, c := range l.copies {
		made := &importing.Copy{Copy: c}
		if n := slices.IndexFunc(l.bought, func(t catalog.Transaction) bool { return t.CopyID == c.ID }); n >= 0 {
			made.Purchase = &l.bought[n]
		}
		if n := slices.IndexFunc(l.valued, func(v catalog.Valuation) bool { return v.CopyID == c.ID }); n >= 0 {
			made.Valuation = &l.valued[n]
		}
		if item := items[c.ItemID]; item != nil { // it may have gone just now
			item.Copies = append(item.Copies, made)
		}
	}
	return items
}
