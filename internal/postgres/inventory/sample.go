package inventory

import (
	"context"
	"maps"
	"slices"

	"vitrine/internal/postgres/internal/engine"
)

// Marks are the objects that a sample made: ids by kind, in the words of
// sample_objects.
type Marks map[string][]int64

// BeginSample reports whether the account has no sample yet. Concurrent calls wait until this one is done.
func BeginSample(ctx context.Context, w engine.Writer) (bool, error) {
	c := engine.ForCaller(w.Edit)
	engine.Unchanged(c)
	engine.First(c, engine.OneAtATime, c.AccountID())
	found, err := engine.Written[struct{ None bool }](ctx, c, `select not exists (select from sample_objects where account_id = $1) as none`, c.AccountID())
	return found.None, err
}

// MarkSample records the objects of a sample.
func MarkSample(ctx context.Context, w engine.Writer, m Marks) error {
	c := engine.ForCaller(w.Edit)
	engine.Unchanged(c)
	var kinds []string
	var ids []int64
	for _, kind := range slices.Sorted(maps.Keys(m)) {
		for _, id := range m[kind] {
			kinds, ids = append(kinds, kind), append(ids, id)
		}
	}
	_, err := engine.Written[struct{ N int64 }](ctx, c, `
		with marked as (
			insert into sample_objects (account_id, kind, object_id) select $1, kind, id from unnest($2::text[], $3::bigint[]) m (kind, id) returning 1
		) select count(*) as n from marked`, c.AccountID(), kinds, ids)
	return err
}

// ForgetSample removes the marks, and counts the remaining items, collections and locations of the sample.
func ForgetSample(ctx context.Context, w engine.Writer) (left int64, err error) {
	c := engine.ForCaller(w.Edit)
	engine.Unchanged(c)
	done, err := engine.Written[struct{ N int64 }](ctx, c, `
		with marks as (delete from sample_objects where account_id = $1 returning kind, object_id)
		select count(*) as n from marks where object_id in (select id from items where account_id = $1) and kind = 'item'
			or object_id in (select id from collections where account_id = $1) and kind = 'collection'
			or object_id in (select id from locations where account_id = $1) and kind = 'location'`, c.AccountID())
	return done.N, err
}

// SampleObject is an object of a sample. Inside is the collection of an item.
type SampleObject struct {
	Kind       string
	ID, Inside int64
}

// SampleToRemove are the objects of the sample that contain nothing, neither of the user nor of the
// sample. Removing them may free their containers.
func SampleToRemove(ctx context.Context, r engine.Reader) ([]SampleObject, error) {
	return engine.All[SampleObject](ctx, engine.AccountWide(r), `
		select s.kind, i.id, i.collection_id as inside from sample_objects s join items i on i.account_id = $1 and i.id = s.object_id
		where s.account_id = $1 and s.kind = 'item' and not (`+unmarked(`copies`, `copy`, ofItem)+` or `+unmarked(`photos`, `photo`, ofItem)+`
			or `+unmarked(`insurance_records`, `insurance_record`, ofCopies)+ofHistory()+`)
		union all
		select s.kind, c.id, 0 from sample_objects s join collections c on c.account_id = $1 and c.id = s.object_id
		where s.account_id = $1 and s.kind = 'collection' and not `+anyOf(`items`, `o.collection_id = c.id`)+`
		union all
		select s.kind, t.id, 0 from sample_objects s join collection_types t on t.account_id = $1 and t.id = s.object_id
		where s.account_id = $1 and s.kind = 'collection_type' and not (`+anyOf(`items`, `o.collection_type_id = t.id`)+`
			or `+anyOf(`collection_type_links`, `o.collection_type_id = t.id`)+` or `+unmarked(`custom_fields`, `custom_field`, `o.collection_type_id = t.id`)+`)
		union all
		select s.kind, l.id, 0 from sample_objects s join locations l on l.account_id = $1 and l.id = s.object_id
		where s.account_id = $1 and s.kind = 'location' and not (`+anyOf(`copies`, `o.location_id = l.id`)+` or `+anyOf(`locations`, `o.parent_id = l.id`)+`)
		order by 1, 2`, r.AccountID())
}

const (
	ofItem   = `o.item_id = i.id`
	ofCopies = `o.copy_id in (select id from copies where account_id = $1 and item_id = i.id)`
)

// ofHistory finds what was written about copies after the sample, which is made in one transaction.
func ofHistory() (sql string) {
	for _, table := range []string{"documents", "transactions", "valuations", "loans", "maintenance_records", "provenance_events"} {
		sql += ` or ` + anyOf(table, ofCopies+` and o.created_at > i.created_at`)
	}
	return sql
}

// anyOf finds rows of a table.
func anyOf(table, where string) string {
	return `exists (select from ` + table + ` o where o.account_id = $1 and ` + where + `)`
}

// unmarked finds rows of a table that the sample did not make.
func unmarked(table, kind, where string) string {
	return anyOf(table, where+` and not exists (select from sample_objects where account_id = $1 and kind = '`+kind+`' and object_id = o.id)`)
}
