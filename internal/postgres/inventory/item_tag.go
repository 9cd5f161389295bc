package inventory

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

// tagsNow are the tags of the item $2, in display order.
const tagsNow = `(select tag_ids from items where account_id = $1 and id = $2)`

// itemTagged is the note of a change of the tags of an item from one array to another.
func itemTagged(before, after string) engine.Note {
	return engine.Note{Trace: items.Trace, Parameters: engine.Named.SQL(),
		Changes: `jsonb_build_array(jsonb_build_object('field', 'tag_ids', 'from', to_jsonb(` + before + `::text[]), 'to', to_jsonb(` + after + `::text[])))`}
}

// lockItem locks the item before a change of its tags, so that the change sees the result of the
// previous one.
const lockItem = `select from items where account_id = $1 and id = $2 for update`

// ItemTags lists the tags of an item.
func ItemTags(ctx context.Context, r engine.Reader, item int64, p catalog.Paging) (catalog.Page[catalog.Tag], error) {
	l := tags.List(r)
	l.Parent = `select from items where account_id = $1 and id = $2`
	l.And(`exists (select from item_tags o where o.account_id = $1 and o.item_id = ` + l.Arg(item) + ` and o.tag_id = t.id)`)
	return engine.Page[catalog.Tag](ctx, engine.InItem(r, item), p, l)
}

// AttachTag puts a tag on an item, by its name without case and accents. A missing tag is created,
// unless the key is limited to collections. Nothing changes if the item has the tag.
func AttachTag(ctx context.Context, w engine.Writer, item int64, in catalog.TagName) (catalog.Tag, error) {
	c, key := engine.InItem(w.Edit, item), catalog.Fold(in.Name)
	engine.First(c, lockItem, c.AccountID(), item)
	const room = `(select count(*) from item_tags where account_id = $1 and item_id = $2) < `
	if c.CollectionIDs() == nil {
		engine.First(c, `
			insert into tags (account_id, name, name_key) select $1, $3, $4 from items where account_id = $1 and id = $2 and `+room+`$5
			and not exists (select from tags where account_id = $1 and name_key = $4) on conflict (account_id, name_key) do nothing`, c.AccountID(), item, in.Name, key, catalog.MaxItemTags)
	}
	done, err := engine.ApplySteps[taggedItem](ctx, c, itemTagged(`tags_before`, `tags_after`), `
		with tag as materialized (
			select `+tags.Columns+` from tags t where account_id = $1 and name_key = $3 for key share
		), had as materialized (
			select `+tagsNow+` as tags_before
		), added as (
			insert into item_tags (account_id, item_id, tag_id) select $1, i.id, tag.id from items i, tag, had
			where i.account_id = $1 and i.id = $2 and tag.id <> all(tags_before) and cardinality(tags_before) < $4 returning tag_id
		), changed as (
			update items i set updated_at = now() from tag, had, added where i.account_id = $1 and i.id = $2
			returning i.id, i.collection_id, tag.id as tag_id, tag.uuid, tag.name, tag.color, tag.created_at, tag.updated_at, tags_before,
				array(select unnest(tags_before || tag.id) order by 1) as tags_after
		)`, c.AccountID(), item, key, catalog.MaxItemTags)
	if errors.Is(err, fault.ErrNotFound) {
		return notAttached(ctx, w, item, key)
	}
	return catalog.Tag{ID: done.TagID, UUID: done.UUID, Name: done.Name, Color: done.Color, CreatedAt: done.CreatedAt, UpdatedAt: done.UpdatedAt}, err
}

// taggedItem is an item with the tag that it got.
type taggedItem struct {
	ID, CollectionID, TagID int64
	UUID, Name, Color       string
	CreatedAt, UpdatedAt    time.Time
	TagsBefore, TagsAfter   []int64
}

// notAttached explains why a tag was not attached: the item has it, which is fine, or too many others,
// or the item or tag is missing.
func notAttached(ctx context.Context, w engine.Writer, item int64, key string) (catalog.Tag, error) {
	found, err := engine.One[struct{ Tags, Full bool }](ctx, engine.InItem(w.Reader, item), `
		select exists (select from tags where account_id = $1 and name_key = $3) as tags,
			(select count(*) from item_tags where account_id = $1 and item_id = i.id) >= $4 as full
		from items i where i.account_id = $1 and i.id = $2`, w.AccountID(), item, key, catalog.MaxItemTags)
	if err != nil {
		return catalog.Tag{}, err
	}
	tag, err := engine.One[catalog.Tag](ctx, engine.InItem(w.Reader, item), tags.Query(`t.account_id = $1 and t.name_key = $3
		and exists (select from item_tags o where o.account_id = $1 and o.item_id = $2 and o.tag_id = t.id)`), w.AccountID(), item, key)
	switch {
	case err == nil:
		engine.Unchanged(w.Edit)
		return tag, nil
	case !errors.Is(err, fault.ErrNotFound):
		return tag, err
	case found.Full:
		return tag, engine.Broken["items_tags"]
	case !found.Tags:
		return tag, fault.On("name", "The key is limited to some collections, so it can attach only tags that are there.")
	}
	return tag, err // a concurrent request attached it
}

// DetachTag takes a tag off an item.
func DetachTag(ctx context.Context, w engine.Writer, item, tag int64) error {
	c := engine.InItem(w.Edit, item)
	engine.First(c, lockItem, c.AccountID(), item)
	return engine.EraseSteps(ctx, c, itemTagged(tagsNow, `array_remove(`+tagsNow+`, $3)`), `
		with removed as (
			delete from item_tags where account_id = $1 and item_id = $2 and tag_id = $3 returning tag_id
		), changed as (
			update items i set updated_at = now() from removed where i.account_id = $1 and i.id = $2
			returning i.id, i.collection_id, (select name from tags where account_id = $1 and id = $3) as name
		)`, c.AccountID(), item, tag)
}
