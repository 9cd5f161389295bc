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
	rows    string // the table, its alias and conditions
	table   string // the table and its alias, if rows begin with something else
	order   string // ends with the id, so that pages never overlap
	args    []any
	parent  string // finds what the list belongs to, by the first two arguments; without it the list is ErrNotFound
	total   string // its name in totals, where long lists are counted; empty counts anew
	of      int64  // the parent_id in totals; 0 is the whole account
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
	found := catalog.Page[T]{Paging: p}
	queue := func(b *pgx.Batch) {
		if l.parent != "" {
			b.Queue(l.parent, l.args[:2]...)
		}
		if p.Offset() == 0 {
			l.first(b, p)
		} else {
			l.later(b, p)
		}
	}
	err := r.list(ctx, queue, func(answers pgx.BatchResults) (err error) {
		found = catalog.Page[T]{Paging: p} // a replica may have failed half-way
		if l.parent != "" {
			if tag, err := answers.Exec(); err != nil || tag.RowsAffected() == 0 {
				return cmp.Or(err, fault.ErrNotFound)
			}
		}
		if p.Offset() == 0 {
			found.Items, err = rowsWithTotal[T](answers, &found.Total)
			return err
		}
		if err = answers.QueryRow().Scan(&found.Total); err != nil {
			return err
		}
		found.Items, err = rows[T](answers)
		return err
	})
	// A last page that was read from the end begins too early if it is not full.
	if excess := int64(len(found.Items)) - max(0, found.Total-p.Offset()); l.total != "" && excess > 0 {
		found.Items = found.Items[excess:]
	}
	return found, err
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
func (l list) first(b *pgx.Batch, p catalog.Paging) {
	total, args := l.count(l.args)
	b.Queue(`select `+l.columns+`, (`+total+`) as total from `+l.rows+` order by `+l.order+` limit `+strconv.FormatInt(p.PerPage, 10), args...)
}

// Generic plans are made for the average account, where it is cheap to join with
// all of it. An inner select with "offset 0" is looked into row by row instead,
// which is what a large account needs.

// later asks for a page further on, after the total. Its rows are found by
// their ids, which an index has, and only those of the page are looked at. A
// list whose total is kept is read from its nearer end.
func (l list) later(b *pgx.Batch, p catalog.Paging) {
	alone := l.args
	if l.total != "" {
		alone = l.args[:1]
	}
	total, args := l.count(alone)
	b.Queue(total, args...)
	total, args = l.count(l.args)
	before, _, _ := strings.Cut(l.rows, " where ")
	table := cmp.Or(l.table, before)
	alias := table[strings.LastIndex(table, " ")+1:]
	size, offset := strconv.FormatInt(p.PerPage, 10), `$`+strconv.Itoa(len(args)+1)
	ids := `select ` + alias + `.id as page_id from ` + l.rows
	found := ids + ` order by ` + l.order + ` limit ` + size + ` offset ` + offset
	if l.total != "" {
		found = `(` + ids + ` and 2 * ` + offset + `::bigint <= (select total from t) order by ` + l.order + ` limit ` + size + ` offset ` + offset + `)
			union all
			(` + ids + ` and 2 * ` + offset + `::bigint > (select total from t) order by ` + reversed(l.order) + `
			limit ` + size + ` offset greatest(0, (select total from t) - ` + offset + ` - ` + size + `))`
	}
	b.Queue(`with t as materialized (select (`+total+`) as total), page as materialized (`+found+`)
		select `+l.columns+` from page cross join lateral (select * from `+table+` where `+alias+`.account_id = $1 and `+alias+`.id = page_id offset 0) `+alias+` order by `+l.order, append(args, p.Offset())...)
}

// count is the SQL of the total, as part of a statement that has these
// arguments, and the arguments with its own.
func (l list) count(args []any) (string, []any) {
	if l.total == "" {
		return `select count(*) from ` + l.rows, args
	}
	n := len(args)
	return fmt.Sprintf(`select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = $%d and parent_id = $%d`, n+1, n+2),
		append(slices.Clone(args), l.total, l.of)
}

// reversed turns an order around.
func reversed(order string) string {
	keys := strings.Split(order, ",")
	for i, key := range keys {
		if up, down := strings.CutSuffix(strings.TrimSpace(key), " desc"); down {
			keys[i] = up
		} else {
			keys[i] = up + " desc"
		}
	}
	return strings.Join(keys, ", ")
}

// rowsWithTotal reads rows whose last column is the total of the list.
func rowsWithTotal[T any](answers pgx.BatchResults, total *int64) ([]T, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	return collect[T](found, nil, []any{total})
}
