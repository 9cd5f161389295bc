package postgres

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// table is a table and the alias by which its columns are named, if any.
type table struct{ name, alias string }

// from is the table as a from clause names it.
func (t table) from() string {
	if t.alias == "" {
		return t.name
	}
	return t.name + ` ` + t.alias
}

// as is the name of the table in the rest of the query.
func (t table) as() string {
	if t.alias == "" {
		return t.name
	}
	return t.alias
}

// column is the name of a column.
func (t table) column(name string) string {
	if t.alias == "" {
		return name
	}
	return t.alias + `.` + name
}

// arg adds an argument and returns its placeholder. Values never become part of
// the text of a query.
func (l *list) arg(value any) string {
	l.args = append(l.args, value)
	return `$` + strconv.Itoa(len(l.args))
}

// and adds a condition.
func (l *list) and(condition string) { l.where = append(l.where, condition) }

// among adds a filter.
func (l *list) among(f filter) { l.filters = append(l.filters, f) }

// conditions is the where clause, which always names the account.
func (l list) conditions() string { return strings.Join(l.where, ` and `) }

// wordFilter is a filter for rows with a word that begins with the one searched
// for: a word from first up to last. The query is the same condition as a tsquery,
// for the test.
type wordFilter func(first, last, query string) filter

// search adds a filter for each word, the longest first: it is usually the rarest.
func (l *list) search(s catalog.Search, words wordFilter) {
	if s.Asked && len(s.Words) == 0 {
		l.and(`false`)
	}
	longest := slices.SortedStableFunc(slices.Values(s.Words), func(a, b string) int { return len(b) - len(a) })
	for _, w := range longest {
		l.among(words(l.arg(w), l.arg(w+lastCharacter), l.arg(`'`+formatID(l.account)+`/`+w+`':* | '`+w+`':*`)))
	}
}

// lastCharacter sorts after every other, and so ends the range of a prefix.
const lastCharacter = "\U0010FFFF"

// named keeps rows that have a word of their name begin with each word searched for.
// It reads all names of the account, so it is for lists with a limit.
func (l *list) named(s catalog.Search) { l.namedBy(l.table.column(`name_key`), s) }

// namedBy is named for a folded name in another column.
func (l *list) namedBy(column string, s catalog.Search) {
	if s.Asked && len(s.Words) == 0 {
		l.and(`false`)
	}
	for _, word := range s.Words {
		if catalog.StandsAlone(word) { // a script without spaces between words
			l.and(`strpos(` + column + `, ` + l.arg(word) + `) > 0`)
			continue
		}
		l.and(column + ` ~ ` + l.arg(`\m`+word)) // words are letters and digits
	}
	l.capped = s.Asked
}
