package api

import (
	"bytes"
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
	"vitrine/internal/postgres"
)

var contentRange = regexp.MustCompile(`^bytes (\d{1,18})-(\d{1,18})/(\d{1,18})$`)

// importPart receives the next bytes of a file. With the last of them, it is read.
func importPart(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (importing.Import, string, error), error) {
	reader, err := r.View(identity.Edit)
	if err != nil {
		return nil, err
	}
	imp, err := reader.Import(r.Context(), r.nth(0))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r.Body, importing.MaxPart+1))
	if err != nil {
		return nil, errCutOff
	}
	if len(content) > importing.MaxPart {
		return nil, tooLargeFile{importing.MaxPart}
	}
	from, err := partRange(r.Header.Get("Content-Range"), int64(len(content)), imp.Size)
	if err != nil {
		return nil, err
	}
	ends := from+int64(len(content)) == imp.Size && imp.State == importing.Uploading && imp.Received == from
	if ends {
		if err := s.whole(r, reader, imp, content, a); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, w postgres.Writer) (importing.Import, string, error) {
		if ends {
			return w.EndImportParts(ctx, imp.ID, from, a.stored)
		}
		done, err := w.AddImportPart(ctx, imp.ID, from, content)
		return done, "", err
	}, nil
}

// partRange reads where a part begins, which must be what was announced.
func partRange(header string, length, size int64) (int64, error) {
	if header == "" && length == size { // all of it
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

// whole puts a file together and stores it, if it is what was announced.
func (s *Server) whole(r *request, reader postgres.Reader, imp importing.Import, last []byte, a *attached) error {
	parts, err := reader.ImportParts(r.Context(), imp.ID)
	if err != nil {
		return err
	}
	readers := make([]io.Reader, 0, len(parts)+1)
	for _, p := range append(parts, last) {
		readers = append(readers, bytes.NewReader(p))
	}
	received, err := attachment.Receive(io.MultiReader(readers...), imp.Size)
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
	a.stored, err = s.attachments.KeepFile(r.Context(), r.AccountID, received)
	return err
}

// gapAnswer says how much of a file has come.
func gapAnswer(g importing.Gap) answer {
	a := invalidAnswer(fault.On("file", "The part does not follow what was received: %d bytes.", g.Received))
	out := append(a.body[:len(a.body)-1], ',')
	a.body = append(appendMember(out, "received", g.Received), '}')
	return answer{status: http.StatusUnprocessableEntity, body: a.body}
}
