package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var tags = resource[catalog.Tag]{
	table:   table{`tags`, `t`},
	columns: `t.id, t.uuid::text, t.name, t.color, t.created_at, t.updated_at`,
	order:   sorting{{sql: `t.id`}},
	entry:   named,
	trace:   trace{object: `tag`},
}

func (r Reader) Tags(ctx context.Context, f catalog.TagFilter, p catalog.Paging) (catalog.Page[catalog.Tag], error) {
	l := tags.list(r)
	l.named(f.Search)
	switch f.Sort {
	case "name", "-name":
		l.order = sorting{{sql: `t.name_key`, kind: text}, {sql: `t.id`}}
	case "created_at", "-created_at":
		l.order = sorting{{sql: `t.created_at`, kind: moment}, {sql: `t.id`}}
	}
	if f.Sort != "" && f.Sort[0] == '-' {
		l.order = l.order.reversed()
	}
	return page[catalog.Tag](ctx, accountWide(r), p, l)
}

func (r Reader) Tag(ctx context.Context, id int64) (catalog.Tag, error) {
	return tags.one(ctx, accountWide(r), id)
}

// TagSummaries count the items of tags that the caller sees.
func (r Reader) TagSummaries(ctx context.Context, ids []int64) (map[int64]catalog.Summary, error) {
	return r.counts(ctx, `select t.tag_id as id, count(*) as items from item_tags t where t.account_id = $1 and t.tag_id = any($2)
		and `+visibleItem(`t.item_id`, `$3`)+` group by 1`, ids)
}

func (w Writer) CreateTag(ctx context.Context, in catalog.TagInput) (catalog.Tag, error) {
	return tags.write(ctx, w.change, `insert into tags as t (account_id, name, name_key, color) values ($1, $2, $3, $4)`, in.Name, catalog.Fold(in.Name), in.Color)
}

func (w Writer) UpdateTag(ctx context.Context, id int64, in catalog.TagInput) (catalog.Tag, error) {
	return tags.write(ctx, w.change, `
		update tags t set name = $3, name_key = $4, color = $5, updated_at = now() where account_id = $1 and id = $2`, id, in.Name, catalog.Fold(in.Name), in.Color)
}

// DeleteTag deletes a tag; items lose it.
func (w Writer) DeleteTag(ctx context.Context, id int64) error {
	return tags.discard(slowly(ctx, w.change), w.change, id)
}

// MergeTag gives the items of another tag this one, and moves the other to the trash with
// the items that it had. Both are locked first, so nobody gets the other meanwhile.
func (w Writer) MergeTag(ctx context.Context, id int64, in catalog.TagMerge) (catalog.Tag, error) {
	other := *in.TagID
	if other == id {
		return catalog.Tag{}, fault.On("tag_id", "A tag cannot be merged into itself.")
	}
	ctx = slowly(ctx, w.change)
	first(w.change, `select from (select unnest(array[$2::bigint, $3::bigint]) as id order by 1) given
		cross join lateral (select from tags where account_id = $1 and id = given.id for update) t`, w.account, id, other)
	moveToTrash(w.change, `tags`, `select o.id from tags t join tags o on o.account_id = $1 and o.id = $3 where t.account_id = $1 and t.id = $2`, w.account, id, other)
	done, err := applySteps[struct {
		catalog.Tag
		Merged string
	}](ctx, w.change, note{trace: tags.trace, parameters: `jsonb_build_object('name', name, 'merged', merged)`}, `
		with moved as (
			update item_tags t set tag_id = $2 where t.account_id = $1 and t.tag_id = $3 and exists (select from tags where account_id = $1 and id = $2)
			and not exists (select from item_tags o where o.account_id = $1 and o.item_id = t.item_id and o.tag_id = $2 offset 0)
		), gone as (
			delete from tags o where o.account_id = $1 and o.id = $3 and exists (select from tags where account_id = $1 and id = $2) returning name
		), changed as (
			select `+tags.columns+`, gone.name as merged from tags t, gone where t.account_id = $1 and t.id = $2
		)`, w.account, id, other)
	if errors.Is(err, fault.ErrNotFound) {
		if _, err = w.Tag(ctx, id); err == nil {
			err = fault.On("tag_id", "The selected tag id is invalid.")
		}
	}
	return done.Tag, err
}
