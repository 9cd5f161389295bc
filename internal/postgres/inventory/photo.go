package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var photos = engine.Resource[catalog.Photo]{
	Table: engine.Table{Name: `photos`},
	Columns: `id, uuid::text, item_id, copy_id, caption, alt_text, position, filename, mime_type, size, width, height, encode(sha256, 'hex') as sha256,
		is_main, taken_at, latitude, longitude, created_at, updated_at`,
	Owner:   engine.Owner{Column: `item_id`, Table: `items`},
	Order:   engine.ByPosition,
	Entry:   engine.Entry{`filename`},
	Trace:   engine.Trace{Object: `item_photo`, Item: `item_id`, Collection: engine.CollectionOf(`changed.item_id`), Columns: `item_id`},
	Audited: engine.Audited{`copy_id`, `caption`, `alt_text`, `position`, `filename`, `mime_type`, `size`, `width`, `height`, `sha256`, `is_main`, `taken_at`},
}

// newestFirst is the order of the account's photos, and of a copy's documents.
var newestFirst = engine.Sorting{{SQL: `id`, Down: true}}

// visibleItem is the condition that an item is in a collection of the key; the
// argument is null for keys that see all.
func visibleItem(item, only string) string {
	return `(` + only + `::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = ` + item + ` and i.collection_id = any(` + only + `) offset 0))`
}

func PhotosOf(ctx context.Context, r engine.Reader, item int64, p catalog.Paging) (catalog.Page[catalog.Photo], error) {
	return photos.Page(ctx, engine.InItem(r, item), p, item)
}

// Photos lists the photos of the account, newest first.
func Photos(ctx context.Context, r engine.Reader, f catalog.PhotoFilter, p catalog.Paging) (catalog.Page[catalog.Photo], error) {
	l := photos.List(r)
	l.Order, l.Total = newestFirst, "photos"
	if f.CopyID != nil {
		l.And(`copy_id = ` + l.Arg(*f.CopyID))
	}
	if f.OfItem {
		l.And(`copy_id is null`)
	}
	if f.CollectionID != nil {
		l.And(`item_id in (select id from items where account_id = $1 and collection_id = ` + l.Arg(*f.CollectionID) + `)`)
	}
	if f.Duplicates {
		l.And(`file_id in (select id from files where account_id = $1 and photos > 1)`)
	}
	if r.CollectionIDs() != nil {
		l.And(`item_id in (select id from items where account_id = $1 and collection_id = any(` + l.Arg(r.CollectionIDs()) + `))`)
	}
	if f != (catalog.PhotoFilter{}) || r.CollectionIDs() != nil {
		l.Total = ""
	}
	l.Capped = f != (catalog.PhotoFilter{})
	return engine.Page[catalog.Photo](ctx, engine.Narrowed(r), p, l)
}

func Photo(ctx context.Context, r engine.Reader, item, id int64) (catalog.Photo, error) {
	return photos.One(ctx, engine.InItem(r, item), item, id)
}

// PhotoContent locates the bytes of a photo.
func PhotoContent(ctx context.Context, r engine.Reader, item, id int64) (catalog.Content, error) {
	if found, ok, err := engine.Gathered(ctx, r, item, id); ok {
		return found, err
	}
	return engine.One[catalog.Content](ctx, engine.InItem(r, item), `
		select f.object, p.mime_type, p.filename, f.size, f.sha256 from photos p join files f on f.account_id = $1 and f.id = p.file_id
		where p.account_id = $1 and p.item_id = $2 and p.id = $3`, r.AccountID(), item, id)
}

// MainPhotos are the main photos of items that the caller sees.
func MainPhotos(ctx context.Context, r engine.Reader, items []int64) ([]catalog.Photo, error) {
	return engine.All[catalog.Photo](ctx, engine.Narrowed(r), photos.Query(`account_id = $1 and item_id = any($2) and is_main and `+visibleItem(`photos.item_id`, `$3`)), r.AccountID(), items, r.CollectionIDs())
}

// PhotoPlace returns whether new photos of an item keep their places: strip or keep.
func PhotoPlace(ctx context.Context, r engine.Reader, item int64) (string, error) {
	found, err := engine.One[struct{ PhotoPlace string }](ctx, engine.InItem(r, item), `
		select a.photo_place from items i join accounts a on a.id = i.account_id where i.account_id = $1 and i.id = $2`, r.AccountID(), item)
	return found.PhotoPlace, err
}

