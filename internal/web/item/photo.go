package item

import (
	"cmp"
	"net/http"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var photoPages = []page.Row{
	{Pattern: "GET /items/{item}/photos/{photo}/{size}", Right: identity.View, Bucket: httpserver.Files, Operation: "GET /api/items/{item}/photos/{photo}/file", Handle: photo},
	page.Taking(page.Edit("POST /items/{item}/photos", "POST /api/items/{item}/photos", addPhotos)),
	page.Edit("GET /items/{item}/photos", "", photos),
	page.Edit("POST /items/{item}/photos/{photo}", "PUT /api/items/{item}/photos/{photo}", updatePhoto),
	page.Edit("POST /items/{item}/photos/{photo}/order", "PUT /api/items/{item}/photos/{photo}/order", movePhoto),
	page.Edit("POST /items/{item}/photos/{photo}/main", "PUT /api/items/{item}/photos/{photo}/main", setMainPhoto),
	page.Edit("POST /items/{item}/photos/{photo}/cover", "PUT /api/collections/{collection}", setCover),
	page.Edit("POST /items/{item}/photos/{photo}/delete", "DELETE /api/items/{item}/photos/{photo}", deletePhoto),
}

// photo sends a rendition. A photo never changes, so the browser may keep it until
// its user signs out.
func photo(v *page.Visit) error {
	item, err := v.Number("item")
	if err != nil {
		return err
	}
	id, err := v.Number("photo")
	if err != nil || !attachment.IsRendition(v.PathValue("size")) {
		return fault.ErrNotFound
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	c, err := inventory.PhotoContent(v.Context(), reader, item, id)
	if err != nil {
		return err
	}
	return page.Rendition(v, c, v.PathValue("size"), "private, max-age=31536000, immutable")
}

// addPhotos takes one or more photos. Other files are named, and the photos kept.
func addPhotos(v *page.Visit) error {
	item, err := v.Number("item")
	if err != nil {
		return err
	}
	_, keeps, err := page.PhotoPlace(v, item)
	if err != nil {
		return err
	}
	_, err = v.Receive(attachment.MaxPhoto, catalog.MaxPhotos, func(f page.Received) error {
		return page.OnceEach(v, func() error { return page.AddPhoto(v, item, keeps, f) })
	})
	if err != nil {
		return err
	}
	return photosAdded(v, item)
}

// photosAdded shows the photos again, or names refused files. A script that sends one file at a time
// is told only about that.
func photosAdded(v *page.Visit, item int64) error {
	if len(v.Refused) > 0 {
		v.Status = http.StatusUnprocessableEntity
	}
	switch {
	case v.Fragment():
		return v.RenderRefused()
	case len(v.Refused) > 0:
		return photos(v)
	}
	return v.Redirect(ui.ItemPath(item) + "/photos")
}

// photos is the page on which photos are added, ordered and described.
func photos(v *page.Visit) error {
	reader, item, err := itemOf(v)
	if err != nil {
		return err
	}
	pictures, err := inventory.PhotosOf(v.Context(), reader, item.ID, catalog.Paging{Number: 1, PerPage: catalog.MaxPhotos})
	if err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(item.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("photos.title")
	return v.Render(cmp.Or(v.Status, http.StatusOK), Photos(f, ui.ItemShown{Item: item, Photos: pictures.Items, Refused: v.Refused}))
}

func setMainPhoto(v *page.Visit) error {
	return onPhoto(v, catalog.ItemPhotoMainSet, func(w postgres.Writer, p catalog.Photo) error {
		_, err := inventory.SetMainPhoto(v.Context(), w, p.ItemID, p.ID)
		return err
	})
}

// setCover makes the photo the cover of the collection, or removes it.
func setCover(v *page.Visit) error {
	return onPhoto(v, catalog.CollectionUpdated, func(w postgres.Writer, p catalog.Photo) error {
		item, err := inventory.Item(v.Context(), w.Reader, p.ItemID)
		if err != nil {
			return err
		}
		chosen := &p.ID
		if v.Text("cover") == "false" {
			chosen = nil
		}
		_, err = inventory.SetCover(v.Context(), w, item.CollectionID, chosen)
		return err
	})
}

// updatePhoto changes caption or position of a photo; fields that the form does not have stay.
func updatePhoto(v *page.Visit) error {
	return onPhoto(v, catalog.ItemPhotoUpdated, func(w postgres.Writer, p catalog.Photo) error {
		var wrong fault.Invalid
		in := catalog.PhotoInput{CopyID: p.CopyID, Caption: p.Caption, AltText: p.AltText, Position: v.Integer(&wrong, "position")}
		if v.PostForm.Has("caption") {
			in.Caption = v.Optional("caption")
		}
		if v.PostForm.Has("alt_text") {
			in.AltText = v.Optional("alt_text")
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

func movePhoto(v *page.Visit) error {
	return onPhoto(v, catalog.ItemPhotoMoved, func(w postgres.Writer, p catalog.Photo) error {
		in := catalog.Move{Direction: v.Text("direction")}
		err := in.Validate()
		if err == nil {
			_, err = inventory.MovePhoto(v.Context(), w, p.ItemID, p.ID, in)
		}
		return err
	})
}

func deletePhoto(v *page.Visit) error {
	return onPhoto(v, catalog.ItemPhotoDeleted, func(w postgres.Writer, p catalog.Photo) error {
		return inventory.DeletePhoto(v.Context(), w, p.ItemID, p.ID)
	})
}

// onPhoto changes the photo of the path, and shows the photos again.
func onPhoto(v *page.Visit, action catalog.Action, do func(postgres.Writer, catalog.Photo) error) error {
	item, err := v.Number("item")
	if err != nil {
		return err
	}
	id, err := v.Number("photo")
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
	if err := v.Discard(action, func(w postgres.Writer) error { return do(w, p) }); err != nil {
		return err
	}
	return v.Redirect(ui.ItemPath(item) + "/photos#photo-" + strconv.FormatInt(id, 10))
}

// photoPath is the address of a photo's forms.
func photoPath(i ui.ItemShown, p catalog.Photo) string {
	return ui.ItemPath(i.Item.ID) + "/photos/" + ui.Number(p.ID)
}

// caption is the text below an enlarged photo.
func caption(p catalog.Photo) string { return ui.Words(p.Caption) }
