package postgres

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// pageOf is a page while it is read, and where each of its rows stands in the
// order of the list.
type pageOf[T any] struct {
	catalog.Page[T]
	places [][]*string
}

// read reads the rows of a page, behind whose columns stand their places and,
// on a first page, the total of the list. What stands before goes to lead.
func (p *pageOf[T]) read(found pgx.Rows, first bool, lead ...any) (err error) {
	var place []*string
	tail := []any{&place}
	if first {
		tail = append(tail, &p.Total)
	}
	p.Items, err = collect[T](found, lead, tail, func() { p.places, place = append(p.places, place), nil })
	return err
}

// readDirectly reads the first page in one statement with the question who is
// asking. Held is whether there is what the list belongs to.
func (p *pageOf[T]) readDirectly(ctx context.Context, db *DB, r Reader, l list) error {
	sql, args := l.first(p.Paging)
	held := `true`
	if l.parent != "" {
		held = `exists (` + l.parent + `)`
	}
	var opened *string
	var there bool
	err := db.query(r.access.seated(ctx), asked(r.right, sql, len(args), held), append(args, r.access.tokenHash), func(found pgx.Rows) error {
		return p.read(found, true, &opened, &there)
	})
	if err == nil && !there && opened != nil {
		err = fault.ErrNotFound
	}
	return r.admitted(opened, err)
}

// trimmed is the page as it is shown: without what was read to know more.
func (p *pageOf[T]) trimmed(l list) catalog.Page[T] {
	numbered := l.total != "" && p.After == ""
	// A last page that was read from the end begins too early if it is not full.
	if excess := int64(len(p.Items)) - max(0, p.Total-p.Offset()); numbered && excess > 0 {
		p.Items, p.places = p.Items[excess:], p.places[excess:]
	}
	further := numbered && p.Offset()+int64(len(p.Items)) < p.Total
	if int64(len(p.Items)) > p.PerPage {
		p.Items, further = p.Items[:p.PerPage], true
	}
	if n := len(p.Items); further && n > 0 {
		place := p.places[n-1]
		if place == nil {
			place = []*string{new(formatID(reflect.ValueOf(p.Items[n-1]).FieldByName("ID").Int()))}
		}
		p.NextAfter = catalog.Cursor{List: l.name(), Place: place}.String()
	}
	if l.capped && p.Total > maxTotal {
		p.Total, p.Capped = maxTotal, true
	}
	return p.Page
}
