package httpserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"vitrine/internal/share"
	"vitrine/internal/spool"
)

const (
	smallBody   = 16 << 10 // not counted: a connection takes as much
	bodyWeight  = 8        // bytes of memory that parsing takes for each byte of a body
	bodyMemory  = 64 << 20
	bodyShare   = bodyMemory / 4
	fieldMemory = 32 << 20
	fieldShare  = fieldMemory / 4
	partsAtOnce = 2 // each is in memory three times until the database has it
	partsOfUser = 1

	bodyPatience = 2 * time.Second
	partPatience = 8 * time.Second // its client waits minutes
)

// memory limits the memory for requests, with a share for each user.
type memory struct{ bodies, fields, parts *share.Places }

func newMemory() memory {
	return memory{
		bodies: share.New(share.Limits{Name: "memory for bodies", Total: bodyMemory, Each: bodyShare, Patience: bodyPatience}),
		fields: share.New(share.Limits{Name: "memory for fields of forms", Total: fieldMemory, Each: fieldShare, Patience: bodyPatience}),
		parts:  share.New(share.Limits{Name: "memory for parts of files", Total: partsAtOnce, Each: partsOfUser, Patience: partPatience}),
	}
}

// Part waits until a user may hold a large part of a file in memory. The caller releases it.
func (s *Server) Part(ctx context.Context, user int64) (*share.Held, error) {
	return s.memory.parts.TakeFor(ctx, user, 1)
}

// Whole receives the body of a request, up to a number of bytes, before it is read into memory. A slow
// client takes no memory meanwhile: all but small bodies go to a nameless file, then wait for their
// share of memory, which end releases. A body that breaks off fails when it is read.
func (s *Server) Whole(r *http.Request, user, most int64) (end func(), err error) {
	end = func() {}
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength > most || r.ContentLength >= 0 && r.ContentLength <= smallBody {
		return end, nil
	}
	head := make([]byte, smallBody+1)
	n, broken := io.ReadFull(r.Body, head)
	if broken != nil {
		if errors.Is(broken, io.EOF) || errors.Is(broken, io.ErrUnexpectedEOF) { // it is complete
			broken = nil
		}
		r.Body = received(r.Body, bytes.NewReader(head[:n]), broken)
		return end, nil
	}
	ctx := share.As(r.Context(), user)
	if err := spool.Fits(ctx, r.ContentLength); err != nil {
		return end, err
	}
	file, err := spool.Create(ctx)
	if err != nil {
		return end, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	_, _ = file.Write(head)
	_, broken = io.CopyBuffer(file, io.LimitReader(r.Body, most+1-int64(n)), head)
	if err := file.Err(); err != nil {
		return end, err
	}
	held, err := s.memory.bodies.TakeFor(r.Context(), user, bodyWeight*file.Size())
	if err != nil {
		return end, err
	}
	r.Body = received(r.Body, file.Whole(), broken)
	return func() { held.Give(); file.Close() }, nil
}

// received is a body whose beginning was read already, followed by the rest or its error.
func received(body io.ReadCloser, come io.Reader, broken error) io.ReadCloser {
	rest := io.Reader(body)
	if broken != nil {
		rest = failing{broken}
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(come, rest), body}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
