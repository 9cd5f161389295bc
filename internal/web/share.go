package web

import (
	"cmp"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

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

// shares take photos from other apps of a phone: the bytes come first, and are named
// by their hash when it is known what they show.
var sharePages = []row{
	edit("GET /share", "", shared),
	taking(edit("POST /share", "PUT /api/files/{sha256}", sharePage)),
	{pattern: "GET /share/{sha256}", right: identity.Edit.Reading(), bucket: httpserver.Files, operation: "GET /api/files/{sha256}", handle: sharedPhoto},
	edit("POST /share/item", "POST /api/collections/{collection}/items", shareItem),
}

// share keeps photos for a day, and asks what they are.
func sharePage(v *visit) error {
	query := url.Values{}
	_, err := v.receive(attachment.MaxPhoto, maxFiles, func(f received) error {
		err := keepShared(v, f)
		if err == nil {
			query.Add("photo", hex.EncodeToString(f.Sum[:]))
		}
		return err
	})
	if err != nil {
		return err
	}
	if name := v.text("name"); name != "" {
		query.Set("name", name)
	}
	return v.redirect("/share?" + v.withRefused(query).Encode())
}

func keepShared(v *visit, f received) error {
	stored, err := v.web.attachments.KeepFile(v.Context(), v.AccountID, f.Received)
	if err != nil {
		return err
	}
	named := ""
	if err = errNoPhoto; strings.HasPrefix(stored.MimeType, "image/") {
		err = postgres.Change(v.Context(), v.Scope, catalog.ItemPhotoCreated, func(change postgres.Writer) (err error) {
			_, named, _, err = inventory.Upload(v.Context(), change, stored)
			return err
		})
	}
	v.web.attachments.Settle(v.Context(), stored, named, err)
	return err
}

// hashes are those of photos that were shared.
func hashes(given []string) (found []string) {
	for _, s := range given[:min(len(given), maxFiles)] {
		if _, ok := parseSum(s); ok {
			found = append(found, s)
		}
	}
	return found
}

func parseSum(s string) (sum [32]byte, ok bool) {
	raw, err := hex.DecodeString(s)
	if err != nil || len(raw) != len(sum) {
		return sum, false
	}
	return [32]byte(raw), true
}

func shared(v *visit) error {
	query := v.URL.Query()
	s := view.Shared{Photos: hashes(query["photo"]), Lost: query.Has("lost"), Form: view.Form{Values: map[string]string{"name": v.asked("name")}}}
	s.Refused = v.refusedBefore()
	return v.renderShared(s)
}

func (v *visit) renderShared(s view.Shared) error {
	err := v.together(func(r postgres.Reader) (err error) {
		s.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "add")
	if err != nil {
		return err
	}
	f.Title = f.T("share.title")
	return v.render(cmp.Or(v.status, http.StatusOK), view.Share(f, s))
}

// sharedPhoto shows a photo that is not yet named.
func sharedPhoto(v *visit) error {
	sum, ok := parseSum(v.PathValue("sha256"))
	if !ok {
		return fault.ErrNotFound
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	content, err := inventory.FileContent(v.Context(), reader, sum)
	if err != nil {
		return err
	}
	return rendition(v, content, picture.Thumb.Name, "no-store")
}

// shareItem makes the item that the photos show. A photo that cannot be had any more
// is named; the item is kept.
func shareItem(v *visit) error {
	_ = v.ParseForm() // what cannot be read is absent
	photos := hashes(v.PostForm["photo"])
	made, err := v.makeSharedItem()
	if err == nil {
		err = addShared(v, made.ID, photos)
	}
	return v.answer(err, func(form view.Form) error {
		v.status = http.StatusUnprocessableEntity
		return v.renderShared(view.Shared{Photos: photos, Form: form})
	}, func() error { return itemMade(v, view.ItemEdit{}, made) })
}

func (v *visit) makeSharedItem() (made catalog.Item, err error) {
	var wrong fault.Invalid
	collection := v.integer(&wrong, "collection_id")
	if collection == nil {
		wrong.Required("collection_id", v.text("collection_id"))
	}
	if err := wrong.Err(); err != nil {
		return made, err
	}
	reader, err := v.View(identity.Edit)
	if err != nil {
		return made, err
	}
	types, err := inventory.TypeForms(v.Context(), reader, *collection)
	if err != nil {
		return made, err
	}
	in := catalog.ItemInput{Name: v.text("name")}
	if len(types) == 1 {
		in.CollectionTypeID = &types[0].ID
	}
	if err := in.Validate(); err != nil {
		return made, err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemCreated, func(w postgres.Writer) (err error) {
		made, err = inventory.CreateItem(v.Context(), w, *collection, in)
		return err
	})
	return made, err
}

func addShared(v *visit, item int64, photos []string) error {
	reader, keeps, err := v.photoPlace(item)
	if err != nil {
		return err
	}
	for i, hash := range photos {
		sum, _ := parseSum(hash)
		err := addByHash(v, reader, item, keeps, sum)
		if err := v.refuseFile(v.texts.T("photos.title")+" "+strconv.Itoa(i+1), err); err != nil {
			return err
		}
	}
	return nil
}

func addByHash(v *visit, reader postgres.Reader, item int64, place string, sum [32]byte) error {
	content, err := inventory.FileContent(v.Context(), reader, sum)
	if errors.Is(err, fault.ErrNotFound) { // it was kept for a day
		return errNoPhoto
	}
	if err != nil {
		return err
	}
	fetched, err := v.web.attachments.Fetch(v.Context(), content)
	if err != nil {
		return err
	}
	defer fetched.Close()
	return addPhoto(v, item, place, received{fetched, ""})
}
