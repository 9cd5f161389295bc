package attachment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/files/picture"
	"vitrine/internal/share"
)

// Open returns the bytes of an object from an offset on. It asks the store at once, so that errors
// come before the first byte.
func (a *Attachments) Open(ctx context.Context, c catalog.Content, offset int64) (io.ReadSeekCloser, error) {
	if a.store == nil {
		return nil, fault.ErrNotFound
	}
	o := &object{ctx: ctx, store: a.store, name: c.Object, size: c.Size}
	if offset >= c.Size { // a bucket refuses to begin there; nothing is read
		offset = 0
	}
	if err := o.open(offset); err != nil {
		return nil, failed(err)
	}
	return o, nil
}

// object reads an object of the store from wherever it is asked to.
type object struct {
	ctx   context.Context
	store files.Store
	name  string
	size  int64
	at    int64 // where the next read begins
	from  io.ReadCloser
	begun int64 // where from is
}

func (o *object) open(at int64) (err error) {
	if err := o.Close(); err != nil {
		return err
	}
	o.from, err = o.store.Get(o.ctx, o.name, at, -1)
	o.begun, o.at = at, at
	return err
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("attachment: a seek before the start")
	}
	o.at = offset
	return offset, nil
}

func (o *object) Read(b []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.from == nil || o.begun != o.at {
		if err := o.open(o.at); err != nil {
			return 0, err
		}
	}
	n, err := o.from.Read(b)
	o.at += int64(n)
	o.begun = o.at
	return n, err
}

func (o *object) Close() error {
	if o.from == nil {
		return nil
	}
	from := o.from
	o.from = nil
	return from.Close()
}

// mostRendition limits the size of a rendition read into memory.
const mostRendition = 16 << 20

// Rendition is a photo in a size. If the store does not have it, it is made from the original and stored.
func (a *Attachments) Rendition(ctx context.Context, c catalog.Content, size string) ([]byte, error) {
	if a.store == nil {
		return nil, fault.ErrNotFound
	}
	name := renditionName(c.Object, size)
	if made, ok := a.recent.get(name); ok {
		return made, nil
	}
	made, err := a.readAll(ctx, name)
	if errors.Is(err, files.ErrAbsent) {
		made, err = a.renderOnce(ctx, c, name, sizes[size])
	}
	if err == nil {
		a.recent.put(name, made)
	}
	return made, failed(err)
}

func (a *Attachments) readAll(ctx context.Context, name string) ([]byte, error) {
	from, err := a.store.Get(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return io.ReadAll(io.LimitReader(from, mostRendition))
}

// renderOnce makes a rendition once for all concurrent requests, and finishes it even if the first
// client hangs up.
func (a *Attachments) renderOnce(ctx context.Context, c catalog.Content, name string, size picture.Size) ([]byte, error) {
	ctx = context.WithoutCancel(ctx)
	if account, err := files.Account(c.Object); share.By(ctx) == 0 && err == nil { // of visitors, those to one account wait for each other
		ctx = share.As(ctx, -account)
	}
	made, err, _ := a.rendering.Do(name, func() (any, error) {
		made, err := a.render(ctx, c, size)
		if err != nil {
			return nil, err
		}
		if err := a.store.Put(ctx, name, bytes.NewReader(made), int64(len(made)), sha256.Sum256(made)); err != nil {
			a.log.Warn("a rendition could not be stored; it is made again", "object", name, "error", err)
		}
		return made, nil
	})
	if err != nil {
		return nil, err
	}
	return made.([]byte), nil
}

func (a *Attachments) render(ctx context.Context, c catalog.Content, size picture.Size) ([]byte, error) {
	r, err := a.Fetch(ctx, c)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rendered := func(from io.ReadSeeker, weight int64, load func() ([]byte, error)) ([]byte, error) {
		header, err := picture.Look(from)
		if err != nil {
			return nil, err
		}
		return a.budget.Render(ctx, header, weight, size, load)
	}
	if !picture.Needed(c.MimeType) {
		return rendered(r.reader(), r.Size, r.Bytes)
	}
	if a.helper == nil {
		return nil, errors.New("the helper that read this picture is no longer configured")
	}
	var made []byte
	err = a.helper.JPEG(ctx, r.Bytes, func(_, jpeg []byte) (err error) {
		made, err = rendered(bytes.NewReader(jpeg), int64(len(jpeg)), func() ([]byte, error) { return jpeg, nil })
		return err
	})
	return made, err
}
