// Package export makes files of lists: which columns they have, what their cells say, and
// the file that is complete before anybody gets a byte of it. No HTTP, no SQL.
package export

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/share"
	"vitrine/internal/spool"
	"vitrine/internal/tabular/write"
)

// Lists that an instance writes at the same time, one for each user, and how long the next
// one waits: less than a proxy.
const (
	AtOnce   = 2
	Patience = 10 * time.Second
)

// Rows that a list has at most: one that somebody waits for, a workbook, and any other.
const (
	MostRows    = 100_000
	mostInSheet = 1_000_000
	mostAtAll   = 1 << 40
)

// Order is what a file should be.
type Order struct {
	catalog.Listing
	Format  string // one of write.Formats
	Columns string // keys with commas between them, in order; empty is all that imports take
	Labels  bool   // headers in the language of the reader
	Mark    bool   // a byte order mark
	Locale  string
}

// Check refuses what is wrong whatever the account has.
func (o Order) Check() error {
	var wrong fault.Invalid
	wrong.OneOf("format", o.Format, write.Formats)
	return wrong.Err()
}

// Lists makes files of lists, a few at a time: each holds a connection to the database and
// what the rows refer to.
type Lists struct{ places *share.Places }

// NewLists makes so many files at a time. Who finds all busy waits, then comes again.
func NewLists(atOnce int, wait time.Duration) *Lists {
	return &Lists{share.New(share.Limits{Name: "lists", Total: int64(atOnce), Each: 1, Patience: wait})}
}

// File is a whole list. It has no name: it is gone when it is closed, or the process ends.
type File struct {
	*io.SectionReader
	spool     *spool.File
	Rows      int64
	MediaType string
}

// Make writes a list. The caller closes the file.
func (l *Lists) Make(ctx context.Context, r postgres.Reader, o Order) (*File, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	place, err := l.places.Take(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer place.Give()
	f, err := spool.Create(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := o.Write(ctx, r, f, func(int64, int64) {})
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &File{f.Whole(), f, rows, write.MediaTypes[o.Format]}, nil
}

// Close gives the file up.
func (f *File) Close() error { return f.spool.Close() }

// Write writes a list as it is at one moment, and returns how many rows it has. It reports
// how many of them are written.
func (o Order) Write(ctx context.Context, r postgres.Reader, to io.Writer, report func(done, total int64)) (rows int64, err error) {
	var table write.Writer
	var total int64
	var columns []column
	var cells []write.Cell
	begin := func(names catalog.ListingNames) (err error) {
		if columns, err = o.chosen(names); err != nil {
			return err
		}
		cells, total = make([]write.Cell, len(columns)), names.Rows
		table, err = write.New(o.Format, to, o.table(columns))
		return err
	}
	err = exchange.Listing(ctx, r, o.Listing, begin, func(row *catalog.ListedRow) error {
		rows++
		report(rows, total)
		values, err := valuesOf(row)
		if err != nil {
			return err
		}
		for i, c := range columns {
			cells[i] = c.cell(row, values)
		}
		return table.Row(cells)
	})
	if err == nil {
		err = table.Close()
	}
	return rows, err
}

// table is the head of the file.
func (o Order) table(columns []column) write.Table {
	t := write.Table{List: o.List, Mark: o.Mark}
	for _, c := range columns {
		shown := write.Column{Key: c.Key, Kind: c.Kind, Options: c.Options}
		if o.Labels {
			shown.Label = c.Label(o.Locale)
		}
		t.Columns = append(t.Columns, shown)
	}
	return t
}

// chosen are the columns that were asked for, or all that imports take: of custom fields
// those of types that items of the list have.
func (o Order) chosen(names catalog.ListingNames) (chosen []column, err error) {
	n := &named{ListingNames: names, paths: map[int64]string{}, categories: map[int64]string{}}
	offered := n.columns(o.List)
	if o.Columns == "" {
		return slices.DeleteFunc(offered, func(c column) bool {
			return !c.Imported || c.field != nil && !slices.Contains(names.Types, c.field.CollectionTypeID)
		}), nil
	}
	for rest := o.Columns; rest != ""; {
		found, behind, ok := firstOf(offered, strings.TrimLeft(rest, " "))
		if !ok {
			return nil, fault.On("columns", "There is no column %s.", behind)
		}
		if slices.ContainsFunc(chosen, func(c column) bool { return c.Key == found.Key }) {
			return nil, fault.On("columns", "The column %s is named twice.", found.Key)
		}
		chosen, rest = append(chosen, found), behind
	}
	return chosen, nil
}

// firstOf finds the column that a list begins with, and what is behind it. Names of custom
// fields may have commas in them, so the longest that fits is meant. Without one it returns
// what is no column.
func firstOf(offered []column, list string) (first column, behind string, ok bool) {
	for _, c := range offered {
		rest, begins := strings.CutPrefix(list, c.Key)
		if begins && (rest == "" || rest[0] == ',') && (!ok || len(c.Key) > len(first.Key)) {
			first, behind, ok = c, strings.TrimPrefix(rest, ","), true
		}
	}
	if !ok {
		behind, _, _ = strings.Cut(list, ",")
	}
	return first, behind, ok
}

// Large is the order for a job, which may have more rows.
func (o Order) Large() Order {
	o.Most = mostAtAll
	if o.Format == "xlsx" {
		o.Most = mostInSheet
	}
	return o
}

// Try finds out whether the list can be written.
func (o Order) Try(ctx context.Context, r postgres.Reader) error {
	return headOnly(exchange.Listing(ctx, r, o.Listing, func(names catalog.ListingNames) error {
		if _, err := o.chosen(names); err != nil {
			return err
		}
		return errEnough
	}, nil))
}

// errEnough ends a listing before its first row.
var errEnough = errors.New("nothing else is read")

func headOnly(err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// Offer is what a file can have, before it is made.
type Offer struct {
	Rows    int64
	Columns []Column // all
	Usual   []string // keys of those that it has unless others are asked for
}

// Offer counts the rows, and lists the columns.
func (o Order) Offer(ctx context.Context, r postgres.Reader) (offer Offer, err error) {
	o.Columns = ""
	err = exchange.Listing(ctx, r, o.Listing, func(names catalog.ListingNames) error {
		offer.Rows, offer.Columns = names.Rows, Columns(o.List, names.Fields)
		usual, err := o.chosen(names)
		for _, c := range usual {
			offer.Usual = append(offer.Usual, c.Key)
		}
		if err == nil {
			err = errEnough
		}
		return err
	}, nil)
	return offer, headOnly(err)
}