// CreatePhoto adds a photo at the end of the item's list. It also returns the object in use, which
// differs from the given one if the account already has the bytes.
func CreatePhoto(ctx context.Context, w engine.Writer, item int64, in catalog.NewPhoto) (catalog.Photo, string, error) {
	c := engine.InItem(w.Edit, item)
	photos.Owner.Serialise(c, item)
	LimitStorage(c, in.Stored)
	type stored struct {
		catalog.Photo
		Object string
	}
	sql, args := engine.Params{
		"object": in.Object, "sum": in.Sum[:], "size": in.Size, "mime_type": in.MimeType, "sha256": in.SHA256[:], "filename": in.Filename, "width": in.Width,
		"height": in.Height, "taken_at": in.TakenAt, "latitude": in.Latitude, "longitude": in.Longitude, "copy_id": in.CopyID, "caption": in.Caption,
		"alt_text": in.AltText, "most": catalog.MaxPhotos,
	}.Bind(`
		with room as (
			select account_id, id from items where account_id = $1 and id = $2
			and (select count(*) from photos where account_id = $1 and item_id = $2) < @most
		), file as (
			insert into files (account_id, object, sha256, size, mime_type) select account_id, @object, @sum, @size, @mime_type from room `+SameFile+`
		), changed as (
			insert into photos (account_id, item_id, file_id, size, mime_type, sha256, filename, width, height, taken_at, latitude, longitude,
				copy_id, caption, alt_text, position, is_main)
			select room.account_id, room.id, file.id, @size, @mime_type, @sha256, @filename, @width, @height, @taken_at, @latitude, @longitude,
				@copy_id, @caption, @alt_text, `+photos.Next()+`,
				not exists (select from photos where account_id = $1 and item_id = $2 and is_main)
			from room, file
			returning `+photos.Columns+`, (select object from file) as object
		)`, c.AccountID(), item)
	done, err := engine.ApplySteps[stored](ctx, c, photos.Telling(photos.Audited.Given(`changed`)), sql, args...)
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := Item(ctx, w.Reader, item); missing == nil {
			err = fault.On("item", "The item has 100 photos already, which is the most there can be.")
		}
	}
	return done.Photo, done.Object, err
}

func UpdatePhoto(ctx context.Context, w engine.Writer, item, id int64, in catalog.PhotoInput) (catalog.Photo, error) {
	c := engine.InItem(w.Edit, item)
	photos.MakeRoom(c, in.Position, item, id)
	return photos.Tell(ctx, c, photos.Audited.Between(`before`, `changed`), `
		with before as materialized (
			select `+photos.Columns+` from photos where account_id = $1 and item_id = $2 and id = $3 for update
		), changed as (
			update photos set copy_id = @copy_id, caption = @caption, alt_text = @alt_text, position = coalesce(@position, position), updated_at = now()
			where account_id = $1 and id = (select id from before)
			returning `+photos.Columns+`
		)`, engine.Params{"copy_id": in.CopyID, "caption": in.Caption, "alt_text": in.AltText, "position": in.Position}, item, id)
}

func MovePhoto(ctx context.Context, w engine.Writer, item, id int64, in catalog.Move) (catalog.Photo, error) {
	return photos.Move(ctx, engine.InItem(w.Edit, item), in, item, id)
}

// SetMainPhoto chooses the main photo of an item.
func SetMainPhoto(ctx context.Context, w engine.Writer, item, id int64) (catalog.Photo, error) {
	c := engine.InItem(w.Edit, item)
	photos.Owner.Serialise(c, item)
	engine.First(c, `update photos set is_main = false, updated_at = now() where account_id = $1 and item_id = $2 and is_main and id <> $3
		and exists (select from photos where account_id = $1 and item_id = $2 and id = $3)`, c.AccountID(), item, id)
	done, err := photos.Tell(ctx, c, `'[{"field": "is_main", "from": false, "to": true}]'`, `
		with changed as (
			update photos set is_main = true, updated_at = now() where account_id = $1 and item_id = $2 and id = $3 and not is_main
			returning `+photos.Columns+`
		)`, nil, item, id)
	if errors.Is(err, fault.ErrNotFound) { // it was the main one already
		engine.Unchanged(c)
		return photos.One(ctx, engine.AccountWide(c.Reader), item, id)
	}
	return done, err
}

func DeletePhoto(ctx context.Context, w engine.Writer, item, id int64) error {
	c := engine.InItem(w.Edit, item)
	photos.Owner.Serialise(c, item)
	return photos.Discard(ctx, c, item, id)
}

// DeletePhotos deletes all of the photos, or none if the caller does not see one.
func DeletePhotos(ctx context.Context, w engine.Writer, in catalog.PhotoIDs) error {
	c := engine.ForCaller(w.Edit)
	engine.First(c, `update items set name = name where account_id = $1 and id in (select item_id from photos where account_id = $1 and id = any($2))`, c.AccountID(), in.IDs)
	seen := `with seen as (
			select id from photos p where account_id = $1 and id = any($2) and ` + visibleItem(`p.item_id`, `$3`) + `
		), all_of_them as (
			select id from seen where (select count(*) from seen) = (select count(distinct id) from unnest($2::bigint[]) id)
		)`
	engine.First(c, `select from (select distinct unnest($2::bigint[]) as id order by 1) given
		cross join lateral (select from photos where account_id = $1 and id = given.id for update) p`, c.AccountID(), in.IDs) // so that both see the same ones
	engine.MoveToTrash(c, `photos`, seen+` select id from all_of_them order by array_position($2, id)`, c.AccountID(), in.IDs, c.CollectionIDs())
	return engine.EraseSteps(ctx, c, photos.Note(), seen+`, changed as (
			delete from photos where account_id = $1 and id in (select id from all_of_them) and `+engine.InTrash+` returning filename, id, item_id
		)`, c.AccountID(), in.IDs, c.CollectionIDs())
}
