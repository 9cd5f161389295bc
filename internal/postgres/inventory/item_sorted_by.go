package inventory

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// testedTags limits how many tags are found by index; further ones are tested per item.
const testedTags = 8

// sortedBy are the filters by category, set, series and tags. Within a collection only its items are read.
func sortedBy(l *engine.List, s catalog.SortedBy, within string) (found []engine.Filter) {
	one := func(column string, f catalog.IDFilter) engine.Filter {
		is := column + ` is null`
		if f.ID != nil {
			is = column + ` = ` + l.Arg(*f.ID)
		}
		return engine.Filter{Query: `select id from items where account_id = $1 and ` + is + within, Test: `i.` + is, Within: within != ``}
	}
	switch {
	case s.CategoryID.ID != nil && s.Nested:
		tree := categoryTree(l.Arg(*s.CategoryID.ID))
		found = append(found, engine.Filter{
			Query: tree + ` select i.id from tree cross join lateral (select id from items where account_id = $1 and category_id = tree.id` + within + ` offset 0) i`,
			Test:  `i.category_id = any(array(` + tree + ` select id from tree))`, Within: within != ``,
		})
	case s.CategoryID.Asked:
		found = append(found, one(`category_id`, s.CategoryID))
	}
	switch {
	case s.SetID.ID != nil && within != ``:
		found = append(found, itemsWithKey(l, `'set'`, ` = `+l.Arg(*s.SetID.ID)))
	case s.SetID.Asked:
		found = append(found, one(`set_id`, s.SetID))
	}
	if s.SeriesID.Asked {
		found = append(found, one(`series_id`, s.SeriesID))
	}
	for i, id := range s.TagIDs {
		is := ` = ` + l.Arg(id)
		tag := itemsWithTag(is)
		if within != `` {
			tag = itemsWithKey(l, `'tag'`, is)
		}
		if i >= testedTags {
			tag.Query = found[len(found)-1].Query
		}
		found = append(found, tag)
	}
	if len(s.AnyTagIDs) > 0 {
		found = append(found, itemsWithTag(` = any(`+l.Arg(s.AnyTagIDs)+`::bigint[])`))
	}
	return found
}

// itemsWithTag finds items by a condition on the id of a tag.
func itemsWithTag(is string) engine.Filter {
	return engine.Filter{
		Query: `select item_id from item_tags where account_id = $1 and tag_id` + is,
		Test:  `exists (select from item_tags where account_id = $1 and item_id = i.id and tag_id` + is + ` offset 0)`,
	}
}

// categoryTree is a category with all inside it.
func categoryTree(category string) string {
	return `with recursive tree as (
			select id from categories where account_id = $1 and id = ` + category + `
			union
			select c.id from tree cross join lateral (select id from categories where account_id = $1 and parent_id = tree.id offset 0) c
		)`
}

// wanted filters items by whether they are wanted.
func wanted(l *engine.List, w catalog.WishFilter, within string) {
	if w.Wanted != nil && !*w.Wanted {
		l.And(`not i.wanted`)
	}
	switch {
	case w.Priority != "":
		is := `wanted_priority = ` + l.Arg(w.Priority)
		l.Among(engine.Filter{Query: `select id from items where account_id = $1 and wanted and ` + is + within, Test: `i.` + is, Within: within != ``})
	case w.Wanted != nil && *w.Wanted:
		l.Among(engine.Filter{Query: `select id from items where account_id = $1 and wanted` + within, Test: `i.wanted`, Within: within != ``})
	}
}

// copiesOf finds the copies of items that a filter finds.
func copiesOf(items engine.Filter) engine.Filter {
	return engine.Filter{
		Query: `select c.id from (` + items.Query + `) q (item) cross join lateral (select id from copies where account_id = $1 and item_id = q.item offset 0) c`,
		Test:  `exists (select from items i where i.account_id = $1 and i.id = c.item_id and ` + items.Test + ` offset 0)`,
	}
}
