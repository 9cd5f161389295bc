package attachment

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"io"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/files/document"
	"vitrine/internal/files/picture"
)

// KeepPhoto checks a picture, removes its metadata unless the account keeps places, and stores it with
// its thumbnail. A change must name the object, or Settle remove it.
func (a *Attachments) KeepPhoto(ctx context.Context, account int64, r *Received, place string) (catalog.NewPhoto, error) {
	if a.store == nil {
		return catalog.NewPhoto{}, errNone
	}
	if r.Size > MaxPhoto {
		return catalog.NewPhoto{}, errLargePhoto
	}
	p, err := a.read(ctx, r)
	if err != nil {
		return catalog.NewPhoto{}, failed(err)
	}
	made := catalog.NewPhoto{SHA256: r.Sum, Width: int64(p.Width), Height: int64(p.Height), TakenAt: p.TakenAt}
	if place == "keep" && p.Place != nil {
		made.Latitude, made.Longitude = &p.Place.Latitude, &p.Place.Longitude
	}
	kept := r
	if p.Stripped != nil && place != "keep" { // the store may be slow: it waits on a disk, not in memory
		if kept, err = Receive(ctx, bytes.NewReader(p.Stripped), int64(len(p.Stripped))); err != nil {
			return catalog.NewPhoto{}, failed(err)
		}
		defer kept.Close()
	}
	p.Stripped = nil
	made.Stored, err = a.put(ctx, account, kept, p.Kind)
	if err == nil {
		sum := sha256.Sum256(p.Thumb)
		err = a.store.Put(ctx, renditionName(made.Object, picture.Thumb.Name), bytes.NewReader(p.Thumb), int64(len(p.Thumb)), sum)
	}
	if err != nil {
		a.Settle(ctx, made.Stored, "", nil)
	}
	return made, failed(err)
}

// KeepDrawn stores a JPEG that the program has drawn, with its thumbnail, without checking it. A
// change must name the object, or Settle remove it.
func (a *Attachments) KeepDrawn(ctx context.Context, account int64, content []byte, size image.Point, thumb []byte) (catalog.NewPhoto, error) {
	if a.store == nil {
		return catalog.NewPhoto{}, errNone
	}
	made := catalog.NewPhoto{SHA256: sha256.Sum256(content), Width: int64(size.X), Height: int64(size.Y)}
	made.Stored = catalog.Stored{Object: files.NewName(account), Sum: made.SHA256, Size: int64(len(content)), MimeType: "image/jpeg", Quota: a.quota}
	err := a.store.Put(ctx, made.Object, bytes.NewReader(content), made.Size, made.Sum)
	if err == nil {
		err = a.store.Put(ctx, renditionName(made.Object, picture.Thumb.Name), bytes.NewReader(thumb), int64(len(thumb)), sha256.Sum256(thumb))
	}
	if err != nil {
		a.Settle(ctx, made.Stored, "", nil)
	}
	return made, stored(err)
}

// LookAtPhoto checks a picture like an upload, but stores nothing. It is Invalid if an upload would be
// refused.
func (a *Attachments) LookAtPhoto(ctx context.Context, r *Received) (picture.Photo, error) {
	if r.Size > MaxPhoto {
		return picture.Photo{}, errLargePhoto
	}
	p, err := a.read(ctx, r)
	return p, failed(err)
}

// LookAtDocument returns the kind of a document. A kind that is not accepted is Invalid.
func (a *Attachments) LookAtDocument(r *Received) (kind string, err error) {
	if r.Size > MaxDocument {
		return "", fault.On("file", "The file must not be larger than %d MiB.", MaxDocument>>20)
	}
	if kind, err = document.Kind(r, r.Size); err == nil && kind == "" {
		err = errDocument
	}
	return kind, failed(err)
}

// KeepAsIs stores bytes that were checked before, with their metadata.
func (a *Attachments) KeepAsIs(ctx context.Context, account int64, r *Received, kind string) (catalog.Stored, error) {
	return a.put(ctx, account, r, kind)
}

