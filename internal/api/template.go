package api

import (
	"context"
	stdjson "encoding/json"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var typeTemplates = []route{
	read(member, "GET /api/collection-type-templates", listTemplates, many(typeTemplate)),
	read(member, "GET /api/collection-type-templates/{template}", getTemplate, one(typeTemplate)),
}

func listTemplates(_ context.Context, _ postgres.Reader, req *request) (catalog.Page[catalog.Template], error) {
	return catalog.TemplatePage(req.page())
}

func getTemplate(_ context.Context, _ postgres.Reader, req *request) (catalog.Template, error) {
	return catalog.FindTemplate(req.id("template"))
}

// typeTemplate shows the document twice: as an object and as the text that import
// takes.
func typeTemplate(t catalog.Template) resource {
	return resource{kind: "collection_type_template", id: t.ID, self: "/api/collection-type-templates/" + strconv.FormatInt(t.ID, 10), attributes: attributes{
		{"slug", t.Slug},
		{"name", t.Name},
		{"color", t.Color},
		{"description", t.Description},
		{"schema", stdjson.RawMessage(t.JSON)},
		{"json", t.JSON},
	}}
}
