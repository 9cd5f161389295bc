package web

import (
	"bytes"
	"cmp"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files/picture"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var photoPages = []row{
	{pattern: "GET /items/{item}/photos/{photo}/{size}", right: identity.View, bucket: httpserver.Files, operation: "GET /api/items/{item}/photos/{photo}/file", handle: photo},
	taking(edit("POST /items/{item}/photos", "POST /api/items/{item}/photos", addPhotos)),
	edit("GET /items/{item}/photos", "", photos),
	edit("POST /items/{item}/photos/{photo}", "PUT /api/items/{item}/photos/{photo}", updatePhoto),
	edit("POST /items/{item}/photos/{photo}/order", "PUT /api/items/{item}/photos/{photo}/order", movePhoto),
	edit("POST /items/{item}/photos/{photo}/main", "PUT /api/items/{item}/photos/{photo}/main", setMainPhoto),
	edit("POST /items/{item}/photos/{photo}/cover", "PUT /api/collections/{collection}", setCover),
	edit("POST /items/{item}/photos/{photo}/delete", "DELETE /api/items/{item}/photos/{photo}", deletePhoto),
}

// photo sends a rendition. A photo never changes, so the browser may keep it until
// its user signs out.
func photo(v *visit) error {
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
	c, err := inventory.PhotoContent(v.Context(), reader, item, id)
	if err != nil {
		return err
	}
	return rendition(v, c, v.PathValue("size"), "private, max-age=31536000, immutable")
}

// rendition sends a photo in a size. Nothing in it may run.
func rendition(v *visit, of catalog.Content, size, caching string) error {
	made, err := v.web.attachments.Rendition(v.Context(), of, size)
	if err != nil {
		return err
	}
	h := v.out.Header()
	h.Set("Cache-Control", caching)
	h.Set("Content-Type", picture.Kind(made))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.out, v.Request, "", time.Time{}, bytes.NewReader(made))
	return nil
}

// photoPlace tells whether the place where a photo of an item was taken is kept.
func (v *visit) photoPlace(item int64) (reader postgres.Reader, keeps string, err error) {
	if reader, err = v.View(identity.Edit); err == nil {
		keeps, err = inventory.PhotoPlace(v.Context(), reader, item)
	}
	return reader, keeps, err
}

// addPhotos takes one or many. What is no photo is named, and the others are kept.
func addPhotos(v *visit) error {
	item, err := v.number("item")
	if err != nil {
		return err
	}
	_, keeps, err := v.photoPlace(item)
	if err != nil {
		return err
	}
	_, err = v.receive(attachment.MaxPhoto, catalog.MaxPhotos, func(f received) error { return addPhoto(v, item, keeps, f) })
	if err != nil {
		return err
	}
	return photosAdded(v, item)
}

// photosAdded shows the photos again, or says which files were refused. Who sends one
// file after the other is told about this one only.
func photosAdded(v *visit, item int64) error {
	if len(v.refused) > 0 {
		v.status = http.StatusUnprocessableEntity
	}
	switch {
	case v.fragment():
		return v.renderRefused()
	case len(v.refused) > 0:
		return photos(v)
	}
	return v.redirect(view.ItemPath(item) + "/photos")
}

// photos is the page on which photos are added, ordered and described.
func photos(v *visit) error {
	reader, item, err := v.itemOf()
	if err != nil {
		return err
	}
	pictures, err := inventory.PhotosOf(v.Context(), reader, item.ID, catalog.Paging{Number: 1, PerPage: catalog.MaxPhotos})
	if err != nil {
		return err
	}
	f, err := v.frame("", view.CurrentCollection(item.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("photos.title")
	return v.render(cmp.Or(v.status, http.StatusOK), view.Photos(f, view.ItemShown{Item: item, Photos: pictures.Items, Refused: v.refused}))
}

func addPhoto(v *visit, item int64, place string, f received) error {
	made, err := v.web.attachments.KeepPhoto(v.Context(), v.AccountID, f.Received, place)
	if err != nil {
		return err
	}
	made.Filename = attachment.BaseName(f.name, made.MimeType)
	named := ""
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemPhotoCreated, func(change postgres.Writer) (err error) {
		_, named, err = inventory.CreatePhoto(v.Context(), change, item, made)
		return err
	})
	v.web.attachments.Settle(v.Context(), made.Stored, named, err)
	return err
}

func setMainPhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoMainSet, func(w postgres.Writer, p catalog.Photo) error {
		_, err := inventory.SetMainPhoto(v.Context(), w, p.ItemID, p.ID)
		return err
	})
}

// setCover makes the photo stand for the collection, or leaves that to the items that
// were changed last.
func setCover(v *visit) error {
	return v.onPhoto(catalog.CollectionUpdated, func(w postgres.Writer, p catalog.Photo) error {
		item, err := inventory.Item(v.Context(), w.Reader, p.ItemID)
		if err != nil {
			return err
		}
		chosen := &p.ID
		if v.text("cover") == "false" {
			chosen = nil
		}
		_, err = inventory.SetCover(v.Context(), w, item.CollectionID, chosen)
		return err
	})
}

// updatePhoto changes what is said of a photo, or where it stands; what the form does
// not mention stays.
func updatePhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoUpdated, func(w postgres.Writer, p catalog.Photo) error {
		var wrong fault.Invalid
		in := catalog.PhotoInput{CopyID: p.CopyID, Caption: p.Caption, AltText: p.AltText, Position: v.integer(&wrong, "position")}
		if v.PostForm.Has("caption") {
			in.Caption = v.optional("caption")
		}
		if v.PostForm.Has("alt_text") {
			in.AltText = v.optional("alt_text")
		}
		err := wrong.Err()
		if err == nil {
			err = in.Validate()
		}
		if err == nil {
			_, err = inventory.UpdatePhoto(v.Context(), w, p.ItemID, p.ID, in)
		}
		return err
	})
}

func movePhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoMoved, func(w postgres.Writer, p catalog.Photo) error {
		in := catalog.Move{Direction: v.text("direction")}
		err := in.Validate()
		if err == nil {
			_, err = inventory.MovePhoto(v.Context(), w, p.ItemID, p.ID, in)
		}
		return err
	})
}

func deletePhoto(v *visit) error {
	return v.onPhoto(catalog.ItemPhotoDeleted, func(w postgres.Writer, p catalog.Photo) error {
		return inventory.DeletePhoto(v.Context(), w, p.ItemID, p.ID)
	})
}

// onPhoto changes the photo of the path, and shows the photos again.
func (v *visit) onPhoto(action catalog.Action, do func(postgres.Writer, catalog.Photo) error) error {
	item, err := v.number("item")
	if err != nil {
		return err
	}
	id, err := v.number("photo")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Edit)
	if err != nil {
		return err
	}
	p, err := inventory.Photo(v.Context(), reader, item, id)
	if err != nil {
		return err
	}
	if err := v.discard(action, func(w postgres.Writer) error { return do(w, p) }); err != nil {
		return err
	}
	return v.redirect(view.ItemPath(item) + "/photos#photo-" + strconv.FormatInt(id, 10))
}
