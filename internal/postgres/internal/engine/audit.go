package engine

import (
	"fmt"
	"strings"
)

// Trace says where a log entry belongs, as SQL over the changed row; $1 is the account. Without an
// object the entry has no subject.
type Trace struct {
	Object                 string // its type
	Collection, Item, Copy string // its containers; may be empty
	Columns                string // of a deleted row, that these expressions need
}

// CollectionOf is the collection that an item lies in.
func CollectionOf(item string) string {
	return `(select collection_id from items where account_id = $1 and id = ` + item + `)`
}

// Note is the content of a log entry, as SQL over the changed row.
type Note struct {
	Trace
	Parameters, Changes string
}

// Plainly is the note of a change to something outside the catalogue.
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

// WishEnded adds to the changes of an entry about a copy that its item is no longer wanted.
const WishEnded = ` || coalesce(nullif(current_setting('app.item_changes', true), '')::jsonb, '[]')`

// Audited are the attributes of an object whose changes are logged, in display order.
type Audited []string

// Values are the attributes of a row as shown.
func (t Audited) Values(row string) string {
	all := make([]string, len(t))
	for i, name := range t {
		all[i] = auditedValue(row, name)
	}
	return `array[` + strings.Join(all, `, `) + `]`
}

// auditedValue is an attribute of a row as shown: ids as texts, times as seconds.
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

// names are the names of the attributes, perhaps prefixed for another object.
func (t Audited) names(prefix string) string {
	return `array['` + prefix + strings.Join(t, `', '`+prefix) + `']`
}

// Between is the SQL of the differences between the only rows of two steps.
func (t Audited) Between(before, after string) string {
	return t.Differing(``, t.Values(before), t.Values(after), before+`, `+after+`, `)
}

// Differing compares two arrays of values, perhaps of joined rows.
func (t Audited) Differing(prefix, before, after string, joined ...string) string {
	return `(select coalesce(jsonb_agg(jsonb_build_object('field', f, 'from', o, 'to', n) order by i), '[]') from ` + strings.Join(joined, ``) +
		`unnest(` + t.names(prefix) + `, ` + before + `, ` + after + `) with ordinality c (f, o, n, i) where o is distinct from n)`
}

// Given is the SQL of a new row's attributes, without those that are null, false or empty. As one
// expression it costs a tenth of a query, and every create runs it.
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

// Recalled are the values stored in a setting.
func Recalled(setting string) string {
	return `array(select nullif(v, 'null') from jsonb_array_elements(current_setting('` + setting + `')::jsonb) v)`
}