var (
	errLargePhoto = fault.On("file", "The file must not be larger than 20 MiB.")
	errDocument   = fault.On("file", "The file must be a PDF, a picture, a text, a table or a document of an office program.")
)

// read reads a photo. HEIC and AVIF, which only the helper reads, keep their metadata.
func (a *Attachments) read(ctx context.Context, r *Received) (p picture.Photo, err error) {
	kind := picture.Kind(r.head())
	if !picture.Needed(kind) {
		header, err := picture.Look(r.reader())
		if err != nil {
			return p, err
		}
		return a.budget.Read(ctx, header, r.Size, r.Bytes)
	}
	if a.helper == nil {
		return p, picture.Refused("This installation does not read " + map[string]string{"image/heic": "HEIC", "image/avif": "AVIF"}[kind] +
			" pictures: send a JPEG, or ask the operator to set VITRINE_IMAGE_HELPER.")
	}
	err = a.helper.JPEG(ctx, r.Bytes, func(sent, made []byte) error {
		header, err := picture.Look(bytes.NewReader(made))
		if err != nil {
			return err
		}
		p, err = a.budget.Read(ctx, header, int64(len(made)), func() ([]byte, error) { return made, nil })
		metadata := picture.ReadMetadata(kind, sent)
		p.Kind, p.TakenAt, p.Place, p.Stripped = kind, metadata.TakenAt, metadata.Place, nil
		return err
	})
	return p, err
}

// KeepDocument stores a document if its kind is accepted.
func (a *Attachments) KeepDocument(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	if a.store == nil {
		return catalog.Stored{}, errNone
	}
	kind, err := document.Kind(r, r.Size)
	if err != nil {
		return catalog.Stored{}, failed(err)
	}
	if kind == "" {
		return catalog.Stored{}, errDocument
	}
	return a.put(ctx, account, r, kind)
}

// KeepFile stores bytes of any kind, for later use as a photo or document. Files too large for either
// are not checked.
func (a *Attachments) KeepFile(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	if a.store == nil {
		return catalog.Stored{}, errNone
	}
	if r.Size > max(MaxPhoto, MaxDocument) {
		return a.put(ctx, account, r, "application/octet-stream")
	}
	kind, err := document.Kind(r, r.Size)
	if err != nil {
		return catalog.Stored{}, failed(err)
	}
	return a.put(ctx, account, r, cmp.Or(picture.Kind(r.head()), kind, "application/octet-stream"))
}

// KeepArchive stores an archive, which may be too large for memory.
func (a *Attachments) KeepArchive(ctx context.Context, account int64, r *Received) (catalog.Stored, error) {
	if a.store == nil {
		return catalog.Stored{}, errNone
	}
	return a.put(ctx, account, r, "application/zip")
}

// KeepMade stores bytes that the service has made. They do not count against the quota.
func (a *Attachments) KeepMade(ctx context.Context, account int64, from io.ReaderAt, size int64, sum [32]byte) (catalog.Stored, error) {
	s := catalog.Stored{Object: files.NewName(account), Sum: sum, Size: size}
	err := a.store.Put(ctx, s.Object, io.NewSectionReader(from, 0, size), size, sum)
	return s, stored(err)
}

// Required refuses requests that need a store where there is none.
func (a *Attachments) Required() error {
	if a.store == nil {
		return errNone
	}
	return nil
}

func (a *Attachments) put(ctx context.Context, account int64, r *Received, kind string) (catalog.Stored, error) {
	s := catalog.Stored{Object: files.NewName(account), Sum: r.Sum, Size: r.Size, MimeType: kind, Quota: a.quota}
	err := a.store.Put(ctx, s.Object, r.reader(), r.Size, r.Sum)
	return s, stored(err)
}

// stored marks an error as one of the store, for the log.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return failed(fmt.Errorf("the store of files: %w", err))
}
