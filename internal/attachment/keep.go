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
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/files/document"
	"vitrine/internal/files/picture"
)

// KeepPhoto looks at a picture, removes its metadata unless places are kept, and
// stores it with its thumbnail. A change must name the object, or Settle remove it.
func (a *Attachments) KeepPhoto(ctx context.Context, account int64, r *Received, place string) (catalog.NewPhoto, error) {
	if a.store == nil {
		return catalog.NewPhoto{}, errNone
	}
	if r.Size > MaxPhoto {
		return catalog.NewPhoto{}, fault.On("file", "The file must not be larger than 20 MiB.")
	}
	p, original, err := a.read(ctx, r)
	if err != nil {
		return catalog.NewPhoto{}, failed(err)
	}
	made := catalog.NewPhoto{SHA256: r.Sum, Width: int64(p.Width), Height: int64(p.Height), TakenAt: p.TakenAt}
	switch {
	case place == "keep":
		if p.Place != nil {
			made.Latitude, made.Longitude = &p.Place.Latitude, &p.Place.Longitude
		}
	case original == nil:
		original = p.Stripped
	}
	if original == nil {
		made.Stored, err = a.put(ctx, account, r, p.Kind)
	} else {
		made.Stored, err = a.putBytes(ctx, account, original, p.Kind)
	}
	if err == nil {
		sum := sha256.Sum256(p.Thumb)
		err = a.store.Put(ctx, renditionName(made.Object, picture.Thumb.Name), bytes.NewReader(p.Thumb), int64(len(p.Thumb)), sum)
	}
	if err != nil {
		a.Settle(ctx, made.Stored, "", nil)
	}
	return made, failed(err)
}

// read reads a photo. What only the helper can read is returned as it was sent.
func (a *Attachments) read(ctx context.Context, r *Received) (p picture.Photo, original []byte, err error) {
	head := make([]byte, min(r.Size, 4096))
	if _, err := r.file.ReadAt(head, 0); err != nil && r.Size > 0 {
		return p, nil, err
	}
	kind := picture.Kind(head)
	if !picture.Needed(kind) {
		header, err := picture.Look(r.reader())
		if err != nil {
			return p, nil, err
		}
		p, err = a.budget.Read(ctx, header, r.Size, r.bytes)
		return p, nil, err
	}
	if a.helper == nil {
		return p, nil, picture.Refused("This installation does not read " + map[string]string{"image/heic": "HEIC", "image/avif": "AVIF"}[kind] +
			" pictures: send a JPEG, or ask the operator to set VITRINE_IMAGE_HELPER.")
	}
	if original, err = r.bytes(); err != nil {
		return p, nil, err
	}
	made, err := a.helper.JPEG(ctx, original)
	if err != nil {
		return p, nil, err
	}
	header, err := picture.Look(bytes.NewReader(made))
	if err != nil {
		return p, nil, err
	}
	p, err = a.budget.Read(ctx, header, int64(len(made)), func() ([]byte, error) { return made, nil })
	metadata := picture.ReadMetadata(kind, original)
	p.Kind, p.TakenAt, p.Place = kind, metadata.TakenAt, metadata.Place
	return p, original, err
}

// KeepDocument stores a document if its content is of a kind that is kept.
func (a *Attachments) KeepDocument(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	kind, err := a.kindOf(r, document.Kind)
	if err != nil {
		return catalog.Stored{}, err
	}
	if kind == "" {
		return catalog.Stored{}, fault.On("file", "The file must be a PDF, a picture, a text, a table or a document of an office program.")
	}
	return a.put(ctx, account, r, kind)
}

// KeepFile stores bytes of any kind, to be used as a photo or document later. What is too large
// for either is not looked at, which takes as much memory as it has bytes.
func (a *Attachments) KeepFile(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	if a.store == nil {
		return catalog.Stored{}, errNone
	}
	if r.Size > max(MaxPhoto, MaxDocument) {
		return a.put(ctx, account, r, "application/octet-stream")
	}
	kind, err := a.kindOf(r, func(content []byte) string {
		return cmp.Or(picture.Kind(content), document.Kind(content), "application/octet-stream")
	})
	if err != nil {
		return catalog.Stored{}, err
	}
	return a.put(ctx, account, r, kind)
}

// KeepArchive stores an archive, which may be too large to be looked at in memory.
func (a *Attachments) KeepArchive(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	if a.store == nil {
		return catalog.Stored{}, errNone
	}
	return a.put(ctx, account, r, "application/zip")
}

// KeepMade stores bytes that the service has made. They count to no quota.
func (a *Attachments) KeepMade(ctx context.Context, account int64, from io.ReaderAt, size int64, sum [32]byte) (catalog.Stored, error) {
	s := catalog.Stored{Object: files.NewName(account), Sum: sum, Size: size}
	err := a.store.Put(ctx, s.Object, io.NewSectionReader(from, 0, size), size, sum)
	return s, stored(err)
}

// Required refuses what needs a store where there is none.
func (a *Attachments) Required() error {
	if a.store == nil {
		return errNone
	}
	return nil
}

func (a *Attachments) kindOf(r *Received, tell func([]byte) string) (string, error) {
	if a.store == nil {
		return "", errNone
	}
	content, err := r.bytes()
	if err != nil {
		return "", failed(err)
	}
	return tell(content), nil
}

func (a *Attachments) put(ctx context.Context, account int64, r *Received, kind string) (catalog.Stored, error) {
	s := catalog.Stored{Object: files.NewName(account), Sum: r.Sum, Size: r.Size, MimeType: kind, Quota: a.quota}
	err := a.store.Put(ctx, s.Object, r.reader(), r.Size, r.Sum)
	return s, stored(err)
}

func (a *Attachments) putBytes(ctx context.Context, account int64, content []byte, kind string) (catalog.Stored, error) {
	s := catalog.Stored{Object: files.NewName(account), Sum: sha256.Sum256(content), Size: int64(len(content)), MimeType: kind, Quota: a.quota}
	err := a.store.Put(ctx, s.Object, bytes.NewReader(content), s.Size, s.Sum)
	return s, stored(err)
}

// stored says where an error came from, for the log.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return failed(fmt.Errorf("the store of files: %w", err))
}
