package api

import (
	"context"
	stdjson "encoding/json"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/intake"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
)

// Extras of items, each read by one query for a whole page.
var (
	besideItem  = []extra[catalog.Item]{signedURLs(photosOfItem), summaryOfItem, fieldsOf(func(i catalog.Item) []catalog.Item { return []catalog.Item{i} }), copiesOf(alone(itemID)), keysOf(alone(itemID)), sourcesOf(alone(itemID))}
	besideItems = []extra[catalog.Page[catalog.Item]]{signedURLs(photosOfItems), summaryOfItems, fieldsOf(func(p catalog.Page[catalog.Item]) []catalog.Item { return p.Items }), copiesOf(each(itemID)), keysOf(each(itemID)), sourcesOf(each(itemID))}
)

// fieldsOf adds the custom fields of each item's type with their values, so that a program
// need not know the type.
func fieldsOf[T any](items func(T) []catalog.Item) extra[T] {
	return extra[T]{"fields", func(ctx context.Context, r postgres.Reader, _ *request, found T) (func(resource) any, error) {
		shown, types := map[int64]catalog.Item{}, []int64{}
		for _, i := range items(found) {
			shown[i.ID] = i
			if i.CollectionTypeID != nil {
				types = append(types, *i.CollectionTypeID)
			}
		}
		fields, err := inventory.TypeFields(ctx, r, types)
		return func(o resource) any { return itemFields(shown[o.id], fields) }, err
	}}
}

func itemFields(i catalog.Item, fields map[int64][]catalog.FieldForm) []nested {
	all := []nested{}
	if i.CollectionTypeID == nil {
		return all
	}
	values := map[string]stdjson.RawMessage{}
	if err := stdjson.Unmarshal(i.CustomFields, &values); err != nil {
		panic(err) // the database contains only objects
	}
	for _, f := range fields[*i.CollectionTypeID] {
		value, ok := values[strconv.FormatInt(f.ID, 10)]
		if !ok {
			value = stdjson.RawMessage("null")
		}
		var group *string
		if f.Group != "" {
			group = &f.Group
		}
		all = append(all, nested{{"id", ref{&f.ID}}, {"name", f.Name}, {"kind", f.Kind}, {"group", group}, {"value", value}})
	}
	return all
}

// copiesOf adds the first copies of each item, as their list shows them.
func copiesOf[T any](ids func(T) []int64) extra[T] {
	return extra[T]{"copies", func(ctx context.Context, r postgres.Reader, req *request, found T) (func(resource) any, error) {
		first, err := inventory.FirstCopies(ctx, r, ids(found))
		bare := &request{Request: req.Request, Member: req.Member} // nothing is beside a copy
		return func(o resource) any { return stdjson.RawMessage(appendList(nil, bare, first[o.id], plain(copyOf))) }, err
	}}
}

// keysOf adds the ids of items and copies in the program they came from.
func keysOf[T any](ids func(T) []int64) extra[T] {
	return extra[T]{"import_keys", func(ctx context.Context, r postgres.Reader, _ *request, found T) (func(resource) any, error) {
		keys, err := exchange.ImportKeys(ctx, r, ids(found))
		return func(o resource) any {
			all := []nested{}
			for _, k := range keys[o.id] {
				all = append(all, nested{{"source", k.Source}, {"key", k.Key}, {"copy_id", ref{k.CopyID}}})
			}
			return all
		}, err
	}}
}

// sourcesOf adds where values of each item come from that were suggested.
func sourcesOf[T any](ids func(T) []int64) extra[T] {
	return extra[T]{"sources", func(ctx context.Context, r postgres.Reader, _ *request, found T) (func(resource) any, error) {
		sources, err := intake.Sources(ctx, r, ids(found))
		return func(o resource) any {
			all := []nested{}
			for _, s := range sources[o.id] {
				all = append(all, nested{{"field", s.Field}, {"source", s.Origin}, {"source_name", s.Source()}, {"url", s.URL}, {"accepted_at", s.TakenAt}, {"accepted_by_name", s.TakenBy}})
			}
			return all
		}, err
	}}
}
