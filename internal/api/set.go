package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var sets = []route{
	read(member, "GET /api/sets", including(listSets, summary(each(setID), inventory.SetSummaries, setSummary)), many(set)),
	read(member, "GET /api/sets/{set}", including(get(inventory.Set), summary(alone(setID), inventory.SetSummaries, setSummary)), one(set)),
	write(editor, "POST /api/sets", catalog.SetCreated, create(newSet, inventory.CreateSet), created(set)),
	write(editor, "PUT /api/sets/{set}", catalog.SetUpdated, update(setInput, inventory.UpdateSet), one(set)),
	write(editor, "DELETE /api/sets/{set}", catalog.SetDeleted, discard(inventory.DeleteSet), trashed),
}

func listSets(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Set], error) {
	f := filter{query: req.query()}
	in := catalog.SetFilter{Search: f.search("q"), CollectionID: f.id("collection_id")}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.Set]{}, err
	}
	return inventory.Sets(ctx, r, in, req.page())
}

func newSet(b *body) catalog.NewSet {
	return catalog.NewSet{CollectionID: b.integer("collection_id"), SetInput: setInput(b)}
}

func setInput(b *body) catalog.SetInput {
	return catalog.SetInput{Name: b.text("name"), Description: b.optional("description"), TargetCount: b.integer("target_count")}
}

func set(s catalog.Set) resource {
	return resource{kind: "set", id: s.ID, self: "/api/sets/" + strconv.FormatInt(s.ID, 10), attributes: attributes{
		{"uuid", s.UUID},
		{"collection_id", ref{&s.CollectionID}},
		{"name", s.Name},
		{"description", s.Description},
		{"target_count", s.TargetCount},
		{"created_at", s.CreatedAt},
		{"updated_at", s.UpdatedAt},
	}}
}

func setID(s catalog.Set) int64 { return s.ID }

func setSummary(s catalog.SetSummary) nested {
	return nested{{"items", s.Items}, {"owned", s.Owned}, {"wanted", s.Wanted}, {"percentage", s.Percentage()}}
}
