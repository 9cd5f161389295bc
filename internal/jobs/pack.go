package jobs

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/identity"
	"vitrine/internal/pack"
	"vitrine/internal/postgres/exchange"
)

// writePack writes what is handed to an insurer, of one moment. What only the sheets show
// waits in a file: descriptions of ten thousand copies are no small thing.
func (e exporter) writePack(ctx context.Context, m *making) (rows int64, err error) {
	var work pack.Work
	if err := json.Unmarshal(m.Work, &work); err != nil {
		return 0, err
	}
	details, err := export.NewSpool(ctx)
	if err != nil {
		return 0, err
	}
	defer details.Close()
	p := pack.Pack{Options: work.Order.Options, Filter: work.Order.PackFilter, MadeAt: time.Now().UTC().Truncate(time.Second), Code: work.Code, Address: work.Address, Fonts: e.Fonts,
		Step: func(done, total int64) error { m.report("writing", "copies", done, total); return nil },
		Photo: func(ctx context.Context, photo catalog.PackPhoto, size string) ([]byte, error) {
			return e.Files.Rendition(ctx, photo.Content, size)
		},
		Document: func(ctx context.Context, c catalog.Content) (io.ReadCloser, error) { return e.Files.Open(ctx, c, 0) }}
	waiting := json.NewEncoder(details)
	err = exchange.Pack(ctx, m.reader, p.Filter, func(head catalog.PackHead) error {
		p.Head = head
		return pack.Fits(head.Copies)
	}, func(c *catalog.PackCopy) error {
		err := waiting.Encode(c)
		c.PackDetail = catalog.PackDetail{}
		p.Copies = append(p.Copies, *c)
		m.report("reading", "copies", int64(len(p.Copies)), p.Head.Copies)
		return err
	})
	if err != nil {
		return 0, err
	}
	size, _, err := details.End()
	if err != nil {
		return 0, err
	}
	if err := attachment.Fits(ctx, documentBytes(p)); err != nil {
		return 0, err
	}
	p.Whole = spooled(io.NewSectionReader(details, 0, size))
	made, err := p.Write(ctx, m.to)
	if err != nil {
		return 0, err
	}
	m.proof = &catalog.Verification{CodeHash: identity.HashToken(p.Code), MadeAt: p.MadeAt, Copies: int64(len(p.Copies))}
	for _, entry := range made.Entries {
		m.proof.Entries = append(m.proof.Entries, catalog.VerifiedEntry{Path: entry.Path, SHA256: entry.SHA256})
	}
	return m.proof.Copies, nil
}

// documentBytes is how much room the documents of a pack need, of which each is in it once. That of
// photos is known only when they are drawn.
func documentBytes(p pack.Pack) (n int64) {
	counted := map[string]bool{}
	for _, c := range p.Copies {
		for _, d := range c.Documents {
			if p.Documents && d.Content != nil && !counted[d.Content.Object] {
				counted[d.Content.Object] = true
				n += d.Content.Size
			}
		}
	}
	return n
}

// spooled are copies from a file.
func spooled(from io.Reader) iter.Seq2[catalog.PackCopy, error] {
	return func(yield func(catalog.PackCopy, error) bool) {
		read := json.NewDecoder(bufio.NewReader(from))
		for {
			var c catalog.PackCopy
			err := read.Decode(&c)
			if errors.Is(err, io.EOF) || !yield(c, err) || err != nil {
				return
			}
		}
	}
}
