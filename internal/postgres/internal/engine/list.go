package engine

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

// List describes a list as parts of SQL. The first argument is always the account.
type List struct {
	Account int64
	Columns string
	Table   Table
	Where   []string // the first condition is the account
	Order   Sorting
	Args    []any
	Filters []Filter
	Parent  string      // finds the owner by the first two arguments; without a row the list is ErrNotFound
	Total   string      // name in totals, for lists whose length is kept; empty counts the rows
	Of      int64       // the parent_id in totals; 0 is the whole account
	Capped  bool        // counting stops at most
	most    int         // 0 is maxTotal
	used    string      // conditions that are true
	Keyed   *KeyedOrder // for an order by a key that not every row has
	Sorted  bool        // a request chose the order

	Computed bool // the table is computed from all of the account: once for a first page, in the time of a Survey

	Unordered bool // any rows will do, as long as there are as many as the page has

	Beyond string // condition for the rows after the cursor
	Cursor []any  // the arguments of beyond
}

// Page reads one page of a list, in one round trip, or from a replica in two.
func Page[T any](ctx context.Context, r Reader, p catalog.Paging, l List) (catalog.Page[T], error) {
	var items []T
	found := readPage{Paging: p, items: listOf(&items)}
	err := found.run(ctx, r, l)
	return catalog.Page[T]{Paging: p, Total: found.total, Capped: found.capped, Items: items, NextAfter: found.nextAfter}, err
}

