package engine

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// readPage is a page being read, with the sort keys of each row for the cursor.
type readPage struct {
	catalog.Paging
	items     reflect.Value // a list
	places    [][]*string
	total     int64
	capped    bool
	nextAfter string
}

// read reads the rows of a page. After the columns of an item come the sort keys and, on
// a first page, the total. Columns before those are scanned into lead.
func (p *readPage) read(found pgx.Rows, first bool, lead ...any) error {
	var place []*string
	tail := []any{&place}
	if first {
		tail = append(tail, &p.total)
	}
	return collectInto(p.items, found, lead, tail, func() { p.places, place = append(p.places, place), nil })
}

// readDirectly reads the first page in the statement that confirms the caller. It
// also reports whether the owner of the list exists.
func (p *readPage) readDirectly(ctx context.Context, db *DB, r Reader, l List) error {
	sql, args := l.first(p.Paging)
	held := `true`
	if l.Parent != "" {
		held = `exists (` + l.Parent + `)`
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

// trim drops surplus rows, and sets total and cursor.
func (p *readPage) trim(l List) {
	if p.total < 0 {
		p.total, p.capped = -p.total, true
	}
	numbered := l.Total != "" && p.After == ""
	// A last page that is not full was read from the end and begins too early.
	if excess := int64(p.items.Len()) - max(0, p.total-p.Offset()); numbered && excess > 0 {
		p.items.Set(p.items.Slice(int(excess), p.items.Len()))
		p.places = p.places[excess:]
	}
	further := numbered && p.Offset()+int64(p.items.Len()) < p.total
	if int64(p.items.Len()) > p.PerPage {
		p.items.SetLen(int(p.PerPage))
		further = true
	}
	if n := p.items.Len(); further && n > 0 {
		place := p.places[n-1]
		if place == nil {
			place = []*string{new(FormatID(p.items.Index(n - 1).FieldByName("ID").Int()))}
		}
		p.nextAfter = catalog.Cursor{List: l.name(), Place: place}.String()
	}
	if most := int64(l.mostCounted()); l.Capped && p.total > most && !l.exactly(p.Paging) {
		p.total, p.capped = most, true
	}
}
