package postgres

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// name identifies the list and its order in a cursor.
func (l list) name() string {
	if l.keyed != nil {
		return l.table.name + ` ` + l.order.sql() + ` ` + l.keyed.name
	}
	return l.table.name + ` ` + l.order.sql()
}

// place is the SQL of a row's sort keys as texts; null if the id is the only key,
// since the row has it anyway.
func (s sorting) place() string {
	if len(s) == 1 {
		return `null::text[]`
	}
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = k.place()
	}
	return `array[` + strings.Join(keys, `, `) + `]`
}

// place is the SQL of a key as text.
func (k key) place() string {
	switch k.kind {
	case text:
		return k.sql
	case moment:
		return `(extract(epoch from ` + k.sql + `) * 1000000)::bigint::text`
	case day:
		return `to_char(` + k.sql + `, 'YYYY-MM-DD')`
	}
	return `(` + k.sql + `)::text`
}

// goOn makes the list begin after a cursor. Clients send cursors, so every value
// is checked against the kind of its key.
func (l *list) goOn(after string) error {
	if after == "" {
		return nil
	}
	c, err := catalog.ParseCursor(l.name(), after)
	if err != nil {
		return err
	}
	return l.beginAfter(c.Place)
}

// beginAfter makes the list begin after a row with these sort keys.
func (l *list) beginAfter(place []*string) error {
	if len(place) != len(l.order) {
		return catalog.WrongCursor()
	}
	values := make([]string, len(l.order)) // as SQL; empty for null
	for i, k := range l.order {
		if place[i] == nil && k.nulls != "" {
			continue
		}
		value, ok := k.kind.parse(place[i])
		if !ok {
			return catalog.WrongCursor()
		}
		l.cursor = append(l.cursor, value)
		values[i] = `$` + strconv.Itoa(len(l.args)+len(l.cursor)) + map[kind]string{number: `::bigint`, text: `::text`, moment: `::timestamptz`, day: `::date`}[k.kind]
	}
	l.beyond = ` and ` + l.order.beyond(values)
	if l.keyed != nil {
		l.keyed.goOn(l.table, values)
	}
	return nil
}

// parse reads a value of a cursor.
func (k kind) parse(s *string) (any, bool) {
	if s == nil {
		return nil, false
	}
	switch k {
	case text:
		return *s, utf8.ValidString(*s) && !strings.ContainsRune(*s, 0)
	case day:
		at, err := time.Parse(time.DateOnly, *s)
		return at, err == nil && at.Year() >= 1
	}
	n, err := strconv.ParseInt(*s, 10, 64)
	if k == number || err != nil {
		return n, err == nil
	}
	at := time.UnixMicro(n).UTC()
	return at, at.Year() >= 1 && at.Year() <= 9999
}

// beyond is the condition for the rows after these values. Keys of one direction
// are compared as a row, for which an index can be used.
func (s sorting) beyond(values []string) string {
	alike := true
	for _, k := range s {
		alike = alike && k.nulls == "" && k.down == s[0].down
	}
	if alike {
		return `(` + s.columns() + `) ` + s[0].compares() + ` (` + strings.Join(values, `, `) + `)`
	}
	var ways []string
	equal := ``
	for i, k := range s {
		ways = append(ways, equal+k.beyond(values[i]))
		equal += k.equals(values[i]) + ` and `
	}
	return `(` + strings.Join(ways, ` or `) + `)`
}

func (k key) compares() string {
	if k.down {
		return `<`
	}
	return `>`
}

func (k key) equals(value string) string {
	if value == "" {
		return k.sql + ` is null`
	}
	return k.sql + ` = ` + value
}

func (k key) beyond(value string) string {
	switch {
	case value == "" && k.nulls == "last":
		return `false`
	case value == "":
		return k.sql + ` is not null`
	case k.nulls == "last":
		return `(` + k.sql + ` ` + k.compares() + ` ` + value + ` or ` + k.sql + ` is null)`
	}
	return k.sql + ` ` + k.compares() + ` ` + value
}
