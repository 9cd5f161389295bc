package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var documents = engine.Resource[catalog.Document]{
	Table: engine.Table{Name: `documents`, Alias: `d`},
	Columns: `d.id, d.uuid::text, d.copy_id, d.document_type, d.name, d.description, d.issued_at, d.reference_number, ` + recordColumns + `, d.external_url,
		(select mime_type from files where account_id = $1 and id = d.file_id) as mime_type,
		(select size from files where account_id = $1 and id = d.file_id) as size,
		(select encode(sha256, 'hex') from files where account_id = $1 and id = d.file_id) as sha256, d.created_at, d.updated_at`,
	Owner: engine.Owner{Column: `copy_id`, Table: `copies`},
	Order: engine.Sorting{{SQL: `d.id`, Down: true}},
	Entry: engine.Named,
	Trace: engine.Trace{Object: `document`, Copy: `copy_id`, Item: itemOfRecord, Collection: engine.CollectionOf(itemOfRecord), Columns: `copy_id`},
	Audited: engine.Audited{`document_type`, `name`, `description`, `issued_at`, `reference_number`, `documentable_type`, `documentable_id`, `external_url`, `mime_type`, `size`,
		`sha256`},
}

// documentable is the record or copy that a document belongs to.
const documentable = `
	case when transaction_id is not null then 'transaction' when provenance_event_id is not null then 'provenance_event' when valuation_id is not null then 'valuation'
		when insurance_record_id is not null then 'insurance_record' when maintenance_record_id is not null then 'maintenance_record' when loan_id is not null then 'loan'
		else 'copy' end as documentable_type,
	coalesce(transaction_id, provenance_event_id, valuation_id, insurance_record_id, maintenance_record_id, loan_id, copy_id) as documentable_id`

// recordColumns are the records that a document may belong to.
const recordColumns = `d.transaction_id, d.provenance_event_id, d.valuation_id, d.insurance_record_id, d.maintenance_record_id, d.loan_id`

// documentParams are the columns of a document, including at most one record.
func documentParams(in catalog.DocumentInput) engine.Params {
	return engine.Params{
		"document_type": in.DocumentType, "name": in.Name, "description": in.Description, "issued_at": in.IssuedAt, "reference_number": in.ReferenceNumber,
		"external_url": in.ExternalURL, "copy_id": in.CopyID(), "transaction_id": in.Record("transaction"), "provenance_event_id": in.Record("provenance_event"),
		"valuation_id": in.Record("valuation"), "insurance_record_id": in.Record("insurance_record"), "maintenance_record_id": in.Record("maintenance_record"),
		"loan_id": in.Record("loan"),
	}
}

// itemOfRecord is the item of the copy that a changed record belongs to.
const itemOfRecord = `(select item_id from copies where account_id = $1 and id = changed.copy_id)`

func Documents(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.Document], error) {
	return documents.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func Document(ctx context.Context, r engine.Reader, id int64) (catalog.Document, error) {
	return documents.One(ctx, engine.InDocument(r, id), id)
}

// DocumentContent locates the bytes of a document; a link has none.
func DocumentContent(ctx context.Context, r engine.Reader, id int64) (catalog.Content, error) {
	return engine.One[catalog.Content](ctx, engine.InDocument(r, id), `
		select f.object, f.mime_type, d.name as filename, f.size, f.sha256 from documents d join files f on f.account_id = $1 and f.id = d.file_id
		where d.account_id = $1 and d.id = $2`, r.AccountID(), id)
}

// CreateDocument adds a document to a copy: a stored file or a link. It also returns the object in use.
func CreateDocument(ctx context.Context, w engine.Writer, copyID int64, in catalog.DocumentInput, file catalog.Stored) (catalog.Document, string, error) {
	if !in.Fits(copyID) {
		return catalog.Document{}, "", catalog.ErrDocumentable
	}
	c := engine.InCopy(w.Edit, copyID)
	engine.First(c, `update copies set note = note where account_id = $1 and id = $2`, c.AccountID(), copyID)
	LimitStorage(c, file)
	type stored struct {
		catalog.Document
		Object *string
	}
	given := documentParams(in)
	given["object"], given["sum"], given["size"], given["mime_type"], given["most"] = file.Object, file.Sum[:], file.Size, file.MimeType, catalog.MaxDocuments
	sql, args := given.Bind(`
		with room as (
			select account_id, id from copies where account_id = $1 and id = $2
			and (select count(*) from documents where account_id = $1 and copy_id = $2) < @most
		), file as (
			insert into files (account_id, object, sha256, size, mime_type) select account_id, @object, @sum, @size, @mime_type from room where @object <> '' `+SameFile+`
		), made as (
			insert into documents (account_id, copy_id, file_id, document_type, name, description, issued_at, reference_number, external_url,
				transaction_id, provenance_event_id, valuation_id, insurance_record_id, maintenance_record_id, loan_id)
			select account_id, id, (select id from file), @document_type, @name, @description, @issued_at, @reference_number, @external_url,
				@transaction_id, @provenance_event_id, @valuation_id, @insurance_record_id, @maintenance_record_id, @loan_id from room returning *
		), changed as (
			select d.id, d.uuid::text, d.copy_id, d.document_type, d.name, d.description, d.issued_at, d.reference_number, `+recordColumns+`, d.external_url,
				file.mime_type, file.size, case when file.id is not null then encode(@sum, 'hex') end as sha256, d.created_at, d.updated_at, file.object
			from made d left join file on true
		), shown as (select *, `+documentable+` from changed)`, c.AccountID(), copyID)
	done, err := engine.ApplySteps[stored](ctx, c, documents.Telling(`(select `+documents.Audited.Given(`shown`)+` from shown)`), sql, args...)
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := Copy(ctx, w.Reader, copyID); missing == nil {
			err = fault.On("copy", "The copy has 1,000 documents already, which is the most there can be.")
		}
	}
	if done.Object == nil {
		return done.Document, "", err
	}
	return done.Document, *done.Object, err
}

// UpdateDocument writes the description of a document; its file stays.
func UpdateDocument(ctx context.Context, w engine.Writer, id int64, in catalog.DocumentInput) (catalog.Document, error) {
	done, err := documents.Tell(ctx, engine.InDocument(w.Edit, id), documents.Audited.Between(`was`, `shown`), `
		with before as materialized (
			select `+documents.Columns+` from documents d where account_id = $1 and id = $2 and (@copy_id::bigint is null or copy_id = @copy_id) for update of d
		), changed as (
			update documents d set document_type = @document_type, name = @name, description = @description, issued_at = @issued_at, reference_number = @reference_number,
				transaction_id = @transaction_id, provenance_event_id = @provenance_event_id, valuation_id = @valuation_id,
				insurance_record_id = @insurance_record_id, maintenance_record_id = @maintenance_record_id, loan_id = @loan_id, updated_at = now()
			where account_id = $1 and id = (select id from before)
			returning `+documents.Columns+`
		), was as (select *, `+documentable+` from before), shown as (select *, `+documentable+` from changed)`,
		documentParams(in), id)
	if errors.Is(err, fault.ErrNotFound) && in.CopyID() != nil {
		if _, missing := Document(ctx, w.Reader, id); missing == nil {
			err = catalog.ErrDocumentable
		}
	}
	return done, err
}

func DeleteDocument(ctx context.Context, w engine.Writer, id int64) error {
	return documents.Discard(ctx, engine.InDocument(w.Edit, id), id)
}
