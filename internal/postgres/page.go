package postgres

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// pageOf is a page being read, with the sort keys of each row for the cursor.
type pageOf[T any] struct {
	catalog.Page[T]
	places [][]*string
}

// read reads the rows of a page. After the columns of T come the sort keys and, on
// a first page, the total. Columns before those of T are scanned into lead.
func (p *pageOf[T]) read(found pgx.Rows, first bool, lead ...any) (err error) {
	var place []*string
	tail := []any{&place}
	if first {
		tail = append(tail, &p.Total)
	}
	p.Items, err = collect[T](found, lead, tail, func() { p.places, place = append(p.places, place), nil })
	return err
}

// readDirectly reads the first page in the statement that confirms the caller. It
// also reports whether the owner of the list exists.
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

// trimmed is the page without the extra rows, with total and cursor.
func (p *pageOf[T]) trimmed(l list) catalog.Page[T] {
	numbered := l.total != "" && p.After == ""
	// A last page that is not full was read from the end and begins too early.
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
	if most := int64(l.mostCounted()); l.capped && p.Total > most {
		p.Total, p.Capped = most, true
	}
	return p.Page
}
