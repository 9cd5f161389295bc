package export

import (
	"context"
	"encoding/csv"
	"errors"
	"io"

	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/own"
)

const reportPage = 1000 // rows that are read at once

// Report is the result of an import or of its plan as CSV. The file is gone when it is closed.
type Report struct {
	*io.SectionReader
	SHA256 [32]byte
	spool  *Spool
}

// Close releases the report.
func (r *Report) Close() error { return r.spool.Close() }

// Report writes all issues and changes of an import, one per line. The caller closes it.
func (l *Lists) Report(ctx context.Context, r postgres.Reader, id int64) (*Report, error) {
	place, err := l.places.Take(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer place.Give()
	spool, err := NewSpool(ctx)
	if err != nil {
		return nil, err
	}
	err = writeReport(ctx, r, id, spool)
	size, sum, ended := spool.End()
	if err = errors.Join(err, ended); err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	return &Report{io.NewSectionReader(spool, 0, size), sum, spool}, nil
}

func writeReport(ctx context.Context, r postgres.Reader, id int64, to io.Writer) error {
	table := csv.NewWriter(to)
	if err := table.Write(importing.ReportColumns); err != nil {
		return err
	}
	for after := int64(0); ; {
		rows, err := exchange.ReportRows(ctx, r, id, after, reportPage)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := table.WriteAll(guarded(row.Lines())); err != nil {
				return err
			}
			after = row.Row
		}
		if len(rows) < reportPage {
			return nil // WriteAll flushed
		}
	}
}

// guarded escapes cells that a spreadsheet would take for formulas.
func guarded(lines [][]string) [][]string {
	for _, line := range lines {
		for i, cell := range line {
			line[i] = own.Guard(cell)
		}
	}
	return lines
}
