package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var storageBoxes = engine.Resource[catalog.StorageBox]{
	Table:   engine.Table{Name: `storage_boxes`},
	Columns: `id, uuid::text, collection_id, name, description, created_at, updated_at`,
	Order:   engine.ByID,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `storage_box`, Collection: `collection_id`, Columns: `collection_id`},
}

func StorageBoxes(ctx context.Context, r engine.Reader, f catalog.StorageBoxFilter, p catalog.Paging) (catalog.Page[catalog.StorageBox], error) {
	l := storageBoxes.List(r)
	l.Named(f.Search)
	if f.CollectionID != nil {
		l.And(`collection_id = ` + l.Arg(*f.CollectionID))
		l.Capped = true
	}
	if r.CollectionIDs() != nil {
		l.And(`collection_id = any(` + l.Arg(r.CollectionIDs()) + `)`)
	}
	return engine.Page[catalog.StorageBox](ctx, engine.Narrowed(r), p, l)
}

func StorageBox(ctx context.Context, r engine.Reader, id int64) (catalog.StorageBox, error) {
	return storageBoxes.One(ctx, engine.InStorageBox(r, id), id)
}

// CreateStorageBox adds a box to a collection that the caller sees.
func CreateStorageBox(ctx context.Context, w engine.Writer, in catalog.NewStorageBox) (catalog.StorageBox, error) {
	done, err := storageBoxes.Write(ctx, engine.ForCaller(w.Edit), `
		insert into storage_boxes (account_id, collection_id, name, name_key, description)
		select account_id, id, $3, $4, $5 from collections where account_id = $1 and id = $2 and ($6::bigint[] is null or id = any($6))`,
		*in.CollectionID, in.Name, catalog.Fold(in.Name), in.Description, w.CollectionIDs())
	if errors.Is(err, fault.ErrNotFound) {
		err = fault.On("collection_id", "The selected collection id is invalid.")
	}
	return done, err
}

func UpdateStorageBox(ctx context.Context, w engine.Writer, id int64, in catalog.StorageBoxInput) (catalog.StorageBox, error) {
	return storageBoxes.Write(ctx, engine.InStorageBox(w.Edit, id), `
		update storage_boxes set name = $3, name_key = $4, description = $5, updated_at = now() where account_id = $1 and id = $2`,
		id, in.Name, catalog.Fold(in.Name), in.Description)
}

func DeleteStorageBox(ctx context.Context, w engine.Writer, id int64) error {
	return storageBoxes.Discard(engine.Slowly(ctx, w.Edit), engine.InStorageBox(w.Edit, id), id)
}
