package api

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var collectionTypes = []route{
	view("GET /api/collection-types", listCollectionTypes, many(collectionType)),
	view("GET /api/collection-types/{collectionType}", getCollectionType, one(collectionType)),
	inspect("GET /api/collection-types/{collectionType}/export", exportCollectionType, one(collectionTypeExport)),
	edit("POST /api/collection-types", "collection_type_created", newCollectionType, createCollectionType, created(collectionType)),
	edit("PUT /api/collection-types/{collectionType}", "collection_type_updated", collectionTypeInput, updateCollectionType, one(collectionType)),
	edit("PUT /api/collection-types/{collectionType}/collections", "collection_type_collections_updated", linksInput, setCollections, one(collectionType)),
	remove("DELETE /api/collection-types/{collectionType}", "collection_type_deleted", deleteCollectionType),
	edit("POST /api/collection-types/import", "collection_type_imported", importInput, importCollectionType, created(collectionType)),
}

func listCollectionTypes(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.CollectionType], error) {
	return r.CollectionTypes(ctx, req.page())
}

func getCollectionType(ctx context.Context, r postgres.Reader, req *request) (catalog.CollectionType, error) {
	return r.CollectionType(ctx, req.id("collectionType"))
}

func createCollectionType(ctx context.Context, w postgres.Writer, _ *request, in catalog.NewCollectionType) (catalog.CollectionType, error) {
	return w.CreateCollectionType(ctx, in)
}

func updateCollectionType(ctx context.Context, w postgres.Writer, req *request, in catalog.CollectionTypeInput) (catalog.CollectionType, error) {
	return w.UpdateCollectionType(ctx, req.id("collectionType"), in)
}

func setCollections(ctx context.Context, w postgres.Writer, req *request, in catalog.Links) (catalog.CollectionType, error) {
	return w.SetCollections(ctx, req.id("collectionType"), in)
}

func deleteCollectionType(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteCollectionType(ctx, req.id("collectionType"))
}

func newCollectionType(b *body) catalog.NewCollectionType {
	return catalog.NewCollectionType{Name: b.text("name"), Color: b.text("color")}
}

func collectionTypeInput(b *body) catalog.CollectionTypeInput {
	return catalog.CollectionTypeInput{Name: b.text("name"), Color: b.text("color")}
}

func linksInput(b *body) catalog.Links {
	return catalog.Links{CollectionIDs: b.integers("collection_ids")}
}

func collectionType(t catalog.CollectionType) resource {
	return resource{kind: "collection_type", id: t.ID, self: typePath(t.ID), attributes: attributes{
		{"name", t.Name},
		{"color", t.Color},
		{"created_at", t.CreatedAt},
		{"updated_at", t.UpdatedAt},
	}}
}

func typePath(id int64) string { return "/api/collection-types/" + strconv.FormatInt(id, 10) }

// export is a type in portable form, with the id it was exported from.
type export struct {
	id       int64
	document catalog.TypeDocument
}

func exportCollectionType(ctx context.Context, r postgres.Reader, req *request) (export, error) {
	document, err := r.ExportCollectionType(ctx, req.id("collectionType"))
	return export{req.id("collectionType"), document}, err
}

func collectionTypeExport(e export) resource {
	return resource{kind: "collection_type_export", id: e.id, self: typePath(e.id) + "/export",
		attributes: attributes{{"schema", e.document}}, links: []link{{"collection_type", typePath(e.id)}}}
}

func importCollectionType(ctx context.Context, w postgres.Writer, _ *request, in catalog.Import) (catalog.CollectionType, error) {
	return w.ImportCollectionType(ctx, *in.Document.Type)
}

// importInput reads the document out of the string it is sent as.
func importInput(b *body) catalog.Import {
	in := catalog.Import{JSON: b.secret("json")}
	in.Document, in.Broken = parseDocument([]byte(in.JSON))
	return in
}

// documentDepth is how deep a document may nest; an export has five levels.
const documentDepth = 16

var errDocument = errors.New("it is not a JSON object of the shape that export writes")

func parseDocument(content []byte) (doc catalog.TypeDocument, err error) {
	if _, err := parseObject(content, documentDepth); err != nil || len(content) == 0 {
		return doc, errDocument
	}
	if err := json.Unmarshal(content, &doc); err != nil {
		return doc, errDocument
	}
	return doc, nil
}
