package attachment

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"vitrine/internal/catalog"
	"vitrine/internal/files/picture"
	"vitrine/internal/spool"
)

// Largest files.
const (
	MaxPhoto    = 20 << 20
	MaxDocument = 25 << 20
)

// ErrTooLarge means that there are more bytes than allowed.
var ErrTooLarge = errors.New("the file is too large")

// Received holds received bytes in a file without a name, which is gone when the process ends.
type Received struct {
	file *spool.File
	Size int64
	Sum  [32]byte
}

// Receive reads all bytes for the user of the context. The caller closes the result.
func Receive(ctx context.Context, from io.Reader, most int64) (*Received, error) {
	f, err := spool.Create(ctx)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(f, hash), io.LimitReader(from, most+1))
	if err == nil && size > most {
		err = ErrTooLarge
	}
	if err != nil {
		f.Close()
		return nil, cmp.Or(f.Err(), err)
	}
	return &Received{f, size, [32]byte(hash.Sum(nil))}, nil
}

// Close releases the bytes.
func (r *Received) Close() error { return r.file.Close() }

// reader reads the bytes from the start.
func (r *Received) reader() io.ReadSeeker { return r.file.Whole() }

// ReadAt reads from any offset.
func (r *Received) ReadAt(b []byte, at int64) (int, error) { return r.file.ReadAt(b, at) }

// Begins reports whether the content begins with some bytes.
func (r *Received) Begins(with string) bool { return bytes.HasPrefix(r.head(), []byte(with)) }

// IsPicture reports whether the content begins like a picture.
func (r *Received) IsPicture() bool { return picture.Kind(r.head()) != "" }

// head returns the first bytes, enough to recognise a picture.
func (r *Received) head() []byte {
	head := make([]byte, 4096)
	n, _ := r.ReadAt(head, 0) // fewer if it is small
	return head[:n]
}

// Bytes reads all bytes into memory; the caller makes sure that there is room.
func (r *Received) Bytes() ([]byte, error) {
	content := make([]byte, r.Size)
	if _, err := r.file.ReadAt(content, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read what was received: %w", err)
	}
	return content, nil
}

// Fetch receives an object of the store.
func (a *Attachments) Fetch(ctx context.Context, c catalog.Content) (*Received, error) {
	if a.store == nil {
		return nil, errNone
	}
	if err := spool.Fits(ctx, c.Size); err != nil {
		return nil, err
	}
	from, err := a.store.Get(ctx, c.Object, 0, -1)
	if err != nil {
		return nil, failed(err)
	}
	defer from.Close()
	r, err := Receive(ctx, from, c.Size)
	if err == nil && [32]byte(c.SHA256) != r.Sum {
		err = errors.Join(fmt.Errorf("the object %s has other bytes than its row says", c.Object), r.Close())
	}
	return r, failed(err)
}
