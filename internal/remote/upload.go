package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/importing"
)

// Upload is a file to send, with what the service needs to know of it.
type Upload struct {
	File    *os.File
	About   map[string]any // collection_id or collection, profile, options
	Created func(Import)   // called once the import exists and can be resumed
	Sent    func(done, total int64)
}

// inOne is the largest file that is sent in one piece. Larger ones are sent in parts, so that a broken
// connection costs one part.
const inOne = importing.MaxPart

// Upload sends a file.
func (s *Service) Upload(ctx context.Context, u Upload) (Import, error) {
	about, err := u.File.Stat()
	if err != nil {
		return Import{}, err
	}
	name := filepath.Base(u.File.Name())
	if about.Size() <= inOne {
		return s.uploadWhole(ctx, u, name)
	}
	sum, err := sumOf(u.File)
	if err != nil {
		return Import{}, err
	}
	said := map[string]any{"name": name, "size": about.Size(), "sha256": sum}
	for member, value := range u.About {
		said[member] = value
	}
	i, err := importOf(s.Send(ctx, http.MethodPost, "/api/imports", said))
	if err != nil {
		return i, err
	}
	u.Created(i)
	return s.sendParts(ctx, i, u.File, 0, u.Sent)
}

func (s *Service) uploadWhole(ctx context.Context, u Upload, name string) (Import, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for member, value := range u.About {
		text, plain := value.(string)
		if !plain {
			content, err := json.Marshal(value)
			if err != nil {
				return Import{}, err
			}
			text = string(content)
		}
		if err := w.WriteField(member, text); err != nil {
			return Import{}, err
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = io.Copy(part, u.File)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return Import{}, err
	}
	i, err := importOf(s.one(ctx, call{method: http.MethodPost, path: "/api/imports", kind: w.FormDataContentType(), limit: 5 * time.Minute,
		body: func() (io.Reader, error) { return bytes.NewReader(form.Bytes()), nil }}))
	if err == nil {
		u.Created(i)
	}
	return i, err
}

// GoOn sends the rest of an announced file.
func (s *Service) GoOn(ctx context.Context, i Import, f *os.File, sent func(done, total int64)) (Import, error) {
	sum, err := sumOf(f)
	if err != nil {
		return i, err
	}
	if sum != i.SHA256 {
		return i, fmt.Errorf("%s is not the file that import %s was begun with, or has changed: name that file, or begin anew", f.Name(), i.ID)
	}
	// The API does not show how much has arrived, but refuses the last byte with that number.
	now, err := s.sendPart(ctx, i, f, i.Size-1, 1)
	var gap *Refused
	if errors.As(err, &gap) && gap.On("file") {
		return s.sendParts(ctx, i, f, gap.Received, sent)
	}
	return now, err
}

// sendParts sends the rest of a file.
func (s *Service) sendParts(ctx context.Context, i Import, f *os.File, from int64, sent func(done, total int64)) (Import, error) {
	for size := i.Size; from < size; {
		sent(from, size)
		length := min(importing.MaxPart, size-from)
		now, err := s.sendPart(ctx, i, f, from, length)
		if err != nil {
			return i, err
		}
		i, from = now, from+length
	}
	return i, nil
}

func (s *Service) sendPart(ctx context.Context, i Import, f *os.File, from, length int64) (Import, error) {
	return importOf(s.one(ctx, call{method: http.MethodPut, path: "/api/imports/" + i.ID + "/file", kind: "application/octet-stream", limit: 5 * time.Minute,
		header: http.Header{"Content-Range": {fmt.Sprintf("bytes %d-%d/%d", from, from+length-1, i.Size)}},
		body:   func() (io.Reader, error) { return io.NewSectionReader(f, from, length), nil }}))
}

// sumOf is the SHA-256 of a file, which it rewinds.
func sumOf(f *os.File) (string, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}
