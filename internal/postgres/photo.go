package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var photos = resource[catalog.Photo]{
	table: table{name: `photos`},
	columns: `id, uuid::text, item_id, copy_id, caption, alt_text, position, filename, mime_type, size, width, height, encode(sha256, 'hex') as sha256,
		is_main, taken_at, latitude, longitude, created_at, updated_at`,
	owner:   owner{`item_id`, `items`},
	order:   byPosition,
	entry:   entry{`filename`},
	trace:   trace{object: `item_photo`, item: `item_id`, collection: collectionOf(`changed.item_id`), columns: `item_id`},
	audited: audited{`copy_id`, `caption`, `alt_text`, `position`, `filename`, `mime_type`, `size`, `width`, `height`, `sha256`, `is_main`, `taken_at`},
}

// newestFirst is the order of the account's photos, and of a copy's documents.
var newestFirst = sorting{{sql: `id`, down: true}}

// visibleItem is the condition that an item is in a collection of the key; the
// argument is null for keys that see all.
func visibleItem(item, only string) string {
	return `(` + only + `::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = ` + item + ` and i.collection_id = any(` + only + `) offset 0))`
}

func (r Reader) PhotosOf(ctx context.Context, item int64, p catalog.Paging) (catalog.Page[catalog.Photo], error) {
	return photos.page(ctx, inItem(r, item), p, item)
}

// Photos lists the photos of the account, newest first.
func (r Reader) Photos(ctx context.Context, f catalog.PhotoFilter, p catalog.Paging) (catalog.Page[catalog.Photo], error) {
	l := photos.list(r)
	l.order, l.total = newestFirst, "photos"
	if f.CopyID != nil {
		l.and(`copy_id = ` + l.arg(*f.CopyID))
	}
	if f.OfItem {
		l.and(`copy_id is null`)
	}
	if f.CollectionID != nil {
		l.and(`item_id in (select id from items where account_id = $1 and collection_id = ` + l.arg(*f.CollectionID) + `)`)
	}
	if f.Duplicates {
		l.and(`file_id in (select id from files where account_id = $1 and photos > 1)`)
	}
	if r.only != nil {
		l.and(`item_id in (select id from items where account_id = $1 and collection_id = any(` + l.arg(r.only) + `))`)
	}
	if f != (catalog.PhotoFilter{}) || r.only != nil {
		l.total = ""
	}
	l.capped = f != (catalog.PhotoFilter{})
	return page[catalog.Photo](ctx, narrowed(r), p, l)
}

func (r Reader) Photo(ctx context.Context, item, id int64) (catalog.Photo, error) {
	return photos.one(ctx, inItem(r, item), item, id)
}

// PhotoContent locates the bytes of a photo.
func (r Reader) PhotoContent(ctx context.Context, item, id int64) (catalog.Content, error) {
	if found, ok, err := gathered(ctx, r, item, id); ok {
		return found, err
	}
	return one[catalog.Content](ctx, inItem(r, item), `
		select f.object, p.mime_type, p.filename, f.size, f.sha256 from photos p join files f on f.account_id = $1 and f.id = p.file_id
		where p.account_id = $1 and p.item_id = $2 and p.id = $3`, r.account, item, id)
}

// MainPhotos are those of items that the caller sees.
func (r Reader) MainPhotos(ctx context.Context, items []int64) ([]catalog.Photo, error) {
	return all[catalog.Photo](ctx, narrowed(r), photos.query(`account_id = $1 and item_id = any($2) and is_main and `+visibleItem(`photos.item_id`, `$3`)), r.account, items, r.only)
}

// PhotoPlace tells what becomes of the places in new photos of an item: strip or
// keep.
func (r Reader) PhotoPlace(ctx context.Context, item int64) (string, error) {
	found, err := one[struct{ PhotoPlace string }](ctx, inItem(r, item), `
		select a.photo_place from items i join accounts a on a.id = i.account_id where i.account_id = $1 and i.id = $2`, r.account, item)
	return found.PhotoPlace, err
}

