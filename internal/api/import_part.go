package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/spool"
)

var contentRange = regexp.MustCompile(`^bytes (\d{1,18})-(\d{1,18})/(\d{1,18})$`)

// importPart receives the next bytes of a file. The last ones start reading it.
func importPart(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (importing.Import, string, error), error) {
	reader, err := r.View(identity.Edit)
	if err != nil {
		return nil, err
	}
	imp, err := exchange.Import(r.Context(), reader, r.nth(0))
	if err != nil {
		return nil, err
	}
	sent, err := attachment.Receive(r.Context(), r.Body, importing.MaxPart)
	switch {
	case errors.Is(err, attachment.ErrTooLarge):
		return nil, tooLargeFile{importing.MaxPart}
	case err != nil:
		return nil, broken(err)
	}
	a.closing(sent)
	from, err := partRange(r.Header.Get("Content-Range"), sent.Size, imp.Size)
	if err != nil {
		return nil, err
	}
	if from == 0 && imp.Size > importing.MaxUpload && !sent.Begins("PK") {
		return nil, errNoArchive
	}
	if from+sent.Size == imp.Size && imp.State == importing.Uploading && imp.Received == from {
		if err := s.together(r, reader, imp, sent, a); err != nil {
			return nil, err
		}
		return func(ctx context.Context, w postgres.Writer) (importing.Import, string, error) {
			return exchange.EndImportParts(ctx, w, imp.ID, from, a.stored)
		}, nil
	}
	return func(ctx context.Context, w postgres.Writer) (importing.Import, string, error) {
		return s.addPart(ctx, w, r, from, sent)
	}, nil
}

// addPart stores a part in the database, which holds it in memory.
func (s *Server) addPart(ctx context.Context, w postgres.Writer, r *request, from int64, sent *attachment.Received) (importing.Import, string, error) {
	held, err := s.Part(ctx, r.UserID)
	if err != nil {
		return importing.Import{}, "", err
	}
	defer held.Give()
	done, err := exchange.AddImportPart(ctx, w, r.nth(0), from, sent.Bytes)
	return done, "", err
}

// partRange reads where a part begins, and checks it against the announcement.
func partRange(header string, length, size int64) (int64, error) {
	if header == "" && length == size { // the whole file
		return 0, nil
	}
	m := contentRange.FindStringSubmatch(header)
	if m == nil {
		return 0, fault.On("file", "The header Content-Range must say which bytes these are, as bytes 0-1023/4096.")
	}
	var n [3]int64
	for i := range n {
		n[i], _ = strconv.ParseInt(m[i+1], 10, 64) // digits
	}
	if n[2] != size || n[1]-n[0]+1 != length || n[1] >= size {
		return 0, fault.On("file", "The header Content-Range does not fit the bytes, or the size that was announced.")
	}
	return n[0], nil
}

// together joins the parts of a file and stores it, if its hash is the announced one.
func (s *Server) together(r *request, reader postgres.Reader, imp importing.Import, last *attachment.Received, a *attached) error {
	if err := spool.Fits(r.Context(), imp.Size); err != nil {
		return err
	}
	before := &sentBefore{next: func(at int64) ([]byte, error) { return exchange.UploadedPart(r.Context(), reader, imp.ID, at) }, size: imp.Received}
	received, err := attachment.Receive(r.Context(), io.MultiReader(before, io.NewSectionReader(last, 0, last.Size)), imp.Size)
	if errors.Is(err, attachment.ErrTooLarge) {
		return importing.Gap{Received: imp.Received}
	}
	if err != nil {
		return err
	}
	defer received.Close()
	if fmt.Sprintf("%x", received.Sum) != imp.SHA256 {
		return fault.On("file", "The bytes do not have the SHA-256 that was announced.")
	}
	if imp.Size <= importing.MaxUpload {
		a.stored, err = s.attachments.KeepFile(r.Context(), r.AccountID, received)
		return err
	}
	if !portable.Is(received, received.Size) {
		return errNoArchive
	}
	a.stored, err = s.attachments.KeepArchive(r.Context(), r.AccountID, received)
	return err
}

// errNoArchive refuses a file that is too large to be a table and is no archive.
var errNoArchive = fault.On("file", "Only an archive may have more than %d MiB, and this is none.", importing.MaxUpload>>20)

// sentBefore are the bytes of earlier parts, a piece at a time.
type sentBefore struct {
	next     func(at int64) ([]byte, error)
	at, size int64
	part     []byte
}

func (u *sentBefore) Read(b []byte) (n int, err error) {
	if len(u.part) == 0 {
		if u.at >= u.size {
			return 0, io.EOF
		}
		if u.part, err = u.next(u.at); err != nil {
			return 0, err
		}
		if len(u.part) == 0 {
			return 0, io.ErrUnexpectedEOF
		}
		u.at += int64(len(u.part))
	}
	n = copy(b, u.part)
	u.part = u.part[n:]
	return n, nil
}

// gapAnswer says how many bytes of a file have arrived.
func gapAnswer(g importing.Gap) answer {
	a := invalidAnswer(fault.On("file", "The part does not follow what was received: %d bytes.", g.Received))
	out := append(a.body[:len(a.body)-1], ',')
	a.body = append(appendMember(out, "received", g.Received), '}')
	return answer{status: http.StatusUnprocessableEntity, body: a.body}
}
