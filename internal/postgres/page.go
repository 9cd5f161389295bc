package postgres

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/catalog"
)

// pageOf is a page while it is read, and where each of its rows stands in the
// order of the list.
type pageOf[T any] struct {
	catalog.Page[T]
	places [][]*string
}

// read reads the rows of a page, behind whose columns stand their places and,
// on a first page, the total of the list.
func (p *pageOf[T]) read(answers pgx.BatchResults, first bool) error {
	found, err := answers.Query()
	if err != nil {
		return err
	}
	p.Items, err = pgx.CollectRows(found, func(row pgx.CollectableRow) (T, error) {
		var place []*string
		more := []any{&place}
		if first {
			more = append(more, &p.Total)
		}
		item, err := pgx.RowToStructByName[T](longer{row, more})
		p.places = append(p.places, place)
		return item, err
	})
	return err
}

// longer is a row with more columns than what it holds has.
type longer struct {
	pgx.CollectableRow
	more []any
}

func (r longer) FieldDescriptions() []pgconn.FieldDescription {
	all := r.CollectableRow.FieldDescriptions()
	return all[:len(all)-len(r.more)]
}

func (r longer) Scan(dest ...any) error { return r.CollectableRow.Scan(append(dest, r.more...)...) }

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
		p.NextAfter = catalog.Cursor{List: l.name(), Place: p.places[n-1]}.String()
	}
	if l.capped && p.Total > maxTotal {
		p.Total, p.Capped = maxTotal, true
	}
	return p.Page
}
