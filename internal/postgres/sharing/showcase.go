// Package sharing holds the SQL of share links and of shared collections. A Showcase hides its Reader,
// which no other package can reach.
package sharing

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Showcase is a collection as a visitor sees it. It reads only what is shown, so its callers cannot
// show more.
type Showcase struct {
	reader     engine.Reader
	collection int64
	link       int64 // 0 where the collection is public
	shows      []string
}

// Visit finds the collection that a pass opens. It is ErrNotFound if the pass opens nothing; every
// read checks whether the account shares.
func Visit(ctx context.Context, db *engine.DB, p engine.Pass) (Showcase, error) {
	at, reader, err := engine.Visitor(ctx, db, p)
	return Showcase{reader: reader, collection: at.CollectionID, link: at.LinkID, shows: at.Shows}, err
}

// Preview is what a link of a collection would show, for a member.
func Preview(r engine.Reader, collection int64, shows []string) Showcase {
	return Showcase{reader: engine.InCollection(r, collection), collection: collection, shows: shows}
}

// Link is the account and the id of the share link in use; ok is false where the
// collection is public.
func (s Showcase) Link() (account, link int64, ok bool) {
	return s.reader.AccountID(), s.link, s.link != 0
}

// A showcase has its own queries. Each selects the columns of catalog.ShownCollection or
// catalog.ShownItem, and null for hidden ones.

const (
	// isShown is the condition that an item has a held copy.
	isShown = `exists (select from copies c where c.account_id = $1 and c.item_id = i.id and ` + inventory.IsHeld + `)`

	// shownCopies and firstItems bound what is read for one answer.
	shownCopies = `100`
	firstItems  = `200`
)

// Shows reports whether the collection shows something besides names.
func (s Showcase) Shows(what string) bool { return slices.Contains(s.shows, what) }

// Together runs reads at the same time, as those of a Reader.
func (s Showcase) Together(reads ...func(Showcase) error) error {
	parts := make([]func(engine.Reader) error, len(reads))
	for n, read := range reads {
		parts[n] = func(r engine.Reader) error {
			part := s
			part.reader = r
			return read(part)
		}
	}
	return s.reader.Together(parts...)
}

// or is SQL for a shown column, and null for a hidden one.
func (s Showcase) or(what, sql, kind, name string) string {
	if s.Shows(what) {
		return sql + ` as ` + name
	}
	return `null::` + kind + ` as ` + name
}

// ShownCollection is the collection itself. Its number of items is cached until the account changes.
func (s Showcase) ShownCollection(ctx context.Context) (catalog.ShownCollection, error) {
	type known struct {
		catalog.ShownCollection
		Progress string
	}
	// Without a cover, the first items by name are likely to be looked at anyway.
	found, err := engine.One[known](ctx, s.reader, `
		select o.id, o.name, o.emoji, `+s.or(catalog.ShowDescriptions, `o.description`, `text`, `description`)+`, 0::bigint as items, `+s.or(catalog.ShowPhotos, `coalesce((
			select v.photo_id from (select photo_id, item_id from collection_covers where account_id = $1 and collection_id = $2 offset 0) v
			cross join lateral (select i.id from items i where i.account_id = $1 and i.id = v.item_id and `+isShown+` offset 0) i), (
			select p.id from (
				select i.id, i.sort_name from items i where i.account_id = $1 and i.collection_id = $2 and `+isShown+` order by i.sort_name, i.id limit `+firstItems+`
			) i cross join lateral (select p.id from photos p where p.account_id = $1 and p.item_id = i.id and p.is_main offset 0) p order by i.sort_name, i.id limit 1))`,
		`bigint`, `photo_id`)+`, (`+engine.Progress+`) as progress
		from collections o where o.account_id = $1 and o.id = $2`, s.reader.AccountID(), s.collection)
	if err != nil {
		return catalog.ShownCollection{}, err
	}
	found.Items, err = engine.Remembered(s.reader, "shown items of "+engine.FormatID(s.reader.AccountID())+" "+engine.FormatID(s.collection), found.Progress, func() (int64, int, error) {
		counted, err := engine.One[struct{ N int64 }](ctx, s.reader, `
			select count(*) as n from items i where i.account_id = $1 and i.collection_id = $2 and `+isShown, s.reader.AccountID(), s.collection)
		return counted.N, 64, err
	})
	return found.ShownCollection, err
}

