package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files/picture"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var photos = []page{
	{pattern: "GET /items/{item}/photos/{photo}/{size}", right: identity.View, bucket: httpserver.Files, operation: "GET /api/items/{item}/photos/{photo}/file", handle: (*Web).photo},
	taking(edit("POST /items/{item}/photos", "POST /api/items/{item}/photos", (*Web).addPhotos)),
	edit("POST /items/{item}/photos/{photo}/main", "PUT /api/items/{item}/photos/{photo}/main", (*Web).setMainPhoto),
	edit("POST /items/{item}/photos/{photo}/delete", "DELETE /api/items/{item}/photos/{photo}", (*Web).deletePhoto),
}

// photo sends a rendition. A photo never changes, so the browser may keep it until
// its user signs out.
func (w *Web) photo(v *visit) error {
	item, err := v.number("item")
	if err != nil {
		return err
	}
	id, err := v.number("photo")
	if err != nil || !attachment.IsRendition(v.PathValue("size")) {
		return fault.ErrNotFound
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	c, err := reader.PhotoContent(v.Context(), item, id)
	if err != nil {
		return err
	}
	made, err := w.attachments.Rendition(v.Context(), c, v.PathValue("size"))
	if err != nil {
		return err
	}
	h := v.out.Header()
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Content-Type", picture.Kind(made))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.out, v.Request, "", time.Time{}, bytes.NewReader(made))
	return nil
}

// uploadTimeout is for photos of a phone on a slow line.
const uploadTimeout = 5 * time.Minute

// addPhotos takes one or many. What is no photo is named, and the others are kept.
func (w *Web) addPhotos(v *visit) error {
	item, err := v.number("item")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Edit)
	if err != nil {
		return err
	}
	place, err := reader.PhotoPlace(v.Context(), item)
	if err != nil {
		return err
	}
	_ = http.NewResponseController(v.out).SetReadDeadline(time.Now().Add(uploadTimeout))
	parts, err := v.MultipartReader()
	if err != nil {
		return v.redirect(view.ItemPath(item))
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return v.redirect(view.ItemPath(item) + "#photos")
		}
		if err != nil {
			return fault.On("file", "The upload broke off. Please try again.")
		}
		if part.FormName() != "file" || part.FileName() == "" {
			continue
		}
		if err := w.addPhoto(v, item, place, part.FileName(), part); err != nil {
			return w.refusePhoto(v, item, part.FileName(), err)
		}
	}
}

func (w *Web) addPhoto(v *visit, item int64, place, name string, from io.Reader) error {
	received, err := attachment.Receive(from, attachment.MaxPhoto)
	if err != nil {
		return err
	}
	defer received.Close()
	made, err := w.attachments.KeepPhoto(v.Context(), v.AccountID, received, place)
	if err != nil {
		return err
	}
	made.Filename = attachment.BaseName(name, made.MimeType)
	named := ""
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemPhotoCreated, func(change postgres.Writer) (err error) {
		_, named, err = change.CreatePhoto(v.Context(), item, made)
		return err
	})
	w.attachments.Settle(v.Context(), made.Stored, named, err)
	return err
}

// refusePhoto shows the item again and says which file is no photo.
func (w *Web) refusePhoto(v *visit, item int64, name string, err error) error {
	var invalid *fault.Invalid
	switch {
	case errors.Is(err, attachment.ErrTooLarge):
		v.note = v.texts.T("photos.large", "name", name)
	case errors.As(err, &invalid):
		v.note = name + ": " + v.wrong(invalid)
	default:
		return err
	}
	v.status = http.StatusUnprocessableEntity
	return w.item(v)
}

func (w *Web) setMainPhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoMainSet, func(w postgres.Writer, ctx context.Context, item, id int64) error {
		_, err := w.SetMainPhoto(ctx, item, id)
		return err
	})
}

func (w *Web) deletePhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoDeleted, postgres.Writer.DeletePhoto)
}

// onPhoto changes a photo of the path, and shows the item again.
func (v *visit) onPhoto(action catalog.Action, do func(postgres.Writer, context.Context, int64, int64) error) error {
	item, err := v.number("item")
	if err != nil {
		return err
	}
	id, err := v.number("photo")
	if err != nil {
		return err
	}
	if err := postgres.Change(v.Context(), v.Scope, action, func(w postgres.Writer) error { return do(w, v.Context(), item, id) }); err != nil {
		return err
	}
	return v.redirect(view.ItemPath(item) + "#photos")
}
