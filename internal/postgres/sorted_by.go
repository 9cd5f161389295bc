package postgres

import "vitrine/internal/catalog"

// testedTags limits how many tags are looked for by their items; items are asked for the
// others.
const testedTags = 8

// sortedBy are the filters that find items by what they are sorted by. Within a
// collection only its items are read.
func (l *list) sortedBy(s catalog.SortedBy, within string) (found []filter) {
	one := func(column string, f catalog.IDFilter) filter {
		is := column + ` is null`
		if f.ID != nil {
			is = column + ` = ` + l.arg(*f.ID)
		}
		return filter{query: `select id from items where account_id = $1 and ` + is + within, test: `i.` + is}
	}
	switch {
	case s.CategoryID.ID != nil && s.Nested:
		tree := categoryTree(l.arg(*s.CategoryID.ID))
		found = append(found, filter{
			query: tree + ` select i.id from tree cross join lateral (select id from items where account_id = $1 and category_id = tree.id` + within + ` offset 0) i`,
			test:  `i.category_id = any(array(` + tree + ` select id from tree))`,
		})
	case s.CategoryID.Asked:
		found = append(found, one(`category_id`, s.CategoryID))
	}
	if s.SetID.Asked {
		found = append(found, one(`set_id`, s.SetID))
	}
	if s.SeriesID.Asked {
		found = append(found, one(`series_id`, s.SeriesID))
	}
	for i, id := range s.TagIDs {
		tag := itemsWithTag(` = ` + l.arg(id))
		if i >= testedTags {
			tag.query = found[len(found)-1].query
		}
		found = append(found, tag)
	}
	if len(s.AnyTagIDs) > 0 {
		found = append(found, itemsWithTag(` = any(`+l.arg(s.AnyTagIDs)+`::bigint[])`))
	}
	return found
}

// itemsWithTag finds items by a condition on the id of a tag.
func itemsWithTag(is string) filter {
	return filter{
		query: `select item_id from item_tags where account_id = $1 and tag_id` + is,
		test:  `exists (select from item_tags where account_id = $1 and item_id = i.id and tag_id` + is + ` offset 0)`,
	}
}

// categoryTree is a category with all that are inside it.
func categoryTree(category string) string {
	return `with recursive tree as (
			select id from categories where account_id = $1 and id = ` + category + `
			union
			select c.id from tree cross join lateral (select id from categories where account_id = $1 and parent_id = tree.id offset 0) c
		)`
}

// wanted filters items by whether they are wanted.
func (l *list) wanted(w catalog.WishFilter, within string) {
	if w.Wanted != nil && !*w.Wanted {
		l.and(`not i.wanted`)
	}
	switch {
	case w.Priority != "":
		is := `wanted_priority = ` + l.arg(w.Priority)
		l.among(filter{query: `select id from items where account_id = $1 and wanted and ` + is + within, test: `i.` + is})
	case w.Wanted != nil && *w.Wanted:
		l.among(filter{query: `select id from items where account_id = $1 and wanted` + within, test: `i.wanted`})
	}
}

// copiesOf finds the copies of items that a filter finds.
func copiesOf(items filter) filter {
	return filter{
		query: `select c.id from (` + items.query + `) q (item) cross join lateral (select id from copies where account_id = $1 and item_id = q.item offset 0) c`,
		test:  `exists (select from items i where i.account_id = $1 and i.id = c.item_id and ` + items.test + ` offset 0)`,
	}
}
