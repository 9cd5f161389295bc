package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// list says what a list consists of. The first argument is always the account.
type list struct {
	columns string
	table   string // and its alias, if it has one
	where   string
	order   sorting
	args    []any
	filters []filter
	whole   bool   // nothing but the account and the filters decides
	parent  string // finds what the list belongs to, by the first two arguments; without it the list is ErrNotFound
	total   string // its name in totals, where long lists are counted; empty counts anew
	of      int64  // the parent_id in totals; 0 is the whole account
	capped  bool   // is counted up to maxTotal only

	beyond string // what comes after the cursor of a request
	cursor []any  // the arguments of beyond
}

// Lists of what belongs to something else are ErrNotFound if that is not there.
const (
	ofType       = `select from collection_types where account_id = $1 and id = $2`
	ofCollection = `select from collections where account_id = $1 and id = $2`
	ofItem       = `select from items where account_id = $1 and id = $2`
	ofCopy       = `select from copies where account_id = $1 and id = $2`
)

// page reads one page of a list, in one round trip, or from a replica in two.
func page[T any](ctx context.Context, r Reader, p catalog.Paging, l list) (catalog.Page[T], error) {
	found := pageOf[T]{Page: catalog.Page[T]{Paging: p}}
	if err := l.goOn(p.After); err != nil {
		return found.Page, err
	}
	first := p.Offset() == 0 && p.After == ""
	if db, ok := r.direct(); ok && first && db.replica == nil {
		err := found.readDirectly(ctx, db, r, l)
		return found.trimmed(l), err
	}
	queue := func(b *pgx.Batch) {
		if l.parent != "" {
			b.Queue(l.parent, l.args[:2]...)
		}
		if first {
			sql, args := l.first(p)
			b.Queue(sql, args...)
		} else {
			l.later(b, p)
		}
	}
	err := r.list(ctx, queue, func(answers pgx.BatchResults) error {
		found = pageOf[T]{Page: catalog.Page[T]{Paging: p}} // a replica may have failed half-way
		if l.parent != "" {
			if tag, err := answers.Exec(); err != nil || tag.RowsAffected() == 0 {
				return cmp.Or(err, fault.ErrNotFound)
			}
		}
		if !first {
			if err := answers.QueryRow().Scan(&found.Total); err != nil {
				return err
			}
		}
		rows, err := answers.Query()
		if err != nil {
			return err
		}
		return found.read(rows, first)
	})
	return found.trimmed(l), err
}

// list reads from the replica, where there is one that will do, or from the
// primary.
func (r Reader) list(ctx context.Context, queue func(*pgx.Batch), read func(pgx.BatchResults) error) error {
	if done, err := r.fromReplica(ctx, queue, read); done {
		return err
	}
	return r.send(ctx, queue, read)
}

// first asks for the first page: the total stands in each of its rows, and
// without any row it is 0. The limit is a literal, so that the plan is made for
// few rows; there are at most a hundred of them.
func (l list) first(p catalog.Paging) (sql string, args []any) {
	if len(l.filters) > 0 {
		return l.filtered(p, true, true) + l.shown(`, (`+filteredTotal+`) as total`), l.args
	}
	total, args := l.count(l.args)
	return `select ` + l.columns + `, ` + l.order.place() + ` as place, (` + total + `) as total from ` + l.table + ` where ` + l.where + ` order by ` + l.order.sql() + l.limit(p), args
}

// Generic plans are made for the average account, where it is cheap to join with
// all of it. An inner select with "offset 0" is looked into row by row instead,
// which is what a large account needs.

// later asks for a page further on, after the total. Its rows are found by
// their ids, which an index has, and only those of the page are looked at. A
// list whose total is kept is read from its nearer end.
func (l list) later(b *pgx.Batch, p catalog.Paging) {
	l.queueTotal(b, p)
	args := slices.Concat(l.args, l.cursor)
	switch {
	case len(l.filters) > 0 && p.After != "":
		b.Queue(l.filtered(p, true, false)+l.shown(``), args...)
	case len(l.filters) > 0:
		b.Queue(l.filtered(p, true, false)+l.shown(``), append(args, p.Offset())...)
	case p.After != "":
		b.Queue(`select `+l.columns+`, `+l.order.place()+` as place from `+l.table+` where `+l.where+l.beyond+` order by `+l.order.sql()+l.limit(p), args...)
	default:
		l.numbered(b, p)
	}
}

// numbered asks for a page by its number.
func (l list) numbered(b *pgx.Batch, p catalog.Paging) {
	total, args := l.count(l.args)
	ids := `select ` + l.alias() + `.id from ` + l.table + ` where ` + l.where
	found := ids + ` order by ` + l.order.sql() + l.limit(p)
	if l.total != "" {
		offset := `$` + strconv.Itoa(len(args)+1)
		found = `(` + ids + ` and 2 * ` + offset + `::bigint <= (select total from t) order by ` + l.order.sql() + ` limit ` + l.size(p) + ` offset ` + offset + `)
			union all
			(` + ids + ` and 2 * ` + offset + `::bigint > (select total from t) order by ` + l.order.reversed().sql() + `
			limit ` + l.size(p) + ` offset greatest(0, (select total from t) - ` + offset + ` - ` + l.size(p) + `))`
		found = `t as materialized (select (` + total + `) as total), page as materialized (` + found + `)`
	} else {
		found, args = `page as materialized (`+found+`)`, l.args
	}
	b.Queue(`with `+found+l.shown(``), append(slices.Clone(args), p.Offset())...)
}

// shown selects the rows of the page.
func (l list) shown(total string) string {
	table, _, _ := strings.Cut(l.table, " ")
	return ` select ` + l.columns + `, ` + l.order.place() + ` as place` + total + ` from (select id as page_id from page) page
		cross join lateral (select * from ` + table + ` where account_id = $1 and id = page_id offset 0) ` + l.alias() + ` order by ` + l.order.sql()
}

// queueTotal asks for the total alone.
func (l list) queueTotal(b *pgx.Batch, p catalog.Paging) {
	if len(l.filters) > 0 {
		b.Queue(l.filtered(p, false, true)+` `+filteredTotal, l.args...)
		return
	}
	args := l.args
	if l.total != "" {
		args = l.args[:1]
	}
	total, args := l.count(args)
	b.Queue(total, args...)
}

// count is the SQL of the total, as part of a statement that has these
// arguments, and the arguments with its own.
func (l list) count(args []any) (string, []any) {
	if l.total == "" {
		most := ``
		if l.capped {
			most = ` limit ` + strconv.Itoa(maxTotal+1)
		}
		return `select count(*) from (select from ` + l.table + ` where ` + l.where + most + `) q`, args
	}
	n := len(args)
	return fmt.Sprintf(`select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = $%d and parent_id = $%d`, n+1, n+2),
		append(slices.Clone(args), l.total, l.of)
}

// alias is the name that the table goes by.
func (l list) alias() string { return l.table[strings.LastIndex(l.table, " ")+1:] }

// size is how many rows to ask for: one more than are shown, to know whether
// there is one, unless the total tells.
func (l list) size(p catalog.Paging) string {
	if l.total == "" || p.After != "" {
		return strconv.FormatInt(p.PerPage+1, 10)
	}
	return strconv.FormatInt(p.PerPage, 10)
}

// limit ends a query for the rows of a page.
func (l list) limit(p catalog.Paging) string {
	if p.After != "" || p.Offset() == 0 {
		return ` limit ` + l.size(p)
	}
	return ` limit ` + l.size(p) + ` offset $` + strconv.Itoa(len(l.args)+1)
}
