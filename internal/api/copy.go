package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var copies = []route{
	view("GET /api/items/{item}/copies", listCopiesOf, many(copyOf)),
	view("GET /api/items/{item}/copies/{copy}", getCopyOf, one(copyOf)),
	edit("POST /api/items/{item}/copies", "copy_created", copyInput, createCopy, created(copyOf)),
	edit("PUT /api/items/{item}/copies/{copy}", "copy_updated", copyInput, updateCopy, one(copyOf)),
	remove("DELETE /api/items/{item}/copies/{copy}", "copy_deleted", deleteCopy),
	view("GET /api/copies", listCopies, many(copyOf)),
	view("GET /api/copies/{copy}", getCopy, one(copyOf)),
}

func listCopiesOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Copy], error) {
	item := req.id("item")
	return r.Copies(ctx, catalog.CopyFilter{ItemID: &item}, req.page())
}

func listCopies(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Copy], error) {
	f, err := copyFilter(req)
	if err != nil {
		return catalog.Page[catalog.Copy]{}, err
	}
	return r.Copies(ctx, f, req.page())
}

func getCopyOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Copy, error) {
	return r.CopyOf(ctx, req.id("item"), req.id("copy"))
}

func getCopy(ctx context.Context, r postgres.Reader, req *request) (catalog.Copy, error) {
	return r.Copy(ctx, req.id("copy"))
}

func createCopy(ctx context.Context, w postgres.Writer, req *request, in catalog.CopyInput) (catalog.Copy, error) {
	return w.CreateCopy(ctx, req.id("item"), in)
}

func updateCopy(ctx context.Context, w postgres.Writer, req *request, in catalog.CopyInput) (catalog.Copy, error) {
	return w.UpdateCopy(ctx, req.id("item"), req.id("copy"), in)
}

func deleteCopy(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteCopy(ctx, req.id("item"), req.id("copy"))
}

func copyInput(b *body) catalog.CopyInput {
	return catalog.CopyInput{
		Identifier: b.optional("identifier"),
		LocationID: b.integer("location_id"),
		Status:     b.text("status"),
		Quantity:   b.integer("quantity"),
		AcquiredAt: b.date("acquired_at"),
		DisposedAt: b.date("disposed_at"),
		Note:       b.optional("note"),
	}
}

func copyOf(c catalog.Copy) resource {
	return resource{kind: "copy", id: c.ID, self: "/api/items/" + strconv.FormatInt(c.ItemID, 10) + "/copies/" + strconv.FormatInt(c.ID, 10), attributes: attributes{
		{"item_id", ref{&c.ItemID}},
		{"identifier", c.Identifier},
		{"location_id", ref{c.LocationID}},
		{"status", c.Status},
		{"quantity", c.Quantity},
		{"acquired_at", c.AcquiredAt},
		{"disposed_at", c.DisposedAt},
		{"note", c.Note},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}
