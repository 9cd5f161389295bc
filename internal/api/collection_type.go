package api

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var collectionTypes = []route{
	read(member, "GET /api/collection-types", list(inventory.CollectionTypes), many(collectionType)),
	read(member, "GET /api/collection-types/{collectionType}", get(inventory.CollectionType), one(collectionType)),
	read(editor, "GET /api/collection-types/{collectionType}/export", exportCollectionType, one(collectionTypeExport)),
	write(editor, "POST /api/collection-types", catalog.CollectionTypeCreated, create(newCollectionType, inventory.CreateCollectionType), created(collectionType)),
	write(editor, "PUT /api/collection-types/{collectionType}", catalog.CollectionTypeUpdated, update(collectionTypeInput, inventory.UpdateCollectionType), one(collectionType)),
	write(editor, "PUT /api/collection-types/{collectionType}/collections", catalog.CollectionTypeCollectionsUpdated, update(linksInput, inventory.SetCollections), one(collectionType)),
	write(editor, "DELETE /api/collection-types/{collectionType}", catalog.CollectionTypeDeleted, discard(inventory.DeleteCollectionType), trashed),
	write(editor, "POST /api/collection-types/import", catalog.CollectionTypeImported, with(importInput, importCollectionType), created(collectionType)),
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
		{"uuid", t.UUID},
		{"name", t.Name},
		{"color", t.Color},
		{"created_at", t.CreatedAt},
		{"updated_at", t.UpdatedAt},
	}}
}

func typePath(id int64) string { return "/api/collection-types/" + strconv.FormatInt(id, 10) }

// typeExport is a type in portable form, with its original id.
type typeExport struct {
	id       int64
	document catalog.TypeDocument
}

func exportCollectionType(ctx context.Context, r postgres.Reader, req *request) (typeExport, error) {
	document, err := inventory.ExportCollectionType(ctx, r, req.id("collectionType"))
	return typeExport{req.id("collectionType"), document}, err
}

func collectionTypeExport(e typeExport) resource {
	return resource{kind: "collection_type_export", id: e.id, self: typePath(e.id) + "/export",
		attributes: attributes{{"schema", e.document}}, links: []link{{"collection_type", typePath(e.id)}}}
}

func importCollectionType(ctx context.Context, w postgres.Writer, _ *request, in catalog.Import) (catalog.CollectionType, error) {
	return inventory.ImportCollectionType(ctx, w, *in.Document.Type)
}

// importInput reads the document in any form: a string, the object that export
// shows, the whole answer of export, or one of our templates.
func importInput(b *body) catalog.Import {
	in := catalog.Import{Field: "json", JSON: b.secret("json"), Template: b.text("template")}
	schema, asObject := b.object("schema")
	answer, asAnswer := b.object("data")
	switch {
	case in.JSON != "":
	case asObject:
		in.Field, in.JSON = "schema", string(schema)
	case asAnswer:
		in.Field, in.JSON = "data", exportedIn(answer)
	}
	in.Document, in.Broken = parseDocument([]byte(in.JSON))
	return in
}

// exportedIn finds the document in an answer of export.
func exportedIn(data jsontext.Value) string {
	for _, name := range []string{"attributes", "schema"} {
		members, err := parseObject(data, maxDepth)
		if err != nil {
			return string(data)
		}
		data = members[name]
	}
	return string(data)
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