// shownItem is a row of an item, whose sums are not yet money.
type shownItem struct {
	ID           int64
	Name         string
	Description  *string
	Type         *string
	Category     *string
	Set          *string
	Series       *string
	Tags         []string
	CustomFields []catalog.ShownValue
	Photos       []catalog.ShownPhoto
	Copies       []catalog.ShownCopy
	Currency     *string
	Sums         map[string]string
}

// columns are those of an item i.
func (s Showcase) columns() string {
	return strings.Join([]string{
		`i.id, i.name`,
		s.or(catalog.ShowDescriptions, `i.description`, `text`, `description`),
		`(select t.name from collection_types t where t.account_id = $1 and t.id = i.collection_type_id) as type`,
		`(select g.name from categories g where g.account_id = $1 and g.id = i.category_id) as category`,
		`(select g.name from sets g where g.account_id = $1 and g.id = i.set_id) as set`,
		`(select g.name from series g where g.account_id = $1 and g.id = i.series_id) as series`,
		s.or(catalog.ShowTags, `array(
			select g.name from item_tags t cross join lateral (select name, name_key from tags where account_id = $1 and id = t.tag_id offset 0) g
			where t.account_id = $1 and t.item_id = i.id order by g.name_key)`, `text[]`, `tags`),
		s.or(catalog.ShowCustomFields, `(
			select coalesce(jsonb_agg(jsonb_build_object('Name', f.name, 'Kind', f.field_type, 'Value', i.custom_fields -> f.id::text) order by f.place nulls first, f.position, f.id), '[]')
			from (select f.*, (select g.position from custom_field_groups g where g.account_id = $1 and g.id = f.group_id) as place from custom_fields f
				where f.account_id = $1 and f.collection_type_id = i.collection_type_id and f.is_public offset 0) f
			where i.custom_fields ? f.id::text)`, `jsonb`, `custom_fields`),
		s.or(catalog.ShowPhotos, `(
			select coalesce(jsonb_agg(jsonb_build_object('ID', p.id, 'Caption', p.caption, 'AltText', p.alt_text, 'Width', p.width, 'Height', p.height)
				order by p.is_main desc, p.position, p.id), '[]')
			from photos p where p.account_id = $1 and p.item_id = i.id)`, `jsonb`, `photos`),
		s.or(catalog.ShowCopies, `(
			select coalesce(jsonb_agg(jsonb_build_object('Condition', (select n.name from item_conditions n where n.account_id = $1 and n.id = c.item_condition_id), 'Quantity', c.quantity)
				order by c.id), '[]')
			from (select c.id, c.item_condition_id, c.quantity from copies c where c.account_id = $1 and c.item_id = i.id and `+inventory.IsHeld+` order by c.id limit `+shownCopies+`) c)`, `jsonb`, `copies`),
		s.or(catalog.ShowValues, `(select o.currency from collections o where o.account_id = $1 and o.id = i.collection_id)`, `text`, `currency`),
		s.or(catalog.ShowValues, `(
			select coalesce(jsonb_object_agg(v.code, v.value), '{}') from (
				select c.value_currency_code as code, sum(c.estimated_value * c.quantity)::text as value
				from copies c where c.account_id = $1 and c.item_id = i.id and `+inventory.IsHeld+` and c.estimated_value is not null group by 1) v)`, `jsonb`, `sums`),
	}, `, `)
}

