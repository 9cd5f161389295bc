package inventory

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var collectionTypes = engine.Resource[catalog.CollectionType]{
	Table:   engine.Table{Name: `collection_types`},
	Columns: `id, uuid::text, name, color, created_at, updated_at`,
	Order:   engine.LastUpdated,
	Total:   "collection_types",
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `collection_type`},
}

// ofType is the owner of custom field groups and custom fields.
var ofType = engine.Owner{Column: `collection_type_id`, Table: `collection_types`}

func CollectionTypes(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.CollectionType], error) {
	return collectionTypes.Page(ctx, engine.AccountWide(r), p)
}

func CollectionType(ctx context.Context, r engine.Reader, id int64) (catalog.CollectionType, error) {
	return collectionTypes.One(ctx, engine.AccountWide(r), id)
}

func CreateCollectionType(ctx context.Context, w engine.Writer, in catalog.NewCollectionType) (catalog.CollectionType, error) {
	return collectionTypes.Write(ctx, w.Edit, `insert into collection_types (account_id, name, color) values ($1, $2, $3)`, in.Name, in.Color)
}

func UpdateCollectionType(ctx context.Context, w engine.Writer, id int64, in catalog.CollectionTypeInput) (catalog.CollectionType, error) {
	return collectionTypes.Write(ctx, w.Edit, `
		update collection_types set name = $3, color = $4, updated_at = now() where account_id = $1 and id = $2`, id, in.Name, in.Color)
}

// SetCollections replaces the collections of a type; nil keeps them. Ids that are
// not in the account are ignored.
func SetCollections(ctx context.Context, w engine.Writer, id int64, in catalog.Links) (catalog.CollectionType, error) {
	ofType.Serialise(w.Edit, id)
	return engine.ApplySteps[catalog.CollectionType](ctx, w.Edit, engine.Plainly(`jsonb_build_object('name', name, 'collections', (select count(*) from wanted))`), `
		with wanted as (
			select c.id from (select distinct unnest($3::bigint[]) as id) wanted
			cross join lateral (select id from collections where account_id = $1 and id = wanted.id for key share) c
		), unlinked as (
			delete from collection_type_links where account_id = $1 and collection_type_id = $2 and $3::bigint[] is not null
			and collection_id not in (select id from wanted)
		), linked as (
			insert into collection_type_links (account_id, collection_id, collection_type_id)
			select $1, w.id, t.id from wanted w, collection_types t where t.account_id = $1 and t.id = $2
			on conflict do nothing returning 1
		), changed as (
			`+collectionTypes.Query(`account_id = $1 and id = $2`)+`
		)`, w.AccountID(), id, in.CollectionIDs)
}

// DeleteCollectionType deletes a type with its groups, fields, recorded values
// and links. Items stay, without a type.
func DeleteCollectionType(ctx context.Context, w engine.Writer, id int64) error {
	return collectionTypes.Discard(ctx, w.Edit, id)
}

// ExportCollectionType reads a type with its groups and fields.
func ExportCollectionType(ctx context.Context, r engine.Reader, id int64) (catalog.TypeDocument, error) {
	queue := func(b *pgx.Batch) {
		b.Queue(collectionTypes.Query(`account_id = $1 and id = $2`), r.AccountID(), id)
		b.Queue(customFieldGroups.Query(`account_id = $1 and collection_type_id = $2 order by position`), r.AccountID(), id)
		b.Queue(customFields.Query(`account_id = $1 and collection_type_id = $2 order by position, id`), r.AccountID(), id)
	}
	var document catalog.TypeDocument
	err := engine.Ask(ctx, engine.AccountWide(r), queue, func(answers pgx.BatchResults) error {
		found, err := engine.Last[catalog.CollectionType](answers, 1)
		if err != nil {
			return err
		}
		groups, err := engine.Rows[catalog.CustomFieldGroup](answers)
		if err != nil {
			return err
		}
		fields, err := engine.Rows[catalog.CustomField](answers)
		document = catalog.Export(found, groups, fields)
		return err
	})
	return document, err
}

// ImportCollectionType creates a type with all its groups and fields, or nothing.
func ImportCollectionType(ctx context.Context, w engine.Writer, doc catalog.DocumentType) (catalog.CollectionType, error) {
	var groups []string
	var fields flatFields
	fields.add(0, doc.StandaloneFields)
	for i, g := range doc.Groups {
		groups = append(groups, g.Name)
		fields.add(i+1, g.Fields)
	}
	return engine.ApplySteps[catalog.CollectionType](ctx, w.Edit,
		engine.Plainly(`jsonb_build_object('name', name, 'custom_field_groups', cardinality($4::text[]), 'custom_fields', cardinality($5::int[]))`), `
		with changed as (
			insert into collection_types (account_id, name, color) values ($1, $2, $3) returning `+collectionTypes.Columns+`
		), groups as (
			insert into custom_field_groups (account_id, collection_type_id, name, position)
			select $1, changed.id, g.name, g.n from changed, unnest($4::text[]) with ordinality g (name, n) returning id, position
		), fields as (
			insert into custom_fields (account_id, collection_type_id, group_id, name, field_type, options, position)
			select $1, changed.id, groups.id, f.name, f.kind, f.options::jsonb, f.position
			from changed, unnest($5::int[], $6::text[], $7::text[], $8::text[], $9::int[]) f (group_number, name, kind, options, position)
			left join groups on groups.position = f.group_number
		)`, w.AccountID(), doc.Name, doc.Color, engine.NotNil(groups), engine.NotNil(fields.groups), fields.names, fields.kinds, fields.options, fields.positions)
}
