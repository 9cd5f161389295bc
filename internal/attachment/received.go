package attachment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"vitrine/internal/catalog"
	"vitrine/internal/files/picture"
)

// Largest files.
const (
	MaxPhoto    = 20 << 20
	MaxDocument = 25 << 20
)

// ErrTooLarge means that there are more bytes than allowed.
var ErrTooLarge = errors.New("the file is too large")

// Received is bytes that have arrived, in a file that has no name: it is gone when
// the process is.
type Received struct {
	file *os.File
	Size int64
	Sum  [32]byte
}

// Receive reads bytes to their end. The caller closes what it gets.
func Receive(from io.Reader, most int64) (*Received, error) {
	f, err := os.CreateTemp("", "vitrine-upload-")
	if err != nil {
		return nil, failed(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, failed(errors.Join(err, f.Close()))
	}
	hash := sha256.New()
	to := &spool{f: f}
	size, err := io.Copy(io.MultiWriter(to, hash), io.LimitReader(from, most+1))
	if err == nil && size > most {
		err = ErrTooLarge
	}
	if err != nil {
		f.Close()
		if to.err != nil {
			return nil, failed(to.err)
		}
		return nil, err
	}
	return &Received{f, size, [32]byte(hash.Sum(nil))}, nil
}

// spool remembers that writing failed, which is our fault and not the sender's.
type spool struct {
	f   *os.File
	err error
}

func (s *spool) Write(b []byte) (n int, err error) {
	n, s.err = s.f.Write(b)
	return n, s.err
}

// Close gives the bytes up.
func (r *Received) Close() error { return r.file.Close() }

// reader reads the bytes from the start.
func (r *Received) reader() io.ReadSeeker { return io.NewSectionReader(r.file, 0, r.Size) }

// ReadAt reads from anywhere.
func (r *Received) ReadAt(b []byte, at int64) (int, error) { return r.file.ReadAt(b, at) }

// Begins reports whether it begins with some bytes.
func (r *Received) Begins(with string) bool { return bytes.HasPrefix(r.head(), []byte(with)) }

// IsPicture reports whether it begins as a picture does.
func (r *Received) IsPicture() bool { return picture.Kind(r.head()) != "" }

// head are the first bytes, which tell what a picture is.
func (r *Received) head() []byte {
	head := make([]byte, 4096)
	n, _ := r.ReadAt(head, 0) // fewer if it is small
	return head[:n]
}

// Bytes are all of them, in memory: the caller knows that there is room.
func (r *Received) Bytes() ([]byte, error) {
	content := make([]byte, r.Size)
	if _, err := r.file.ReadAt(content, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read what was received: %w", err)
	}
	return content, nil
}

// Fetch receives bytes that are in the store.
func (a *Attachments) Fetch(ctx context.Context, c catalog.Content) (*Received, error) {
	if a.store == nil {
		return nil, errNone
	}
	from, err := a.store.Get(ctx, c.Object, 0, -1)
	if err != nil {
		return nil, failed(err)
	}
	defer from.Close()
	r, err := Receive(from, c.Size)
	if err == nil && [32]byte(c.SHA256) != r.Sum {
		err = errors.Join(fmt.Errorf("the object %s has other bytes than its row says", c.Object), r.Close())
	}
	return r, failed(err)
}
