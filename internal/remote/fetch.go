package remote

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// Fetched is a file that was fetched completely.
type Fetched struct {
	Name   string
	Size   int64
	SHA256 string
}

// fetch is a file being fetched.
type fetch struct {
	to   io.Writer
	sum  hash.Hash
	done int64
	size int64
	sent func(done, total int64)
}

// File fetches the file of an export. After a broken connection it requests the rest by range.
func (s *Service) File(ctx context.Context, e Export, to io.Writer, sent func(done, total int64)) (Fetched, error) {
	if e.Size == nil || e.SHA256 == nil {
		return Fetched{}, fmt.Errorf("export %s has no file: it is %s", e.ID, e.State)
	}
	f := &fetch{to: to, sum: sha256.New(), size: *e.Size, sent: sent}
	for try := 1; f.done < f.size; try++ {
		before := f.done
		err := s.rest(ctx, "/api/exports/"+e.ID+"/file", f)
		var torn *torn
		switch {
		case err != nil && !errors.As(err, &torn):
			return Fetched{}, err
		case f.done > before:
			try = 0
		case try == mostTries:
			return Fetched{}, &Unreachable{s.base, errors.New("the connection breaks off again and again")}
		default:
			if err := sleep(ctx, time.Second); err != nil {
				return Fetched{}, err
			}
		}
	}
	got := Fetched{e.Name, f.size, fmt.Sprintf("%x", f.sum.Sum(nil))}
	if got.SHA256 != *e.SHA256 {
		return got, fmt.Errorf("the file does not match its digest: it has the SHA-256 %s, not %s. Fetch it again with vitrine export --resume %s", got.SHA256, *e.SHA256, e.ID)
	}
	return got, nil
}

// torn is an answer that broke off.
type torn struct{ cause error }

func (t *torn) Error() string { return t.cause.Error() }

// rest fetches the missing part, as far as the connection lasts.
func (s *Service) rest(ctx context.Context, path string, f *fetch) error {
	header := http.Header{"Accept-Encoding": {"identity"}}
	if f.done > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", f.done))
	}
	res, err := s.answer(ctx, call{method: http.MethodGet, path: path, header: header, limit: 24 * time.Hour})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if begins := fmt.Sprintf("bytes %d-", f.done); f.done > 0 && (res.StatusCode != http.StatusPartialContent || !strings.HasPrefix(res.Header.Get("Content-Range"), begins)) {
		return s.stranger(res)
	}
	return f.take(ctx, res.Body)
}

// stalled is how long a connection may be silent.
const stalled = 30 * time.Second

// take writes the received bytes, and closes a connection that falls silent.
func (f *fetch) take(ctx context.Context, from io.ReadCloser) error {
	quiet := time.AfterFunc(stalled, func() { _ = from.Close() })
	defer quiet.Stop()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		quiet.Reset(stalled)
		if n > 0 {
			if f.size >= 0 && f.done+int64(n) > f.size {
				return errors.New("more bytes came than the file has: try again")
			}
			if _, err := f.to.Write(buffer[:n]); err != nil {
				return err
			}
			f.sum.Write(buffer[:n])
			f.done += int64(n)
			f.sent(f.done, f.size)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &torn{err}
		}
	}
}

// List fetches a list that the service writes during the request. Every request gets a list of its own
// moment, so one that broke off is not resumed.
func (s *Service) List(ctx context.Context, path string, to io.Writer, sent func(done, total int64)) (Fetched, error) {
	got, header, err := s.whole(ctx, path, to, sent)
	sum, _ := hex.DecodeString(got.SHA256) // always hex
	if err == nil && header.Get("Repr-Digest") != "sha-256=:"+base64.StdEncoding.EncodeToString(sum)+":" {
		err = errors.New("the list does not match its digest, or the service is older than this program: try again")
	}
	return got, err
}

// Report fetches all issues and changes of an import.
func (s *Service) Report(ctx context.Context, i Import, to io.Writer) error {
	_, _, err := s.whole(ctx, "/api/imports/"+i.ID+"/report", to, func(int64, int64) {})
	return err
}

// whole fetches a file that cannot be fetched in parts.
func (s *Service) whole(ctx context.Context, path string, to io.Writer, sent func(done, total int64)) (Fetched, http.Header, error) {
	res, err := s.answer(ctx, call{method: http.MethodGet, path: path, header: http.Header{"Accept-Encoding": {"identity"}}, limit: longest})
	if err != nil {
		return Fetched{}, nil, err
	}
	defer res.Body.Close()
	f := &fetch{to: to, sum: sha256.New(), size: res.ContentLength, sent: sent}
	err = f.take(ctx, res.Body)
	var torn *torn
	if errors.As(err, &torn) {
		err = fmt.Errorf("the connection broke off after %d bytes (%v): try again", f.done, torn.cause)
	}
	_, named, _ := mime.ParseMediaType(res.Header.Get("Content-Disposition"))
	return Fetched{named["filename"], f.done, fmt.Sprintf("%x", f.sum.Sum(nil))}, res.Header, err
}
