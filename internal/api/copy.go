package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var copies = []route{
	read(member, "GET /api/items/{item}/copies", listCopiesOf, many(copyOf)),
	read(member, "GET /api/items/{item}/copies/{copy}", getIn(inventory.CopyOf), one(copyOf)),
	write(editor, "POST /api/items/{item}/copies", catalog.CopyCreated, createIn(copyInput, inventory.CreateCopy), created(copyOf)),
	write(editor, "PUT /api/items/{item}/copies/{copy}", catalog.CopyUpdated, updateIn(copyInput, inventory.UpdateCopyOf), one(copyOf)),
	write(editor, "DELETE /api/items/{item}/copies/{copy}", catalog.CopyDeleted, discardIn(inventory.DeleteCopyOf), trashed),
	read(member, "GET /api/copies", byView("copies", listCopies), many(copyOf)),
	read(member, "GET /api/copies/{copy}", get(inventory.Copy), one(copyOf)),
	write(editor, "PUT /api/copies/{copy}", catalog.CopyUpdated, update(copyInput, inventory.UpdateCopy), one(copyOf)),
	write(editor, "DELETE /api/copies/{copy}", catalog.CopyDeleted, discard(inventory.DeleteCopy), trashed),
}

func listCopiesOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Copy], error) {
	item := req.id("item")
	return inventory.Copies(ctx, r, catalog.CopyFilter{ItemID: &item}, req.page())
}

func listCopies(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Copy], error) {
	f, err := copyFilter(req)
	if err != nil {
		return catalog.Page[catalog.Copy]{}, err
	}
	return inventory.Copies(ctx, r, f, req.page())
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

		ItemConditionID: b.reference("item_condition_id"),
		EstimatedValue:  b.anew("estimated_value"),
	}
}

func copyOf(c catalog.Copy) resource {
	return resource{kind: "copy", id: c.ID, self: "/api/items/" + strconv.FormatInt(c.ItemID, 10) + "/copies/" + strconv.FormatInt(c.ID, 10), attributes: attributes{
		{"uuid", c.UUID},
		{"item_id", ref{&c.ItemID}},
		{"identifier", c.Identifier},
		{"location_id", ref{c.LocationID}},
		{"status", c.Status},
		{"quantity", c.Quantity},
		{"acquired_at", c.AcquiredAt},
		{"disposed_at", c.DisposedAt},
		{"note", c.Note},
		{"item_condition_id", ref{c.ItemConditionID}},
		{"estimated_value", c.EstimatedValue},
		{"value", c.Value},
		{"value_currency_code", c.ValueCurrencyCode},
		{"valued_at", c.ValuedAt},
		{"cost_amount", c.CostAmount},
		{"proceeds_amount", c.ProceedsAmount},
		{"gain_amount", c.GainAmount},
		{"gain_currency_code", c.GainCurrencyCode},
		{"borrowed", c.Borrowed},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}
