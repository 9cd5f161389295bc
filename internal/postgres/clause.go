package postgres

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// clause puts a from clause together, one condition after the other. Values
// stand in it as numbers of arguments, and never as text.
type clause struct {
	account      int64
	table, alias string
	conditions   []string
	filters      []filter
	args         []any
}

// from begins a clause of the rows of one account, which is always $1.
func from(r Reader, table, alias string) *clause {
	return &clause{account: r.account, table: table, alias: alias, conditions: []string{alias + `.account_id = $1`}, args: []any{r.account}}
}

// and adds a condition. The value stands in it as ?.
func (c *clause) and(condition string, arg any) {
	c.args = append(c.args, arg)
	c.conditions = append(c.conditions, strings.ReplaceAll(condition, `?`, `$`+strconv.Itoa(len(c.args))))
}

// among adds a filter. Its values stand in it as {1}, {2} and so on.
func (c *clause) among(f filter, args ...any) {
	var numbers []string
	for i := range args {
		numbers = append(numbers, `{`+strconv.Itoa(i+1)+`}`, `$`+strconv.Itoa(len(c.args)+i+1))
	}
	c.args = append(c.args, args...)
	numbered := strings.NewReplacer(numbers...)
	c.filters = append(c.filters, filter{numbered.Replace(f.query), numbered.Replace(f.test), numbered.Replace(f.frequent)})
}

// fill says what a list consists of.
func (c *clause) fill(l *list) {
	l.table, l.where, l.args = c.table+` `+c.alias, strings.Join(c.conditions, ` and `), c.args
	l.filters, l.whole = c.filters, len(c.conditions) == 1
}

// search adds a filter for each word, the longest first, which are mostly the
// rarest. The range of words that begin with it is
// from {1} to {2}; {3} is the text of the query that a row's own words are held
// against.
func (c *clause) search(s catalog.Search, f filter) {
	if s.Asked && len(s.Words) == 0 {
		c.conditions = append(c.conditions, `false`)
	}
	longest := slices.SortedStableFunc(slices.Values(s.Words), func(a, b string) int { return len(b) - len(a) })
	for _, w := range longest {
		c.among(f, w, w+lastCharacter, `'`+formatID(c.account)+`/`+w+`':* | '`+w+`':*`)
	}
}

// lastCharacter ends the words that begin with what stands before it.
const lastCharacter = "\U0010FFFF"
