package httpserver

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"vitrine/internal/share"
)

// Bounds of every form with files, besides the number of its parts.
const (
	MaxField       = 64 << 10
	maxFields      = 1 << 20  // bytes of all names and values together
	maxPartHeader  = 16 << 10 // including what is read ahead
	maxPartHeaders = 16       // a browser sends three
)

// ErrForm means that a form exceeds the bounds.
var ErrForm = errors.New("the form has too many parts, or too large ones")

// Parts reads a form with files, part by part and within bounds.
type Parts struct {
	body   *bounded
	parts  *multipart.Reader
	most   int // parts
	before *multipart.Part

	places *share.Places
	held   *share.Held
	fields int
}

// Parts begins to read a form of at most so many parts. The caller closes it.
func (s *Server) Parts(body io.Reader, boundary string, most int) *Parts {
	from := &bounded{from: body}
	return &Parts{body: from, parts: multipart.NewReader(from, boundary), most: most, places: s.memory.fields}
}

// Part is a field or a file of a form.
type Part struct {
	io.Reader
	Name, Filename string
	IsFile         bool // it has a filename, perhaps an empty one
}

// Next is the next part; io.EOF after the last.
func (p *Parts) Next() (Part, error) {
	if p.before != nil { // skips the rest, so that only a header is read below
		if _, err := io.Copy(io.Discard, p.before); err != nil {
			return Part{}, err
		}
	}
	if p.most--; p.most < -1 {
		return Part{}, ErrForm
	}
	p.body.left = maxPartHeader
	part, err := p.parts.NextRawPart()
	p.body.left = -1
	switch {
	case p.body.exceeded:
		return Part{}, ErrForm
	case err != nil:
		return Part{}, err
	case p.most < 0 || len(part.Header) > maxPartHeaders:
		return Part{}, ErrForm
	}
	p.before = part
	_, given, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	name, isFile := given["filename"]
	return Part{part, part.FormName(), name, isFile}, nil
}

// Value reads a field. Large ones count against the user's share of memory.
func (p *Parts) Value(ctx context.Context, user int64, field Part) (string, error) {
	value, err := io.ReadAll(io.LimitReader(field, MaxField+1))
	if err != nil {
		return "", err
	}
	p.fields += len(value) + len(field.Name)
	if len(value) > MaxField || p.fields > maxFields {
		return "", ErrForm
	}
	if p.held == nil && p.fields > smallBody {
		if p.held, err = p.places.TakeFor(ctx, user, maxFields); err != nil {
			return "", err
		}
	}
	return string(value), nil
}

// Close releases the memory of the fields.
func (p *Parts) Close() error {
	if p.held != nil {
		p.held.Give()
	}
	return nil
}

// bounded reads at most as many bytes as are left, if it has a bound.
type bounded struct {
	from     io.Reader
	left     int // negative means no bound
	exceeded bool
}

func (b *bounded) Read(into []byte) (int, error) {
	if b.left < 0 || len(into) == 0 {
		return b.from.Read(into)
	}
	if b.left == 0 {
		b.exceeded = true
		return 0, ErrForm
	}
	n, err := b.from.Read(into[:min(len(into), b.left)])
	b.left -= n
	return n, err
}
