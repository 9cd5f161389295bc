package postgres

import (
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// clause puts a from clause together, one condition after the other. Values
// stand in it as ?, and never as text.
type clause struct {
	table, alias string
	found        []string // queries that find ids
	conditions   []string
	args         []any
}

// from begins a clause of the rows of one account, which is always $1.
func from(r Reader, table, alias string) *clause {
	return &clause{table: table, alias: alias, conditions: []string{alias + `.account_id = $1`}, args: []any{r.account}}
}

// and adds a condition.
func (c *clause) and(condition string, args ...any) {
	c.conditions = append(c.conditions, c.numbered(condition, args))
}

// among adds a query that finds the ids of rows; those that all queries find
// count. It is run by itself, and costs as much as it finds.
func (c *clause) among(query string, args ...any) {
	c.found = append(c.found, `(`+c.numbered(query, args)+`)`)
}

// numbered puts numbers in the place of question marks.
func (c *clause) numbered(sql string, args []any) string {
	var numbered strings.Builder
	for _, arg := range args {
		before, after, _ := strings.Cut(sql, "?")
		c.args = append(c.args, arg)
		numbered.WriteString(before + `$` + strconv.Itoa(len(c.args)))
		sql = after
	}
	numbered.WriteString(sql)
	return numbered.String()
}

// fill says what a list consists of.
func (c *clause) fill(l *list) {
	l.table, l.args = c.table+` `+c.alias, c.args
	rows := l.table
	if len(c.found) > 0 { // each is looked at by its id, whatever the planner thinks of the account
		rows = `(select distinct found_id from (` + strings.Join(c.found, ` intersect `) + `) queries (found_id)) found
			cross join lateral (select * from ` + c.table + ` where account_id = $1 and id = found_id offset 0) ` + c.alias
	}
	l.rows = rows + ` where ` + strings.Join(c.conditions, ` and `)
}

// search adds a query for each word: the SQL finds ids by the first word of a
// range and its end, as often as it has a pair of ?.
func (c *clause) search(s catalog.Search, sql string) {
	if s.Asked && len(s.Words) == 0 {
		c.and(`false`)
	}
	for _, w := range s.Words {
		var args []any
		for range strings.Count(sql, "?") / 2 {
			args = append(args, w, w+lastCharacter)
		}
		c.among(sql, args...)
	}
}

// lastCharacter ends the words that begin with what stands before it.
const lastCharacter = "\U0010FFFF"
