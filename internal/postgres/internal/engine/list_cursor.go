package engine

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// name identifies the list and its order in a cursor.
func (l List) name() string {
	if l.Keyed != nil {
		return l.Table.Name + ` ` + l.Order.SQL() + ` ` + l.Keyed.Name
	}
	return l.Table.Name + ` ` + l.Order.SQL()
}

// Place is the SQL of a row's sort keys as texts; null if the id is the only key,
// since the row has it anyway.
func (s Sorting) Place() string {
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
	switch k.Kind {
	case Text:
		return k.SQL
	case Moment:
		return `(extract(epoch from ` + k.SQL + `) * 1000000)::bigint::text`
	case Day:
		return `to_char(` + k.SQL + `, 'YYYY-MM-DD')`
	}
	return `(` + k.SQL + `)::text`
}

// goOn makes the list begin after a cursor. Clients send cursors, so every value
// is checked against the kind of its key.
func (l *List) goOn(after string) error {
	if after == "" {
		return nil
	}
	c, err := catalog.ParseCursor(l.name(), after)
	if err != nil {
		return err
	}
	return l.BeginAfter(c.Place)
}

// BeginAfter makes the list begin after a row with these sort keys.
func (l *List) BeginAfter(place []*string) error {
	if len(place) != len(l.Order) {
		return catalog.WrongCursor()
	}
	values := make([]string, len(l.Order)) // as SQL; empty for null
	for i, k := range l.Order {
		if place[i] == nil && k.Nulls != "" {
			continue
		}
		value, ok := k.Kind.parse(place[i])
		if !ok {
			return catalog.WrongCursor()
		}
		l.Cursor = append(l.Cursor, value)
		values[i] = `$` + strconv.Itoa(len(l.Args)+len(l.Cursor)) + map[kind]string{Number: `::bigint`, Text: `::text`, Moment: `::timestamptz`, Day: `::date`}[k.Kind]
	}
	l.Beyond = ` and ` + l.Order.beyond(values)
	if l.Keyed != nil {
		l.Keyed.goOn(l.Table, values)
	}
	return nil
}

// parse reads a value of a cursor.
func (k kind) parse(s *string) (any, bool) {
	if s == nil {
		return nil, false
	}
	switch k {
	case Text:
		return *s, utf8.ValidString(*s) && !strings.ContainsRune(*s, 0)
	case Day:
		at, err := time.Parse(time.DateOnly, *s)
		return at, err == nil && at.Year() >= 1
	}
	n, err := strconv.ParseInt(*s, 10, 64)
	if k == Number || err != nil {
		return n, err == nil
	}
	at := time.UnixMicro(n).UTC()
	return at, at.Year() >= 1 && at.Year() <= 9999
}

// beyond is the condition for the rows after these values. Keys of one direction
// are compared as a row, for which an index can be used.
func (s Sorting) beyond(values []string) string {
	alike := true
	for _, k := range s {
		alike = alike && k.Nulls == "" && k.Down == s[0].Down
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
	if k.Down {
		return `<`
	}
	return `>`
}

func (k key) equals(value string) string {
	if value == "" {
		return k.SQL + ` is null`
	}
	return k.SQL + ` = ` + value
}

func (k key) beyond(value string) string {
	switch {
	case value == "" && k.Nulls == "last":
		return `false`
	case value == "":
		return k.SQL + ` is not null`
	case k.Nulls == "last":
		return `(` + k.SQL + ` ` + k.compares() + ` ` + value + ` or ` + k.SQL + ` is null)`
	}
	return k.SQL + ` ` + k.compares() + ` ` + value
}
