package page

import (
	"bytes"
	"net/http"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/files/picture"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// Rendition sends a photo in a size, with headers that let nothing run.
func Rendition(v *Visit, of catalog.Content, size, caching string) error {
	made, err := v.Web.Attachments.Rendition(v.Context(), of, size)
	if err != nil {
		return err
	}
	h := v.Out.Header()
	h.Set("Cache-Control", caching)
	h.Set("Content-Type", picture.Kind(made))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.Out, v.Request, "", time.Time{}, bytes.NewReader(made))
	return nil
}

// PhotoPlace reads whether photos of an item keep their place.
func PhotoPlace(v *Visit, item int64) (reader postgres.Reader, keeps string, err error) {
	if reader, err = v.View(identity.Edit); err == nil {
		keeps, err = inventory.PhotoPlace(v.Context(), reader, item)
	}
	return reader, keeps, err
}

func AddPhoto(v *Visit, item int64, place string, f Received) error {
	made, err := v.Web.Attachments.KeepPhoto(v.Context(), v.AccountID, f.Received, place)
	if err != nil {
		return err
	}
	made.Filename = attachment.BaseName(f.Name, made.MimeType)
	named := ""
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemPhotoCreated, func(change postgres.Writer) (err error) {
		_, named, err = inventory.CreatePhoto(v.Context(), change, item, made)
		return err
	})
	v.Web.Attachments.Settle(v.Context(), made.Stored, named, err)
	return err
}

// PhotosOf are the main photos of items, by item.
func PhotosOf(v *Visit, r postgres.Reader, items []int64) (map[int64]catalog.Photo, error) {
	if len(items) == 0 {
		return nil, nil
	}
	photos, err := inventory.MainPhotos(v.Context(), r, items)
	all := map[int64]catalog.Photo{}
	for _, p := range photos {
		all[p.ItemID] = p
	}
	return all, err
}
