package engine

import (
	"fmt"
	"strings"
)

// Trace tells what a log entry is about, as SQL over the row changed; $1 is the
// account. Without an object the entry is about nothing in particular.
type Trace struct {
	Object                 string // its type
	Collection, Item, Copy string // where it lies; empty is nowhere
	Columns                string // of a deleted row, that these expressions use
}

// CollectionOf is the collection that an item lies in.
func CollectionOf(item string) string {
	return `(select collection_id from items where account_id = $1 and id = ` + item + `)`
}

// Note is what a log entry tells, as SQL over the row changed.
type Note struct {
	Trace
	Parameters, Changes string
}

// Plainly is the note of a change that is not about an object of the catalogue.
func Plainly(parameters string) Note { return Note{Parameters: parameters} }

// Insert adds the entry to the steps of a change that returns the row changed.
func (n Note) Insert(args int, trashed bool) string {
	columns := `user_id, user_name, action, key_id, request_id, batch_index, parameters`
	values := fmt.Sprintf(`$%d, $%d, current_setting('app.user_name'), $%d, $%d, nullif($%d, ''), $%d, %s`, args+1, args+2, args+3, args+4, args+5, args+6, n.Parameters)
	if n.Object != "" {
		columns += `, object_type, object_id, collection_id, item_id, copy_id, changes`
		values += `, '` + n.Object + `', changed.id, ` + orNull(n.Collection) + `, ` + orNull(n.Item) + `, ` + orNull(n.Copy) + `, ` + orNone(n.Changes)
		if n.Copy != "" {
			values += WishEnded
		}
	}
	if trashed {
		columns, values = columns+`, trash_entry_id`, values+`, `+TrashEntry
	}
	return `insert into logs (account_id, ` + columns + `) select ` + values + ` from changed`
}

func orNull(sql string) string {
	if sql == "" {
		return `null`
	}
	return sql
}

func orNone(changes string) string {
	if changes == "" {
		return `'[]'`
	}
	return changes
}

// WishEnded adds to the changes of an entry about a copy that its item is not wanted any
// more.
const WishEnded = ` || coalesce(nullif(current_setting('app.item_changes', true), '')::jsonb, '[]')`

// Audited are the attributes of an object whose changes the log tells, in the order in
// which they are shown.
type Audited []string

// Values are the attributes of a row as they are shown.
func (t Audited) Values(row string) string {
	all := make([]string, len(t))
	for i, name := range t {
		all[i] = auditedValue(row, name)
	}
	return `array[` + strings.Join(all, `, `) + `]`
}

// auditedValue is an attribute of a row as it is shown: ids as texts, times as seconds.
func auditedValue(row, name string) string {
	column := row + `.` + name
	switch {
	case strings.HasSuffix(name, `_id`):
		column += `::text`
	case strings.HasSuffix(name, `_ids`):
		column += `::text[]`
	case strings.HasSuffix(name, `_at`):
		column = `extract(epoch from ` + column + `)::bigint`
	}
	return `to_jsonb(` + column + `)`
}

// names are the attributes, perhaps as those of another object.
func (t Audited) names(prefix string) string {
	return `array['` + prefix + strings.Join(t, `', '`+prefix) + `']`
}

// Between is the SQL of what differs between the only rows of two steps.
func (t Audited) Between(before, after string) string {
	return t.Differing(``, t.Values(before), t.Values(after), before+`, `+after+`, `)
}

// Differing compares two arrays of values, which may be those of rows that are
// joined.
func (t Audited) Differing(prefix, before, after string, joined ...string) string {
	return `(select coalesce(jsonb_agg(jsonb_build_object('field', f, 'from', o, 'to', n) order by i), '[]') from ` + strings.Join(joined, ``) +
		`unnest(` + t.names(prefix) + `, ` + before + `, ` + after + `) with ordinality c (f, o, n, i) where o is distinct from n)`
}

// Given is the SQL of what a new row has; what was not given is null, false or an empty
// list. It is one expression, which costs a tenth of a query over the attributes: every
// create has it.
func (t Audited) Given(row string) string {
	all := `'[]'::jsonb`
	for _, name := range t {
		value := auditedValue(row, name)
		all += ` || case when ` + value + ` in ('false', '[]') is not false then '[]' else jsonb_build_object('field', '` + name + `', 'from', null, 'to', ` + value + `) end`
	}
	return `(` + all + `)`
}

// Remembered are the values of a row as a text, for a setting of the transaction.
func (t Audited) Remembered(row string) string { return `array_to_json(` + t.Values(row) + `)::text` }

// Recalled are the values that were remembered in a setting.
func Recalled(setting string) string {
	return `array(select nullif(v, 'null') from jsonb_array_elements(current_setting('` + setting + `')::jsonb) v)`
}