// CreatePhoto adds a photo after the others of the item. It also returns the object
// that keeps the bytes, which is another than the given one if the account has them
// already.
func (w Writer) CreatePhoto(ctx context.Context, item int64, in catalog.NewPhoto) (catalog.Photo, string, error) {
	c := inItem(w.change, item)
	photos.owner.serialise(c, item)
	c.limitStorage(in.Stored)
	type stored struct {
		catalog.Photo
		Object string
	}
	sql, args := params{
		"object": in.Object, "sum": in.Sum[:], "size": in.Size, "mime_type": in.MimeType, "sha256": in.SHA256[:], "filename": in.Filename, "width": in.Width,
		"height": in.Height, "taken_at": in.TakenAt, "latitude": in.Latitude, "longitude": in.Longitude, "copy_id": in.CopyID, "caption": in.Caption,
		"alt_text": in.AltText, "most": catalog.MaxPhotos,
	}.bind(`
		with room as (
			select account_id, id from items where account_id = $1 and id = $2
			and (select count(*) from photos where account_id = $1 and item_id = $2) < @most
		), file as (
			insert into files (account_id, object, sha256, size, mime_type) select account_id, @object, @sum, @size, @mime_type from room `+sameFile+`
		), changed as (
			insert into photos (account_id, item_id, file_id, size, mime_type, sha256, filename, width, height, taken_at, latitude, longitude,
				copy_id, caption, alt_text, position, is_main)
			select room.account_id, room.id, file.id, @size, @mime_type, @sha256, @filename, @width, @height, @taken_at, @latitude, @longitude,
				@copy_id, @caption, @alt_text, `+photos.next()+`,
				not exists (select from photos where account_id = $1 and item_id = $2 and is_main)
			from room, file
			returning `+photos.columns+`, (select object from file) as object
		)`, c.account, item)
	done, err := applySteps[stored](ctx, c, photos.telling(photos.audited.given(`changed`)), sql, args...)
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := w.Item(ctx, item); missing == nil {
			err = fault.On("item", "The item has 100 photos already, which is the most there can be.")
		}
	}
	return done.Photo, done.Object, err
}

func (w Writer) UpdatePhoto(ctx context.Context, item, id int64, in catalog.PhotoInput) (catalog.Photo, error) {
	c := inItem(w.change, item)
	photos.makeRoom(c, in.Position, item, id)
	return photos.tell(ctx, c, photos.audited.between(`before`, `changed`), `
		with before as materialized (
			select `+photos.columns+` from photos where account_id = $1 and item_id = $2 and id = $3 for update
		), changed as (
			update photos set copy_id = @copy_id, caption = @caption, alt_text = @alt_text, position = coalesce(@position, position), updated_at = now()
			where account_id = $1 and id = (select id from before)
			returning `+photos.columns+`
		)`, params{"copy_id": in.CopyID, "caption": in.Caption, "alt_text": in.AltText, "position": in.Position}, item, id)
}

func (w Writer) MovePhoto(ctx context.Context, item, id int64, in catalog.Move) (catalog.Photo, error) {
	return photos.move(ctx, inItem(w.change, item), in, item, id)
}

// SetMainPhoto chooses the main photo of an item.
func (w Writer) SetMainPhoto(ctx context.Context, item, id int64) (catalog.Photo, error) {
	c := inItem(w.change, item)
	photos.owner.serialise(c, item)
	first(c, `update photos set is_main = false, updated_at = now() where account_id = $1 and item_id = $2 and is_main and id <> $3
		and exists (select from photos where account_id = $1 and item_id = $2 and id = $3)`, c.account, item, id)
	done, err := photos.tell(ctx, c, `'[{"field": "is_main", "from": false, "to": true}]'`, `
		with changed as (
			update photos set is_main = true, updated_at = now() where account_id = $1 and item_id = $2 and id = $3 and not is_main
			returning `+photos.columns+`
		)`, nil, item, id)
	if errors.Is(err, fault.ErrNotFound) { // it was the main one already
		unchanged(c)
		return photos.one(ctx, accountWide(c.Reader), item, id)
	}
	return done, err
}

func (w Writer) DeletePhoto(ctx context.Context, item, id int64) error {
	c := inItem(w.change, item)
	photos.owner.serialise(c, item)
	return photos.discard(ctx, c, item, id)
}

// DeletePhotos deletes all of the photos, or none if the caller does not see one.
func (w Writer) DeletePhotos(ctx context.Context, in catalog.PhotoIDs) error {
	c := forCaller(w.change)
	first(c, `update items set name = name where account_id = $1 and id in (select item_id from photos where account_id = $1 and id = any($2))`, c.account, in.IDs)
	seen := `with seen as (
			select id from photos p where account_id = $1 and id = any($2) and ` + visibleItem(`p.item_id`, `$3`) + `
		), all_of_them as (
			select id from seen where (select count(*) from seen) = (select count(distinct id) from unnest($2::bigint[]) id)
		)`
	first(c, `select from (select distinct unnest($2::bigint[]) as id order by 1) given
		cross join lateral (select from photos where account_id = $1 and id = given.id for update) p`, c.account, in.IDs) // so that both see the same ones
	moveToTrash(c, `photos`, seen+` select id from all_of_them order by array_position($2, id)`, c.account, in.IDs, c.only)
	return eraseSteps(ctx, c, photos.note(), seen+`, changed as (
			delete from photos where account_id = $1 and id in (select id from all_of_them) returning filename, id, item_id
		)`, c.account, in.IDs, c.only)
}
