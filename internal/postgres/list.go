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

// list describes a list as parts of SQL. The first argument is always the account.
type list struct {
	account int64
	columns string
	table   table
	where   []string // the first condition is the account
	order   sorting
	args    []any
	filters []filter
	parent  string      // finds the owner by the first two arguments; without one the list is ErrNotFound
	total   string      // name in totals, for lists whose length is kept; empty counts the rows
	of      int64       // the parent_id in totals; 0 is the whole account
	capped  bool        // counting stops at most
	most    int         // 0 is maxTotal
	keyed   *keyedOrder // for an order by what not every row has
	sorted  bool        // an order was asked for

	unordered bool // any rows will do, as long as there are as many as the page has

	beyond string // condition for the rows after the cursor
	cursor []any  // the arguments of beyond
}

// page reads one page of a list, in one round trip, or from a replica in two.
func page[T any](ctx context.Context, r Reader, p catalog.Paging, l list) (catalog.Page[T], error) {
	var items []T
	found := readPage{Paging: p, items: listOf(&items)}
	err := found.run(ctx, r, l)
	return catalog.Page[T]{Paging: p, Total: found.total, Capped: found.capped, Items: items, NextAfter: found.nextAfter}, err
}

func (p *readPage) run(ctx context.Context, r Reader, l list) error {
	l.most = int(p.Most)
	if err := l.goOn(p.After); err != nil {
		return err
	}
	first := p.Offset() == 0 && p.After == ""
	if db, ok := r.direct(); ok && first && db.replica == nil {
		if err := p.readDirectly(ctx, db, r, l); err != nil {
			return err
		}
		p.trim(l)
		return nil
	}
	queue := func(b *pgx.Batch) {
		if l.parent != "" {
			b.Queue(l.parent, l.args[:2]...)
		}
		if first {
			sql, args := l.first(p.Paging)
			b.Queue(sql, args...)
		} else {
			l.later(b, p.Paging)
		}
	}
	err := r.list(ctx, queue, func(answers pgx.BatchResults) error {
		p.total, p.places = 0, nil // the replica may have failed half-way
		p.items.SetZero()
		if l.parent != "" {
			if tag, err := answers.Exec(); err != nil || tag.RowsAffected() == 0 {
				return cmp.Or(err, fault.ErrNotFound)
			}
		}
		if !first {
			if err := answers.QueryRow().Scan(&p.total); err != nil {
				return err
			}
		}
		rows, err := answers.Query()
		if err != nil {
			return err
		}
		return p.read(rows, first)
	})
	if err != nil {
		return err
	}
	p.trim(l)
	return nil
}

// list reads from the replica if it is recent enough, otherwise from the primary.
func (r Reader) list(ctx context.Context, queue func(*pgx.Batch), read func(pgx.BatchResults) error) error {
	if done, err := r.fromReplica(ctx, queue, read); done {
		return err
	}
	return ask(ctx, r, queue, read)
}

// first queries the first page. Each row carries the total; without rows it is 0.
// The limit is a literal, so that PostgreSQL plans for few rows; sizes of pages are
// rounded up, so that they make a few statements.
func (l list) first(p catalog.Paging) (sql string, args []any) {
	if len(l.filters) > 0 {
		return l.filtered(p, true, true) + l.shown(`, (`+filteredTotal+`) as total`), l.args
	}
	total, args := l.count(l.args)
	if l.keyed != nil {
		return l.byKey(p) + l.shown(`, (`+total+`) as total`), args
	}
	return `select ` + l.columns + `, ` + l.order.place() + ` as place, (` + total + `) as total from ` + l.table.from() + ` where ` + l.conditions() + ` order by ` + l.order.sql() + l.limit(p), args
}

// Generic plans suit the average account, where joining with all its rows is
// cheap. "offset 0" in an inner select forces a lookup per row, which is what a
// large account needs.

// later queries the total and a page that is not the first. An index finds the
// ids of the page, and only their rows are fetched. A list whose total is kept is
// read from its nearer end.
func (l list) later(b *pgx.Batch, p catalog.Paging) {
	l.queueTotal(b, p)
	args := slices.Concat(l.args, l.cursor)
	switch {
	case len(l.filters) > 0 && p.After != "":
		b.Queue(l.filtered(p, true, false)+l.shown(``), args...)
	case len(l.filters) > 0:
		b.Queue(l.filtered(p, true, false)+l.shown(``), append(args, p.Offset())...)
	case l.keyed != nil && p.After != "":
		b.Queue(l.byKey(p)+l.shown(``), args...)
	case l.keyed != nil:
		b.Queue(l.byKey(p)+l.shown(``), append(args, p.Offset())...)
	case p.After != "":
		b.Queue(`select `+l.columns+`, `+l.order.place()+` as place from `+l.table.from()+` where `+l.conditions()+l.beyond+` order by `+l.order.sql()+l.limit(p), args...)
	default:
		l.numbered(b, p)
	}
}

// numbered queries a page by its number.
func (l list) numbered(b *pgx.Batch, p catalog.Paging) {
	total, args := l.count(l.args)
	ids := `select ` + l.table.as() + `.id from ` + l.table.from() + ` where ` + l.conditions()
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

// byKey finds the rows of a page in the order of a key that not every row has.
func (l list) byKey(p catalog.Paging) string {
	return `with ` + strings.Join(append(l.keyed.parts(l, p, ``), `page as materialized (`+l.keyed.found(l, p)+`)`), `, `)
}

// row is what is read of a row: its columns, and what it is sorted by if that is none
// of them.
func (l list) row() string {
	if l.keyed == nil {
		return `*`
	}
	return `*, ` + l.keyed.shown + ` as sort_key`
}

// shown selects the rows of the page.
func (l list) shown(total string) string {
	return ` select ` + l.columns + `, ` + l.order.place() + ` as place` + total + ` from (select id as page_id from page) page
		cross join lateral (select ` + l.row() + ` from ` + l.table.name + ` shown where account_id = $1 and id = page_id offset 0) ` + l.table.as() + ` order by ` + l.order.sql()
}

// queueTotal queries the total alone.
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

// count is the SQL of the total for a statement with these arguments, and the
// arguments including those that it adds.
func (l list) count(args []any) (string, []any) {
	if l.total == "" {
		most := ``
		if l.capped {
			most = ` limit ` + strconv.Itoa(l.mostCounted()+1)
		}
		return `select count(*) from (select from ` + l.table.from() + ` where ` + l.conditions() + most + `) q`, args
	}
	n := len(args)
	return fmt.Sprintf(`select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = $%d and parent_id = $%d`, n+1, n+2),
		append(slices.Clone(args), l.total, l.of)
}

// size is the number of rows to read. Where no total is kept it is one more than
// the page holds, which tells whether another page follows.
func (l list) size(p catalog.Paging) string {
	rows := p.PerPage
	for _, size := range pageSizes {
		if size >= rows {
			rows = size
			break
		}
	}
	if l.total == "" || p.After != "" {
		rows++
	}
	return strconv.FormatInt(rows, 10)
}

// pageSizes are those that statements are made for; what a page has too much is left out.
// Larger ones are constants.
var pageSizes = []int64{1, 10, 20, 30, 50, 100}

// limit ends a query for the rows of a page.
func (l list) limit(p catalog.Paging) string {
	if p.After != "" || p.Offset() == 0 {
		return ` limit ` + l.size(p)
	}
	return ` limit ` + l.size(p) + ` offset $` + strconv.Itoa(len(l.args)+1)
}
