package postgres

import (
	"fmt"
	"strings"
)

// trace tells what a log entry is about, as SQL over the row changed; $1 is the
// account. Without an object the entry is about nothing in particular.
type trace struct {
	object                 string // its type
	collection, item, copy string // where it lies; empty is nowhere
	columns                string // of a deleted row, that these expressions use
}

// collectionOf is the collection that an item lies in.
func collectionOf(item string) string {
	return `(select collection_id from items where account_id = $1 and id = ` + item + `)`
}

// note is what a log entry tells, as SQL over the row changed.
type note struct {
	trace
	parameters, changes string
}

// plainly is the note of a change that is not about an object of the catalogue.
func plainly(parameters string) note { return note{parameters: parameters} }

// insert adds the entry to the steps of a change that returns the row changed.
func (n note) insert(args int, trashed bool) string {
	columns := `user_id, user_name, action, key_id, request_id, batch_index, parameters`
	values := fmt.Sprintf(`$%d, $%d, current_setting('app.user_name'), $%d, $%d, nullif($%d, ''), $%d, %s`, args+1, args+2, args+3, args+4, args+5, args+6, n.parameters)
	if n.object != "" {
		columns += `, object_type, object_id, collection_id, item_id, copy_id, changes`
		values += `, '` + n.object + `', changed.id, ` + orNull(n.collection) + `, ` + orNull(n.item) + `, ` + orNull(n.copy) + `, ` + orNone(n.changes)
		if n.copy != "" {
			values += wishEnded
		}
	}
	if trashed {
		columns, values = columns+`, trash_entry_id`, values+`, `+trashEntry
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

// wishEnded adds to the changes of an entry about a copy that its item is not wanted any
// more.
const wishEnded = ` || coalesce(nullif(current_setting('app.item_changes', true), '')::jsonb, '[]')`

// told are the attributes of an object whose changes the log tells, in the order in
// which they are shown.
type audited []string

// values are the attributes of a row as they are shown.
func (t audited) values(row string) string {
	all := make([]string, len(t))
	for i, name := range t {
		all[i] = auditedValue(row, name)
	}
	return `array[` + strings.Join(all, `, `) + `]`
}

// toldValue is an attribute of a row as it is shown: ids as texts, times as seconds.
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
func (t audited) names(prefix string) string {
	return `array['` + prefix + strings.Join(t, `', '`+prefix) + `']`
}

// between is the SQL of what differs between the only rows of two steps.
func (t audited) between(before, after string) string {
	return t.differing(``, t.values(before), t.values(after), before+`, `+after+`, `)
}

// differing compares two arrays of values, which may be those of rows that are
// joined.
func (t audited) differing(prefix, before, after string, joined ...string) string {
	return `(select coalesce(jsonb_agg(jsonb_build_object('field', f, 'from', o, 'to', n) order by i), '[]') from ` + strings.Join(joined, ``) +
		`unnest(` + t.names(prefix) + `, ` + before + `, ` + after + `) with ordinality c (f, o, n, i) where o is distinct from n)`
}

// given is the SQL of what a new row has; what was not given is null, false or an empty
// list. It is one expression, which costs a tenth of a query over the attributes: every
// create has it.
func (t audited) given(row string) string {
	all := `'[]'::jsonb`
	for _, name := range t {
		value := auditedValue(row, name)
		all += ` || case when ` + value + ` in ('false', '[]') is not false then '[]' else jsonb_build_object('field', '` + name + `', 'from', null, 'to', ` + value + `) end`
	}
	return `(` + all + `)`
}

// remembered are the values of a row as a text, for a setting of the transaction.
func (t audited) remembered(row string) string { return `array_to_json(` + t.values(row) + `)::text` }

// recalled are the values that were remembered in a setting.
func recalled(setting string) string {
	return `array(select nullif(v, 'null') from jsonb_array_elements(current_setting('` + setting + `')::jsonb) v)`
}
