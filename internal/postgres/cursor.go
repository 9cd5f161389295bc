package postgres

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// name tells lists and their orders apart, in cursors.
func (l list) name() string {
	table, _, _ := strings.Cut(l.table, " ")
	return table + ` ` + l.order.sql()
}

// place is the SQL of what a row is sorted by, as texts; null where that is its
// id alone, which is shown anyhow.
func (s sorting) place() string {
	if len(s) == 1 {
		return `null::text[]`
	}
	shown := map[kind]string{number: `(?)::text`, text: `?`, moment: `(extract(epoch from ?) * 1000000)::bigint::text`, day: `to_char(?, 'YYYY-MM-DD')`}
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = strings.ReplaceAll(shown[k.kind], `?`, k.sql)
	}
	return `array[` + strings.Join(keys, `, `) + `]`
}

// goOn makes the list begin behind a cursor. What it says was sent by a client,
// and is held against the kinds of the keys.
func (l *list) goOn(after string) error {
	if after == "" {
		return nil
	}
	c, err := catalog.ParseCursor(l.name(), after)
	if err != nil {
		return err
	}
	if len(c.Place) != len(l.order) {
		return catalog.WrongCursor()
	}
	values := make([]string, len(l.order)) // as SQL; empty for null
	for i, k := range l.order {
		if c.Place[i] == nil && k.nulls != "" {
			continue
		}
		value, ok := k.kind.parse(c.Place[i])
		if !ok {
			return catalog.WrongCursor()
		}
		l.cursor = append(l.cursor, value)
		values[i] = `$` + strconv.Itoa(len(l.args)+len(l.cursor)) + map[kind]string{number: `::bigint`, text: `::text`, moment: `::timestamptz`, day: `::date`}[k.kind]
	}
	l.beyond = ` and ` + l.order.beyond(values)
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

// beyond is the condition of the rows that follow a place. Keys of one direction
// are compared at once, which an index can do.
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