func (p *readPage) run(ctx context.Context, r Reader, l List) error {
	l.most = int(p.Most)
	if err := l.goOn(p.After); err != nil {
		return err
	}
	first := p.Offset() == 0 && p.After == ""
	if db, ok := r.direct(); ok && first && db.replica == nil && !l.Computed {
		if err := p.readDirectly(ctx, db, r, l); err != nil {
			return err
		}
		p.trim(l)
		return nil
	}
	queue := func(b *pgx.Batch) {
		if l.Computed {
			b.Queue(asLong)
		}
		if l.Parent != "" {
			b.Queue(l.Parent, l.Args[:2]...)
		}
		if first {
			sql, args := l.first(p.Paging)
			b.Queue(sql, args...)
		} else {
			l.later(b, p.Paging)
		}
	}
	err := NewList(ctx, r, queue, func(answers pgx.BatchResults) error {
		p.total, p.places = 0, nil // the replica may have failed half-way
		p.items.SetZero()
		if l.Computed {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		if l.Parent != "" {
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

// NewList reads from the replica if it is recent enough, otherwise from the primary.
func NewList(ctx context.Context, r Reader, queue func(*pgx.Batch), read func(pgx.BatchResults) error) error {
	if done, err := r.fromReplica(ctx, queue, read); done {
		return err
	}
	return Ask(ctx, r, queue, read)
}

// first queries the first page. Each row carries the total; without rows it is 0.
// The limit is a literal, so that PostgreSQL plans for few rows; sizes of pages are
// rounded up, so that they make a few statements.
func (l List) first(p catalog.Paging) (sql string, args []any) {
	if len(l.Filters) > 0 {
		return l.Filtered(p, true, !l.exactly(p)) + l.shown(`, (`+l.total(p, true)+`) as total`), l.Args
	}
	if l.Computed {
		return `with found as materialized (select * from ` + l.Table.From() + ` where ` + l.Conditions() + `)
			select ` + l.Columns + `, ` + l.Order.Place() + ` as place, (select count(*) from found) as total from found ` + l.Table.As() + ` order by ` + l.Order.SQL() + l.Limit(p), l.Args
	}
	total, args := l.count(l.Args)
	if l.Keyed != nil {
		return l.ByKey(p) + l.shown(`, (`+total+`) as total`), args
	}
	return `select ` + l.Columns + `, ` + l.Order.Place() + ` as place, (` + total + `) as total from ` + l.Table.From() + ` where ` + l.Conditions() + ` order by ` + l.Order.SQL() + l.Limit(p), args
}

// Generic plans suit the average account, where joining with all its rows is
// cheap. "offset 0" in an inner select forces a lookup per row, which is what a
// large account needs.

// later queries the total and a page that is not the first. An index finds the
// ids of the page, and only their rows are fetched. A list whose total is kept is
// read from its nearer end.
func (l List) later(b *pgx.Batch, p catalog.Paging) {
	l.queueTotal(b, p)
	args := slices.Concat(l.Args, l.Cursor)
	switch {
	case len(l.Filters) > 0 && p.After != "":
		b.Queue(l.Filtered(p, true, false)+l.shown(``), args...)
	case len(l.Filters) > 0:
		b.Queue(l.Filtered(p, true, false)+l.shown(``), append(args, p.Offset())...)
	case l.Keyed != nil && p.After != "":
		b.Queue(l.ByKey(p)+l.shown(``), args...)
	case l.Keyed != nil:
		b.Queue(l.ByKey(p)+l.shown(``), append(args, p.Offset())...)
	case p.After != "":
		b.Queue(`select `+l.Columns+`, `+l.Order.Place()+` as place from `+l.Table.From()+` where `+l.Conditions()+l.Beyond+` order by `+l.Order.SQL()+l.Limit(p), args...)
	default:
		l.numbered(b, p)
	}
}

// numbered queries a page by its number.
func (l List) numbered(b *pgx.Batch, p catalog.Paging) {
	total, args := l.count(l.Args)
	ids := `select ` + l.Table.As() + `.id from ` + l.Table.From() + ` where ` + l.Conditions()
	found := ids + ` order by ` + l.Order.SQL() + l.Limit(p)
	if l.Total != "" {
		offset := `$` + strconv.Itoa(len(args)+1)
		found = `(` + ids + ` and 2 * ` + offset + `::bigint <= (select total from t) order by ` + l.Order.SQL() + ` limit ` + l.size(p) + ` offset ` + offset + `)
			union all
			(` + ids + ` and 2 * ` + offset + `::bigint > (select total from t) order by ` + l.Order.Reversed().SQL() + `
			limit ` + l.size(p) + ` offset greatest(0, (select total from t) - ` + offset + ` - ` + l.size(p) + `))`
		found = `t as materialized (select (` + total + `) as total), page as materialized (` + found + `)`
	} else {
		found, args = `page as materialized (`+found+`)`, l.Args
	}
	b.Queue(`with `+found+l.shown(``), append(slices.Clone(args), p.Offset())...)
}

// ByKey finds the rows of a page in the order of a key that not every row has.
func (l List) ByKey(p catalog.Paging) string {
	return `with ` + strings.Join(append(l.Keyed.parts(l, p, ``), `page as materialized (`+l.Keyed.found(l, p)+`)`), `, `)
}

// Row is the columns of a row, and its sort keys if these are not among them.
func (l List) Row() string {
	if l.Keyed == nil {
		return `*`
	}
	return `*, ` + l.Keyed.Shown + ` as sort_key`
}

// shown selects the rows of the page.
func (l List) shown(total string) string {
	return ` select ` + l.Columns + `, ` + l.Order.Place() + ` as place` + total + ` from (select id as page_id from page) page
		cross join lateral (select ` + l.Row() + ` from ` + l.Table.Name + ` shown where account_id = $1 and id = page_id offset 0) ` + l.Table.As() + ` order by ` + l.Order.SQL()
}

// queueTotal queries the total alone.
func (l List) queueTotal(b *pgx.Batch, p catalog.Paging) {
	if len(l.Filters) > 0 {
		b.Queue(l.Filtered(p, false, true)+` `+l.total(p, false), l.Args...)
		return
	}
	args := l.Args
	if l.Total != "" {
		args = l.Args[:1]
	}
	total, args := l.count(args)
	b.Queue(total, args...)
}

// count is the SQL of the total for a statement with these arguments, and the
// arguments including those that it adds.
func (l List) count(args []any) (string, []any) {
	if l.Total == "" {
		most := ``
		if l.Capped {
			most = ` limit ` + strconv.Itoa(l.mostCounted()+1)
		}
		return `select count(*) from (select from ` + l.Table.From() + ` where ` + l.Conditions() + most + `) q`, args
	}
	n := len(args)
	return fmt.Sprintf(`select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = $%d and parent_id = $%d`, n+1, n+2),
		append(slices.Clone(args), l.Total, l.Of)
}

// size is the number of rows to read. Where no total is kept it is one more than
// the page holds, which tells whether another page follows.
func (l List) size(p catalog.Paging) string {
	rows := p.PerPage
	for _, size := range pageSizes {
		if size >= rows {
			rows = size
			break
		}
	}
	if l.Total == "" || p.After != "" {
		rows++
	}
	return strconv.FormatInt(rows, 10)
}

// pageSizes are the limits in statements; surplus rows are dropped. Larger ones are constants.
var pageSizes = []int64{1, 10, 20, 30, 50, 100}

// Limit ends a query for the rows of a page.
func (l List) Limit(p catalog.Paging) string {
	if p.After != "" || p.Offset() == 0 {
		return ` limit ` + l.size(p)
	}
	return ` limit ` + l.size(p) + ` offset $` + strconv.Itoa(len(l.Args)+1)
}
