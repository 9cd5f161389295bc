package inventory

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// SameFile ends the insert of a file whose bytes the account may already have: that file is used, and
// the sweep keeps it for another day.
const SameFile = `on conflict (account_id, sha256) do update set named_at = now() returning id, object, mime_type, size`

// LimitStorage refuses the change if the account would exceed its quota.
func LimitStorage(c *engine.Edit, in catalog.Stored) {
	engine.First(c, `select set_config('app.storage_limit', $1, true)`, strconv.FormatInt(in.Quota, 10))
}

// fileUses are the objects with the bytes $2 that the key sees.
var fileUses = `
	select 'item_photo' as type, p.id, p.file_id, p.mime_type, p.size from photos p
	where p.account_id = $1 and p.sha256 = $2 and ` + visibleItem(`p.item_id`, `$3`) + `
	union all
	select 'document', d.id, d.file_id, f.mime_type, f.size from files f join documents d on d.account_id = $1 and d.file_id = f.id
	join copies c on c.account_id = $1 and c.id = d.copy_id
	where f.account_id = $1 and f.sha256 = $2 and ` + visibleItem(`c.item_id`, `$3`)

// ownUpload is the unexpired upload of the bytes $2 by the user $4.
const ownUpload = `
	select f.id as file_id, f.mime_type, f.size, u.expires_at from uploads u join files f on f.account_id = $1 and f.id = u.file_id
	where u.account_id = $1 and u.user_id = $4 and u.sha256 = $2 and u.expires_at > now()`

// File describes bytes that the caller has uploaded, or whose object they see.
func File(ctx context.Context, r engine.Reader, sum [32]byte) (catalog.File, error) {
	return engine.One[catalog.File](ctx, engine.Narrowed(r), `
		select encode($2, 'hex') as sha256, coalesce(own.mime_type, used.mime_type) as mime_type, coalesce(own.size, used.size) as size, own.expires_at,
			coalesce((select jsonb_agg(jsonb_build_object('type', u.type, 'id', u.id::text) order by u.type, u.id) from (`+fileUses+` limit 100) u), '[]') as uses
		from (values (true)) always left join (`+ownUpload+`) own on true left join lateral (`+fileUses+` limit 1) used on true
		where own.size is not null or used.size is not null`, r.AccountID(), sum[:], r.CollectionIDs(), r.UserID())
}

// FileContent locates bytes that the caller has uploaded, or whose object they see.
func FileContent(ctx context.Context, r engine.Reader, sum [32]byte) (catalog.Content, error) {
	return engine.One[catalog.Content](ctx, engine.Narrowed(r), `
		select f.object, f.mime_type, '' as filename, f.size, f.sha256
		from (select file_id from (`+ownUpload+`) own union all select file_id from (`+fileUses+`) used limit 1) found
		join files f on f.account_id = $1 and f.id = found.file_id`, r.AccountID(), sum[:], r.CollectionIDs(), r.UserID())
}

// Upload stores bytes for a day, for the caller to use. It also returns the object in use, and whether
// the caller had uploaded them before.
func Upload(ctx context.Context, w engine.Writer, in catalog.Stored) (file catalog.File, object string, known bool, err error) {
	c := engine.ForCaller(w.Edit)
	engine.Unchanged(c)
	LimitStorage(c, in)
	type stored struct {
		catalog.File
		Object string
		Known  bool
	}
	done, err := engine.Written[stored](ctx, c, `
		with file as (
			insert into files (account_id, object, sha256, size, mime_type) values ($1, $5, $2, $6, $7) `+SameFile+`
		), kept as (
			insert into uploads (account_id, user_id, sha256, file_id, expires_at) select $1, $4, $2, id, now() + interval '24 hours' from file
			on conflict (account_id, user_id, sha256) do update set file_id = excluded.file_id, expires_at = excluded.expires_at returning expires_at
		)
		select encode($2, 'hex') as sha256, file.mime_type, file.size, kept.expires_at, file.object, exists (`+ownUpload+`) as known,
			coalesce((select jsonb_agg(jsonb_build_object('type', u.type, 'id', u.id::text) order by u.type, u.id) from (`+fileUses+` limit 100) u), '[]') as uses
		from file, kept`, c.AccountID(), in.Sum[:], c.CollectionIDs(), c.UserID(), in.Object, in.Size, in.MimeType)
	return done.File, done.Object, done.Known, err
}
