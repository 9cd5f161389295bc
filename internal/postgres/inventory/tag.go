package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var tags = engine.Resource[catalog.Tag]{
	Table:   engine.Table{Name: `tags`, Alias: `t`},
	Columns: `t.id, t.uuid::text, t.name, t.color, t.created_at, t.updated_at`,
	Order:   engine.Sorting{{SQL: `t.id`}},
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `tag`},
}

func Tags(ctx context.Context, r engine.Reader, f catalog.TagFilter, p catalog.Paging) (catalog.Page[catalog.Tag], error) {
	l := tags.List(r)
	l.Named(f.Search)
	switch f.Sort {
	case "name", "-name":
		l.Order = engine.Sorting{{SQL: `t.name_key`, Kind: engine.Text}, {SQL: `t.id`}}
	case "created_at", "-created_at":
		l.Order = engine.Sorting{{SQL: `t.created_at`, Kind: engine.Moment}, {SQL: `t.id`}}
	}
	if f.Sort != "" && f.Sort[0] == '-' {
		l.Order = l.Order.Reversed()
	}
	return engine.Page[catalog.Tag](ctx, engine.AccountWide(r), p, l)
}

func Tag(ctx context.Context, r engine.Reader, id int64) (catalog.Tag, error) {
	return tags.One(ctx, engine.AccountWide(r), id)
}

// TagSummaries count the items of tags that the caller sees.
func TagSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return counts(ctx, r, `select t.tag_id as id, count(*) as items from item_tags t where t.account_id = $1 and t.tag_id = any($2)
		and `+visibleItem(`t.item_id`, `$3`)+` group by 1`, ids)
}

func CreateTag(ctx context.Context, w engine.Writer, in catalog.TagInput) (catalog.Tag, error) {
	return tags.Write(ctx, w.Edit, `insert into tags as t (account_id, name, name_key, color) values ($1, $2, $3, $4)`, in.Name, catalog.Fold(in.Name), in.Color)
}

func UpdateTag(ctx context.Context, w engine.Writer, id int64, in catalog.TagInput) (catalog.Tag, error) {
	return tags.Write(ctx, w.Edit, `
		update tags t set name = $3, name_key = $4, color = $5, updated_at = now() where account_id = $1 and id = $2`, id, in.Name, catalog.Fold(in.Name), in.Color)
}

// DeleteTag deletes a tag; items lose it.
func DeleteTag(ctx context.Context, w engine.Writer, id int64) error {
	return tags.Discard(engine.Slowly(ctx, w.Edit), w.Edit, id)
}

// MergeTag gives the items of another tag this one, and moves the other to the trash with its items.
// It locks both first, so that nobody attaches the other meanwhile.
func MergeTag(ctx context.Context, w engine.Writer, id int64, in catalog.TagMerge) (catalog.Tag, error) {
	other := *in.TagID
	if other == id {
		return catalog.Tag{}, fault.On("tag_id", "A tag cannot be merged into itself.")
	}
	ctx = engine.Slowly(ctx, w.Edit)
	engine.First(w.Edit, `select from (select unnest(array[$2::bigint, $3::bigint]) as id order by 1) given
		cross join lateral (select from tags where account_id = $1 and id = given.id for update) t`, w.AccountID(), id, other)
	engine.MoveToTrash(w.Edit, `tags`, `select o.id from tags t join tags o on o.account_id = $1 and o.id = $3 where t.account_id = $1 and t.id = $2`, w.AccountID(), id, other)
	done, err := engine.ApplySteps[struct {
		catalog.Tag
		Merged string
	}](ctx, w.Edit, engine.Note{Trace: tags.Trace, Parameters: `jsonb_build_object('name', name, 'merged', merged)`}, `
		with moved as (
			update item_tags t set tag_id = $2 where t.account_id = $1 and t.tag_id = $3 and `+engine.InTrash+` and exists (select from tags where account_id = $1 and id = $2)
			and not exists (select from item_tags o where o.account_id = $1 and o.item_id = t.item_id and o.tag_id = $2 offset 0)
		), gone as (
			delete from tags o where o.account_id = $1 and o.id = $3 and `+engine.InTrash+` and exists (select from tags where account_id = $1 and id = $2) returning name
		), changed as (
			select `+tags.Columns+`, gone.name as merged from tags t, gone where t.account_id = $1 and t.id = $2
		)`, w.AccountID(), id, other)
	if errors.Is(err, fault.ErrNotFound) {
		if _, err = Tag(ctx, w.Reader, id); err == nil {
			err = fault.On("tag_id", "The selected tag id is invalid.")
		}
	}
	return done.Tag, err
}
