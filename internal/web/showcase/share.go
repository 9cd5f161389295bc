package showcase

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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// sharePages receive photos from other apps of a phone: the bytes come first, and are named by their
// hash once the item is known.
var sharePages = []page.Row{
	page.Edit("GET /share", "", shared),
	page.Taking(page.Edit("POST /share", "PUT /api/files/{sha256}", sharePage)),
	{Pattern: "GET /share/{sha256}", Right: identity.Edit.Reading(), Bucket: httpserver.Files, Operation: "GET /api/files/{sha256}", Handle: sharedPhoto},
	page.Edit("POST /share/item", "POST /api/collections/{collection}/items", shareItem),
}

// sharePage stores photos for a day, and asks for the item.
func sharePage(v *page.Visit) error {
	query := url.Values{}
	_, err := v.Receive(attachment.MaxPhoto, page.MaxFiles, func(f page.Received) error {
		err := page.OnceEach(v, func() error { return keepShared(v, f) })
		if err == nil {
			query.Add("photo", hex.EncodeToString(f.Sum[:]))
		}
		return err
	})
	if err != nil {
		return err
	}
	if name := v.Text("name"); name != "" {
		query.Set("name", name)
	}
	return v.Redirect("/share?" + v.WithRefused(query).Encode())
}

func keepShared(v *page.Visit, f page.Received) error {
	stored, err := v.Web.Attachments.KeepFile(v.Context(), v.AccountID, f.Received)
	if err != nil {
		return err
	}
	named := ""
	if err = page.ErrNoPhoto; strings.HasPrefix(stored.MimeType, "image/") {
		err = postgres.Change(v.Context(), v.Scope, catalog.ItemPhotoCreated, func(change postgres.Writer) (err error) {
			_, named, _, err = inventory.Upload(v.Context(), change, stored)
			return err
		})
	}
	v.Web.Attachments.Settle(v.Context(), stored, named, err)
	return err
}

// hashes are the hashes of shared photos.
func hashes(given []string) (found []string) {
	for _, s := range given[:min(len(given), page.MaxFiles)] {
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

func shared(v *page.Visit) error {
	query, last := v.URL.Query(), page.LastAdded(v)
	values := map[string]string{"name": v.Param("name"), "collection_id": written(last.Collection), "location_id": written(last.Place)}
	return renderShared(v, Shared{Photos: hashes(query["photo"]), Lost: query.Has("lost"), Form: ui.Form{Values: values}, Refused: v.RefusedBefore()})
}

// written is an id in a form, empty if there is none.
func written(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func renderShared(v *page.Visit, s Shared) error {
	err := v.Together(func(r postgres.Reader) (err error) {
		s.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	}, func(r postgres.Reader) (err error) {
		s.Places, err = inventory.Places(v.Context(), r, page.AsID(s.Form.Value("location_id")))
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "add")
	if err != nil {
		return err
	}
	f.Title = f.T("share.title")
	return v.Render(cmp.Or(v.Status, http.StatusOK), Share(f, s))
}

// sharedPhoto shows a photo without an item.
func sharedPhoto(v *page.Visit) error {
	sum, ok := parseSum(v.PathValue("sha256"))
	if !ok {
		return fault.ErrNotFound
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	content, err := inventory.FileContent(v.Context(), reader, sum)
	if err != nil {
		return err
	}
	return page.Rendition(v, content, picture.Thumb.Name, "no-store")
}

// shareItem creates the item of the photos. Photos that are gone are named; the item is kept.
func shareItem(v *page.Visit) error {
	_ = v.ParseForm() // an unreadable form is empty
	photos := hashes(v.PostForm["photo"])
	made, err := makeSharedItem(v)
	if err == nil {
		err = addShared(v, made.ID, photos)
	}
	return v.Answer(err, func(form ui.Form) error {
		v.Status = http.StatusUnprocessableEntity
		return renderShared(v, Shared{Photos: photos, Form: form})
	}, func() error { return page.ItemMade(v, ui.ItemEdit{}, made) })
}

// makeSharedItem makes the item, and its copy unless it is only wanted or catalogued.
func makeSharedItem(v *page.Visit) (made catalog.Item, err error) {
	var wrong fault.Invalid
	collection, place := v.Integer(&wrong, "collection_id"), v.Integer(&wrong, "location_id")
	if collection == nil {
		wrong.Required("collection_id", v.Text("collection_id"))
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
	in := catalog.ItemInput{Name: v.Text("name"), Wanted: catalog.Given[bool]{Sent: true, Value: new(v.Text("own") == "want")}}
	if len(types) == 1 {
		in.CollectionTypeID = &types[0].ID
	}
	if err := in.Validate(); err != nil {
		return made, err
	}
	copied := catalog.CopyInput{LocationID: place}
	owned := v.Text("own") != "want" && v.Text("own") != "none"
	if err := copied.Validate(); err != nil {
		return made, err
	}
	err = v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) error {
		err := postgres.Change(v.Context(), s, catalog.ItemCreated, func(w postgres.Writer) (err error) {
			made, err = inventory.CreateItem(v.Context(), w, *collection, in)
			return err
		})
		if err != nil || !owned {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.CopyCreated, func(w postgres.Writer) error {
			_, err := inventory.CreateCopy(v.Context(), w, made.ID, copied)
			return err
		})
	})
	if err == nil && owned {
		page.KeepLast(v, page.Last{Collection: *collection, Place: ui.ValueOr(place, 0), Condition: page.LastAdded(v).Condition})
	}
	return made, err
}

func addShared(v *page.Visit, item int64, photos []string) error {
	reader, keeps, err := page.PhotoPlace(v, item)
	if err != nil {
		return err
	}
	for i, hash := range photos {
		sum, _ := parseSum(hash)
		err := addByHash(v, reader, item, keeps, sum)
		if err := v.RefuseFile(v.Texts.T("photos.title")+" "+strconv.Itoa(i+1), err); err != nil {
			return err
		}
	}
	return nil
}

func addByHash(v *page.Visit, reader postgres.Reader, item int64, place string, sum [32]byte) error {
	content, err := inventory.FileContent(v.Context(), reader, sum)
	if errors.Is(err, fault.ErrNotFound) { // it was kept for a day only
		return page.ErrNoPhoto
	}
	if err != nil {
		return err
	}
	fetched, err := v.Web.Attachments.Fetch(v.Context(), content)
	if err != nil {
		return err
	}
	defer fetched.Close()
	return page.AddPhoto(v, item, place, page.Received{Received: fetched, Name: ""})
}
