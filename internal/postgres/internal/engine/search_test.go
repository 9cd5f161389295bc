package engine_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// crowded is an account with enough items for every search strategy: all have
// "item"; every second "even", the others "odd"; every seventh "seldom"; the last
// ones "late"; values have "value", or "other" under another type.
var crowded = []string{
	`insert into accounts (id, name) values (1, 'Crowd')`,
	`insert into collections (account_id, id, name, emoji, visibility, currency) select 1, n, 'C', '📦', 'private', 'EUR' from generate_series(1, 2) n`,
	`insert into collection_types (account_id, id, name, color) select 1, n, 'T', '#000000' from generate_series(1, 2) n`,
	`insert into custom_fields (account_id, id, collection_type_id, name, field_type, position) select 1, n, n, 'F', 'text', 1 from generate_series(1, 2) n`,
	`insert into items (account_id, id, collection_id, collection_type_id, name, sort_name, search, created_at, updated_at)
		select 1, n, 1 + n % 2, 1, 'Item', md5((n % 5000)::text), array_to_tsvector(array_remove(array['1/item', '1/n' || n,
			case when n % 2 = 0 then '1/even' else '1/odd' end, case when n % 7 = 0 then '1/seldom' end, case when n > 8600 then '1/late' end], null)),
			now() - (n % 100) * interval '1 minute', now() from generate_series(1, 10100) n`,
	`insert into item_values (account_id, item_id, custom_field_id, value, search)
		select 1, id, 1 + id % 2, '"x"', array_to_tsvector(array['1/value']) from items`,
	`update items set collection_type_id = 2 where id % 3 = 0`,
	`vacuum (analyze)`,
}

func crowd(t *testing.T) (*engine.DB, *pgx.Conn) {
	t.Helper()
	url := pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	for _, sql := range crowded {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	db, err := engine.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db, conn
}

// shownValue is the condition that an item's value belongs to its present type.
const shownValue = `exists (select from item_values v where v.item_id = i.id and v.custom_field_id = i.collection_type_id)`

// Every search strategy finds the same items, page by page.
func TestSearchFindsWhatIsThere(t *testing.T) {
	t.Parallel()
	db, conn := crowd(t)
	first := int64(1)
	for _, c := range []struct {
		how, where string
		catalog.ItemFilter
	}{
		{"few", `id in (6, 60, 61, 62) or id between 63 and 69 or id between 600 and 699 or id between 6000 and 6999`, catalog.ItemFilter{Search: words("n6")}},
		{"walked", `true`, catalog.ItemFilter{Search: words("item")}},
		{"walked, by a beginning", `true`, catalog.ItemFilter{Search: words("i")}},
		{"walked and counted", `id % 2 = 0`, catalog.ItemFilter{Search: words("even", "item")}},
		{"walked within a collection", `collection_id = 1`, catalog.ItemFilter{Search: words("item"), CollectionID: &first}},
		{"many", `id > 8600`, catalog.ItemFilter{Search: words("late")}},
		{"many of two", `id > 8600 and id % 2 = 0`, catalog.ItemFilter{Search: words("late", "even")}},
		{"scattered", `id % 7 = 0`, catalog.ItemFilter{Search: words("seldom")}},
		{"none of many", `false`, catalog.ItemFilter{Search: words("even", "odd")}},
		{"values of the present type", shownValue, catalog.ItemFilter{Search: words("value")}},
		{"values and words", shownValue + ` and id > 8600`, catalog.ItemFilter{Search: words("value", "late")}},
		{"a rare and a common word", `id = 8601`, catalog.ItemFilter{Search: words("late", "n8601")}},
	} {
		for _, key := range append([]string{""}, catalog.ItemSorts...) {
			c.Sort = catalog.Sort{Key: key, Descending: len(key)%2 == 0}
			expect(t, db, conn, c.how, c.where, c.ItemFilter)
		}
		if c.CollectionID != nil {
			continue
		}
		c.CollectionTypeID, c.where = &first, `(`+c.where+`) and collection_type_id = 1`
		for _, down := range []bool{false, true} {
			c.Sort = catalog.Sort{FieldID: 1, Descending: down}
			expect(t, db, conn, c.how, c.where, c.ItemFilter)
		}
	}
}

// expect compares a list with the table: its first page, one in the middle, and
// from there on by cursor.
func expect(t *testing.T, db *engine.DB, conn *pgx.Conn, how, where string, f catalog.ItemFilter) {
	t.Helper()
	direction := map[bool]string{true: " desc", false: ""}[f.Sort.Descending]
	keys := map[string]string{"": "id" + direction, "name": "sort_name" + direction + ", id" + direction}[f.Sort.Key]
	switch {
	case f.Sort.FieldID != 0: // every second item has a value, and all the same
		keys = "id % 2, id" + direction
	case keys == "":
		keys = f.Sort.Key + direction + ", id" + direction
	}
	rows, _ := conn.Query(t.Context(), `select id from items i where `+where+` order by `+keys)
	want, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		t.Fatal(err)
	}
	how = fmt.Sprintf("%s, sorted by %v", how, f.Sort)
	total := min(len(want), 10_000)
	check := func(p catalog.Paging, from int) catalog.Page[catalog.Item] {
		t.Helper()
		reader, err := db.Scope(engine.ByOperator(identity.Actor{AccountID: 1, UserID: 1})).View(identity.View)
		if err != nil {
			t.Fatal(err)
		}
		found, err := inventory.Items(t.Context(), reader, f, p)
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		from = min(from, len(want))
		part := want[from:min(from+int(p.PerPage), len(want))]
		if got := ids(found.Items); !slices.Equal(got, part) {
			t.Errorf("%s, from %d: %v, want %v", how, from, got, part)
		}
		if p.Most > 0 { // it says how many there are, or that there are more than it has seen
			if found.Total != int64(len(want)) && (!found.Capped || found.Total > int64(len(want)) || found.Total < int64(len(part))) {
				t.Errorf("%s: a page says %d, %v; there are %d", how, found.Total, found.Capped, len(want))
			}
			return found
		}
		if found.Total != int64(total) || found.Capped != (len(want) > total) || (found.NextAfter != "") != (from+len(part) < len(want)) {
			t.Errorf("%s, from %d: total %d, capped %v, next %q; there are %d", how, from, found.Total, found.Capped, found.NextAfter, len(want))
		}
		return found
	}
	check(catalog.Paging{Number: 1, PerPage: 10}, 0)
	check(catalog.Paging{Number: 1, PerPage: 10, Most: 1_000}, 0)
	middle := len(want) / 2 / 100
	p := check(catalog.Paging{Number: int64(middle) + 1, PerPage: 100}, middle*100)
	for from := middle*100 + 100; p.NextAfter != "" && from < middle*100+400; from += 100 {
		p = check(catalog.Paging{Number: 1, PerPage: 100, After: p.NextAfter}, from)
	}
}

func ids(items []catalog.Item) []int64 {
	found := make([]int64, len(items))
	for i, item := range items {
		found[i] = item.ID
	}
	return found
}