// ShownItems lists items by name. It searches names only, because other matches would reveal hidden texts.
func (s Showcase) ShownItems(ctx context.Context, search catalog.Search, p catalog.Paging) (catalog.Page[catalog.ShownItem], error) {
	l := engine.List{Account: s.reader.AccountID(), Columns: s.columns(), Table: engine.Table{Name: `items`, Alias: `i`}, Order: inventory.ItemOrder(catalog.Sort{Key: "name"}),
		Where: []string{`i.account_id = $1`, `i.collection_id = $2`, isShown}, Args: []any{s.reader.AccountID(), s.collection}, Of: s.collection}
	l.NamedBy(`i.sort_name collate "default"`, search)
	l.Capped = true
	found, err := engine.Page[shownItem](ctx, s.reader, p, l)
	shown := catalog.Page[catalog.ShownItem]{Paging: found.Paging, Total: found.Total, Capped: found.Capped, NextAfter: found.NextAfter}
	if err != nil {
		return shown, err
	}
	shown.Items, err = s.valued(ctx, found.Items)
	return shown, err
}

// ShownItem is one of the items.
func (s Showcase) ShownItem(ctx context.Context, id int64) (none catalog.ShownItem, _ error) {
	row, err := engine.One[shownItem](ctx, s.reader, `
		select `+s.columns()+` from items i where i.account_id = $1 and i.collection_id = $2 and i.id = $3 and `+isShown, s.reader.AccountID(), s.collection, id)
	if err != nil {
		return none, err
	}
	all, err := s.valued(ctx, []shownItem{row})
	if err != nil {
		return none, err
	}
	return all[0], nil
}

// ShownPhoto locates the bytes of a photo of an item that is shown.
func (s Showcase) ShownPhoto(ctx context.Context, id int64) (catalog.Content, error) {
	if !s.Shows(catalog.ShowPhotos) {
		return catalog.Content{}, fault.ErrNotFound
	}
	return engine.One[catalog.Content](ctx, s.reader, `
		select f.object, p.mime_type, '' as filename, f.size, f.sha256
		from (select item_id, file_id, mime_type from photos where account_id = $1 and id = $3 offset 0) p
		cross join lateral (select i.id from items i where i.account_id = $1 and i.id = p.item_id and i.collection_id = $2 and `+isShown+` offset 0) i
		cross join lateral (select object, size, sha256 from files where account_id = $1 and id = p.file_id offset 0) f`, s.reader.AccountID(), s.collection, id)
}

// valued turns sums into money, at the rates of today.
func (s Showcase) valued(ctx context.Context, found []shownItem) ([]catalog.ShownItem, error) {
	var rates catalog.Rates
	if s.Shows(catalog.ShowValues) && len(found) > 0 {
		var err error
		if rates, err = s.rates(ctx); err != nil {
			return nil, err
		}
	}
	items := make([]catalog.ShownItem, len(found))
	for n, r := range found {
		items[n] = catalog.ShownItem{ID: r.ID, Name: r.Name, Description: r.Description, Type: r.Type, Category: r.Category, Set: r.Set, Series: r.Series, Tags: r.Tags,
			CustomFields: r.CustomFields, Photos: r.Photos, Copies: r.Copies}
		if r.Currency == nil {
			continue
		}
		var sums []catalog.Sum
		for code, value := range r.Sums {
			amount, _ := new(big.Int).SetString(value, 10)
			sums = append(sums, catalog.Sum{CurrencyCode: code, Amount: amount})
		}
		items[n].Value = new(catalog.NewMoney(*r.Currency, rates, sums...))
	}
	return items, nil
}

func (s Showcase) rates(ctx context.Context) (rates catalog.Rates, err error) {
	err = engine.Ask(ctx, s.reader, func(b *pgx.Batch) { inventory.QueueRates(b, s.reader.AccountID(), inventory.ThisDay()) }, func(answers pgx.BatchResults) error {
		known, err := engine.Rows[catalog.Rate](answers)
		rates = catalog.NewRates(inventory.ThisDay(), known)
		return err
	})
	return rates, err
}
