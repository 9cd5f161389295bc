package engine

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// Table is a table and the alias by which its columns are named, if any.
type Table struct{ Name, Alias string }

// From is the table as a from clause names it.
func (t Table) From() string {
	if t.Alias == "" {
		return t.Name
	}
	return t.Name + ` ` + t.Alias
}

// As is the name of the table in the rest of the query.
func (t Table) As() string {
	if t.Alias == "" {
		return t.Name
	}
	return t.Alias
}

// Column is the name of a column.
func (t Table) Column(name string) string {
	if t.Alias == "" {
		return name
	}
	return t.Alias + `.` + name
}

// Arg adds an argument and returns its placeholder. Values never become part of
// the text of a query.
func (l *List) Arg(value any) string {
	l.Args = append(l.Args, value)
	return `$` + strconv.Itoa(len(l.Args))
}

// And adds a condition.
func (l *List) And(condition string) { l.Where = append(l.Where, condition) }

// Use makes the statement of the total take an argument that only the order needs.
func (l *List) Use(argument, kind string) {
	l.used += ` and ` + argument + `::` + kind + ` is not null`
}

// Among adds a filter.
func (l *List) Among(f Filter) { l.Filters = append(l.Filters, f) }

// Conditions is the where clause, which always names the account.
func (l List) Conditions() string { return strings.Join(l.Where, ` and `) + l.used }

// WordFilter is a filter for rows with a word that begins with the one searched for.
type WordFilter func(l *List, w Word) Filter

// Word is a word of a search as placeholders: words from first up to last begin with it,
// and the query is the same condition as a tsquery, for the test.
type Word struct {
	First, Last, Query string
	Text               string // the word itself
	Sense              catalog.Sense
}

// Search adds a filter for each word, the longest first: it is usually the rarest.
func (l *List) Search(s catalog.Search, words WordFilter) {
	if s.Asked && len(s.Words) == 0 {
		l.And(`false`)
	}
	longest := slices.SortedStableFunc(slices.Values(s.Words), func(a, b string) int { return len(b) - len(a) })
	for _, w := range longest {
		var any Filter
		for i, read := range s.Readings(w) {
			f := words(l, Word{l.Arg(read), l.Arg(read + catalog.LastCharacter), l.Arg(`'` + FormatID(l.Account) + `/` + read + `':* | '` + read + `':*`), read, s.Senses[read]})
			if i == 0 {
				any = f
				continue
			}
			any = Filter{Query: any.Query + ` union all ` + f.Query, Test: `(` + any.Test + ` or ` + f.Test + `)`}
		}
		l.Among(any)
	}
}

// Named keeps rows that have a word of their name begin with each word searched for.
// It reads all names of the account, so it is for lists with a limit.
func (l *List) Named(s catalog.Search) { l.NamedBy(l.Table.Column(`name_key`), s) }

// NamedBy is named for a folded name in another column.
func (l *List) NamedBy(column string, s catalog.Search) {
	if s.Asked && len(s.Words) == 0 {
		l.And(`false`)
	}
	for _, word := range s.Words {
		if catalog.StandsAlone(word) { // a script without spaces between words
			l.And(`strpos(` + column + `, ` + l.Arg(word) + `) > 0`)
			continue
		}
		l.And(column + ` ~ ` + l.Arg(`\m`+word)) // words are letters and digits
	}
	l.Capped = s.Asked
}
