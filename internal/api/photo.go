package api

import (
	"context"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var photos = []route{
	read(member, "GET /api/items/{item}/photos", including(listIn(inventory.PhotosOf), signedURLs[catalog.Page[catalog.Photo]](nil)), many(photo)),
	read(member, "GET /api/items/{item}/photos/{photo}", including(getIn(inventory.Photo), signedURLs[catalog.Photo](nil)), one(photo)),
	attach("POST /api/items/{item}/photos", catalog.ItemPhotoCreated, newPhoto, created(photo)),
	write(editor, "PUT /api/items/{item}/photos/{photo}", catalog.ItemPhotoUpdated, updateIn(photoInput, inventory.UpdatePhoto), one(photo)),
	write(editor, "DELETE /api/items/{item}/photos/{photo}", catalog.ItemPhotoDeleted, discardIn(inventory.DeletePhoto), trashed),
	write(editor, "PUT /api/items/{item}/photos/{photo}/main", catalog.ItemPhotoMainSet, setMainPhoto, one(photo)),
	write(editor, "PUT /api/items/{item}/photos/{photo}/order", catalog.ItemPhotoMoved, updateIn(moveInput, inventory.MovePhoto), one(photo)),
	bytesOf("GET /api/items/{item}/photos/{photo}/file", photoFile),
	read(member, "GET /api/photos", byView("photos", including(listPhotos, signedURLs[catalog.Page[catalog.Photo]](nil))), many(photo)),
	write(editor, "DELETE /api/photos", catalog.ItemPhotoDeleted, deletePhotos, trashed),
}

func listPhotos(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Photo], error) {
	f := filter{query: req.parameters()}
	in := catalog.PhotoFilter{CollectionID: f.id("collection_id"), Duplicates: f.boolean("duplicates")}
	in.CopyID, in.OfItem = f.reference("copy_id")
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.Photo]{}, err
	}
	return inventory.Photos(ctx, r, in, req.page())
}

// newPhoto receives a picture, or finds it by its hash, and stores it.
func newPhoto(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (catalog.Photo, string, error), error) {
	reader, err := r.View(identity.Edit)
	if err != nil {
		return nil, err
	}
	place, missing := inventory.PhotoPlace(r.Context(), reader, r.nth(0))
	f, err := s.readForm(r, attachment.MaxPhoto, a, missing)
	if err != nil {
		return nil, err
	}
	hash := f.text("sha256")
	in, err := decode(f.body, newPhotoInput)
	if err != nil {
		return nil, err
	}
	field := "file"
	if f.file == nil {
		field = "sha256"
		if hash == "" {
			return nil, fault.On(f.wants, "The "+f.wants+" field is required.")
		}
		if f.file, err = s.byHash(r, reader, hash); err != nil {
			return nil, err
		}
		a.closing(f.file)
	}
	made, err := s.attachments.KeepPhoto(r.Context(), r.AccountID, f.file, place)
	a.stored = made.Stored
	if err != nil {
		return nil, renamed(err, "file", field)
	}
	made.PhotoInput, made.Filename = in, attachment.BaseName(f.filename, made.MimeType)
	return func(ctx context.Context, w postgres.Writer) (catalog.Photo, string, error) {
		return inventory.CreatePhoto(ctx, w, r.nth(0), made)
	}, nil
}

// byHash fetches bytes that the caller has uploaded, or whose object they see.
func (s *Server) byHash(r *request, reader postgres.Reader, hash string) (*attachment.Received, error) {
	unknown := fault.On("sha256", "The selected sha256 is invalid: upload the file first.")
	sum, ok := parseSum(hash)
	if !ok {
		return nil, unknown
	}
	content, err := inventory.FileContent(r.Context(), reader, sum)
	if err != nil {
		return nil, replaced(err, fault.ErrNotFound, unknown)
	}
	return s.attachments.Fetch(r.Context(), content)
}

func setMainPhoto(req *request) (func(context.Context, postgres.Writer) (catalog.Photo, error), error) {
	return func(ctx context.Context, w postgres.Writer) (catalog.Photo, error) {
		return inventory.SetMainPhoto(ctx, w, req.nth(0), req.nth(1))
	}, nil
}

func deletePhotos(req *request) (func(context.Context, postgres.Writer) (int64, error), error) {
	in, err := readInput[catalog.PhotoIDs](req, func(b *body) catalog.PhotoIDs { return catalog.PhotoIDs{IDs: b.integers("photo_ids")} })
	return func(ctx context.Context, w postgres.Writer) (int64, error) {
		err := inventory.DeletePhotos(ctx, w, in)
		return postgres.Trashed(w), err
	}, err
}

func newPhotoInput(b *body) catalog.PhotoInput {
	return catalog.PhotoInput{CopyID: b.integer("copy_id"), Caption: b.optional("caption"), AltText: b.optional("alt_text")}
}

func photoInput(b *body) catalog.PhotoInput {
	in := newPhotoInput(b)
	in.Position = b.integer("position")
	return in
}

func photo(p catalog.Photo) resource {
	self := "/api/items/" + strconv.FormatInt(p.ItemID, 10) + "/photos/" + strconv.FormatInt(p.ID, 10)
	return resource{kind: "item_photo", id: p.ID, self: self, file: signable{kind: signedPhoto, parent: p.ItemID, id: p.ID}, attributes: attributes{
		{"uuid", p.UUID},
		{"item_id", ref{&p.ItemID}},
		{"copy_id", ref{p.CopyID}},
		{"caption", p.Caption},
		{"alt_text", p.AltText},
		{"position", p.Position},
		{"filename", p.Filename},
		{"mime_type", p.MimeType},
		{"size", p.Size},
		{"width", p.Width},
		{"height", p.Height},
		{"sha256", p.SHA256},
		{"is_main", p.IsMain},
		{"taken_at", p.TakenAt},
		{"place", placeOf(p)},
		{"created_at", p.CreatedAt},
		{"updated_at", p.UpdatedAt},
	}, links: []link{{"file", self + "/file"}}}
}

func placeOf(p catalog.Photo) any {
	if p.Latitude == nil {
		return nil
	}
	return map[string]float64{"latitude": *p.Latitude, "longitude": *p.Longitude}
}
