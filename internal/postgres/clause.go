package postgres

import (
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// clause puts a from clause together, one condition after the other. Values
// stand in it as ?, and never as text.
type clause struct {
	sql  strings.Builder
	args []any
}

// from begins a clause; the account is always $1.
func from(r Reader, sql string) *clause {
	c := &clause{args: []any{r.account}}
	c.sql.WriteString(sql)
	return c
}

// and adds a condition.
func (c *clause) and(condition string, args ...any) *clause {
	c.sql.WriteString(` and `)
	for _, arg := range args {
		before, after, _ := strings.Cut(condition, "?")
		c.args = append(c.args, arg)
		c.sql.WriteString(before + `$` + strconv.Itoa(len(c.args)))
		condition = after
	}
	c.sql.WriteString(condition)
	return c
}

// lexemes are words as they are indexed: with the account before them, so that
// a search touches the words of one account only.
func (r Reader) lexemes(words []string) []string {
	marked := make([]string, len(words))
	for i, w := range words {
		marked[i] = strconv.FormatInt(r.account, 10) + "/" + w
	}
	return marked
}

// prefix is the query for words that begin with w. Words are letters and digits
// only, so there is nothing in them to escape.
func (r Reader) prefix(w string) string {
	return `'` + r.lexemes([]string{w})[0] + `':*`
}

// search adds a condition for each word: the SQL finds ids by one ?, repeated
// as often as it stands there.
func (c *clause) search(r Reader, s catalog.Search, found string) {
	if s.Asked && len(s.Words) == 0 {
		c.and(`false`)
	}
	for _, w := range s.Words {
		args := make([]any, strings.Count(found, "?"))
		for i := range args {
			args[i] = r.prefix(w)
		}
		c.and(found, args...)
	}
}
