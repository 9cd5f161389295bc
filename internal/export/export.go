// Package export makes files of lists: it chooses columns and fills cells, and completes the file
// before sending a byte. No HTTP, no SQL.
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
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/write"
)

// AtOnce is how many lists an instance writes at the same time, at most one per user. Patience is how
// long the next one waits: less than a proxy.
const (
	AtOnce   = 2
	Patience = 10 * time.Second
)

// The most rows of a list: in a request, in a workbook, and in any other file of a job.
const (
	MostRows    = 100_000
	mostInSheet = 1_000_000
	mostAtAll   = 1 << 40
)

// Order describes a file to be made.
type Order struct {
	catalog.Listing
	Format  string // one of write.Formats
	Columns string // keys with commas between them, in order; empty means all that imports accept
	Labels  bool   // headers in the language of the reader
	Mark    bool   // a byte order mark
	Locale  string
}

// Check refuses errors that do not depend on the account.
func (o Order) Check() error {
	var wrong fault.Invalid
	wrong.OneOf("format", o.Format, write.Formats)
	return wrong.Err()
}

// Lists makes files of lists, a few at a time: each holds a connection to the database and the names
// that its rows refer to.
type Lists struct{ places *share.Places }

// NewLists makes so many files at a time. Further callers wait, then fail as busy.
func NewLists(atOnce int, wait time.Duration) *Lists {
	return &Lists{share.New(share.Limits{Name: "lists", Total: int64(atOnce), Each: 1, Patience: wait})}
}

// File is a complete list in a file without a name, which is gone when it is closed or the process ends.
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

// Close releases the file.
func (f *File) Close() error { return f.spool.Close() }

// Write writes a list as of one moment, reporting progress, and returns the number of its rows.
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
	o.Cover = strings.Contains(o.Columns, own.Policies) || strings.Contains(o.Columns, own.CoveredValue) // dividing the cover takes long
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

// chosen are the columns asked for. By default these are all that imports accept, with the custom
// fields of types that items of the list have.
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

// mostNamed is how much of an unknown column is repeated.
const mostNamed = 300

// firstOf splits the first column off a list of keys. Names of custom fields may contain commas, so
// the longest match wins. Without a match it returns the unknown key.
func firstOf(offered []column, list string) (first column, behind string, ok bool) {
	for _, c := range offered {
		rest, begins := strings.CutPrefix(list, c.Key)
		if begins && (rest == "" || rest[0] == ',') && (!ok || len(c.Key) > len(first.Key)) {
			first, behind, ok = c, strings.TrimPrefix(rest, ","), true
		}
	}
	if !ok {
		behind, _, _ = strings.Cut(list, ",")
		if len(behind) > mostNamed {
			behind = strings.ToValidUTF8(behind[:mostNamed], "") + "…"
		}
	}
	return first, behind, ok
}

// Large is the same order for a job, which may have more rows.
func (o Order) Large() Order {
	o.Most = mostAtAll
	if o.Format == "xlsx" {
		o.Most = mostInSheet
	}
	return o
}

// Try checks whether the list can be written.
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

// Offer is what a file can contain.
type Offer struct {
	Rows    int64
	Columns []Column // all
	Usual   []string // keys of the default columns
}

// Offer counts the rows and lists the columns.
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
