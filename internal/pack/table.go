package pack

import (
	"archive/zip"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/write"
)

// columnKeys are the columns of schedule.csv. Where a copy has several covers, their cells are
// lists.
func (m *maker) columnKeys() []string {
	keys := []string{"number", "collection", "item_name", "identifier", "condition", "quantity"}
	if m.Places {
		keys = append(keys, "location")
	}
	return append(keys, "value", "value_currency", "total_value", "value_date", "value_type", "value_by",
		"insurer", "policy_number", "insured_value", "insured_currency", "insured_until", "photos", "gaps", "no_rate")
}

// table writes the rows of the schedule for programs.
func (m *maker) table(context.Context) error {
	return m.entry("schedule.csv", zip.Deflate, func(to io.Writer) error {
		t := write.Table{List: "schedule"}
		for _, key := range m.columnKeys() {
			t.Columns = append(t.Columns, write.Column{Key: key})
		}
		w, err := write.New("csv", to, t)
		if err != nil {
			return err
		}
		for i, c := range m.Copies {
			if err := w.Row(m.cells(i+1, c)); err != nil {
				return err
			}
		}
		return w.Close()
	})
}

func (m *maker) cells(number int, c catalog.PackCopy) []write.Cell {
	text := func(s *string) write.Cell {
		if s == nil {
			return write.Cell{}
		}
		return write.Cell{Text: *s}
	}
	whole := func(n int64) write.Cell { return write.Cell{Text: strconv.FormatInt(n, 10), Plain: true} }
	cells := []write.Cell{whole(int64(number)), {Text: c.Collection}, {Text: c.Name}, text(c.Identifier), text(c.Condition), whole(c.Quantity)}
	if m.Places {
		cells = append(cells, write.Cell{Text: own.JoinPath(c.Place)})
	}
	value := make([]write.Cell, 3)
	if worth, ok := c.Worth(); ok {
		value = []write.Cell{amountCell(sum(worth.CurrencyCode, *c.Value)), {Text: worth.CurrencyCode}, amountCell(worth)}
	}
	cells = append(append(cells, value...), day(c.ValueDate), text(c.ValueType), text(c.ValueBy))
	cells = append(cells, m.coverCells(c)...)
	noRate := ""
	if m.unconverted(c) {
		noRate = "true"
	}
	return append(cells, whole(int64(len(c.Photos))), write.Cell{Text: own.JoinList(m.Head.Gaps(c))}, write.Cell{Text: noRate})
}

// coverCells are insurer, policy, insured value, currency and end.
func (m *maker) coverCells(c catalog.PackCopy) []write.Cell {
	covering := m.covering(c)
	if len(covering) == 1 {
		p := covering[0]
		cells := []write.Cell{{Text: p.Provider}, {}, amountCell(p.Sum()), {Text: p.CurrencyCode}, day(p.EndsAt)}
		if p.PolicyNumber != nil {
			cells[1].Text = *p.PolicyNumber
		}
		return cells
	}
	lists := make([][]string, 5)
	for _, p := range covering {
		policy := ""
		if p.PolicyNumber != nil {
			policy = *p.PolicyNumber
		}
		for i, text := range []string{p.Provider, policy, amountCell(p.Sum()).Text, p.CurrencyCode, day(p.EndsAt).Text} {
			lists[i] = append(lists[i], text)
		}
	}
	cells := make([]write.Cell, len(lists))
	for i, list := range lists {
		cells[i].Text = own.JoinList(list)
	}
	return cells
}

// amountCell is a sum in main units. Sums of all pieces are in range, because the database refuses others.
func amountCell(s catalog.Sum) write.Cell {
	return write.Cell{Text: own.Amount(s.Amount.Int64(), catalog.MinorUnits(s.CurrencyCode)), Plain: true}
}

func day(t *time.Time) write.Cell {
	if t == nil {
		return write.Cell{}
	}
	return write.Cell{Text: t.Format(time.DateOnly)}
}

func hexOf(sum []byte) string { return hex.EncodeToString(sum) }

// manifest describes the pack and lists the hash of every other file.
func (m *maker) manifest(context.Context) error {
	content, err := json.MarshalIndent(struct {
		Format  string    `json:"format"`
		Version int       `json:"version"`
		MadeAt  time.Time `json:"made_at"`
		Account string    `json:"account"`
		Copies  int       `json:"copies"`
		Code    string    `json:"code"`
		Address string    `json:"verification_url"`
		Missing Missing   `json:"missing"`
		Entries []Entry   `json:"entries"`
	}{"vitrine-insurance-pack", 1, m.MadeAt.UTC(), m.Head.Account, len(m.Copies), m.Code, m.Address, m.made.Missing, m.made.Entries}, "", "  ")
	if err != nil {
		return err
	}
	return m.entry("manifest.json", zip.Deflate, func(to io.Writer) error {
		_, err := to.Write(append(content, '\n'))
		return err
	})
}

// documentPath is the path of a paper. It contains no names, because verifiers see it.
func documentPath(number, n int, c catalog.Content) string {
	c.Filename = fmt.Sprintf("documents/%05d-%d", number, n)
	return attachment.WithEnding(c)
}

// papers adds the documents of the copies, and counts those that the store has lost.
func (m *maker) papers(ctx context.Context) error {
	for i, c := range m.Copies {
		for n, d := range c.Documents {
			if d.Content == nil {
				continue
			}
			if err := m.document(ctx, documentPath(i+1, n+1, *d.Content), *d.Content); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *maker) document(ctx context.Context, path string, c catalog.Content) error {
	from, err := m.Document(ctx, c)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		m.made.Missing.Documents++
		return nil
	}
	defer from.Close()
	return m.entry(path, zip.Store, func(to io.Writer) error {
		_, err := io.Copy(to, from)
		return err
	})
}
