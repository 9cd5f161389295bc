package api

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var tags = []route{
	read(member, "GET /api/tags", including(listTags, summary(each(tagID), inventory.TagSummaries, itemCount)), many(tag)),
	read(member, "GET /api/tags/{tag}", including(get(inventory.Tag), summary(alone(tagID), inventory.TagSummaries, itemCount)), one(tag)),
	write(editor, "POST /api/tags", catalog.TagCreated, create(tagInput, inventory.CreateTag), created(tag)),
	write(editor, "PUT /api/tags/{tag}", catalog.TagUpdated, update(tagInput, inventory.UpdateTag), one(tag)),
	write(editor, "DELETE /api/tags/{tag}", catalog.TagDeleted, discard(inventory.DeleteTag), trashed),
	write(editor, "POST /api/tags/{tag}/merge", catalog.TagMerged, mergeTag, survivor),
	read(member, "GET /api/items/{item}/tags", listIn(inventory.ItemTags), many(tag)),
	write(editor, "POST /api/items/{item}/tags", catalog.ItemTagAttached, createIn(tagName, inventory.AttachTag), created(tag)),
	write(editor, "DELETE /api/items/{item}/tags/{tag}", catalog.ItemTagDetached, removeIn(inventory.DetachTag), nothing),
}

func listTags(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Tag], error) {
	f := filter{query: req.query()}
	in := catalog.TagFilter{Search: f.search("q"), Sort: f.oneOf("sort", catalog.TagSorts)}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.Tag]{}, err
	}
	return inventory.Tags(ctx, r, in, req.page())
}

func tagInput(b *body) catalog.TagInput {
	return catalog.TagInput{Name: b.text("name"), Color: b.text("color")}
}

func tagName(b *body) catalog.TagName { return catalog.TagName{Name: b.text("name")} }

func tagMerge(b *body) catalog.TagMerge { return catalog.TagMerge{TagID: b.integer("tag_id")} }

// mergedTag is the remaining tag, and the trash entry of the other.
type mergedTag struct {
	catalog.Tag
	entry int64
}

func mergeTag(req *request) (func(context.Context, postgres.Writer) (mergedTag, error), error) {
	in, err := readInput[catalog.TagMerge](req, tagMerge)
	return func(ctx context.Context, w postgres.Writer) (mergedTag, error) {
		left, err := inventory.MergeTag(ctx, w, req.nth(0), in)
		return mergedTag{left, postgres.Trashed(w)}, err
	}, err
}

// survivor answers 200 with the remaining tag, and names the trash entry.
func survivor(r *request, m mergedTag) answer {
	a := single(http.StatusOK, plain(tag))(r, m.Tag)
	a.trash = m.entry
	return a
}

func tag(t catalog.Tag) resource {
	return resource{kind: "tag", id: t.ID, self: "/api/tags/" + strconv.FormatInt(t.ID, 10), attributes: attributes{
		{"uuid", t.UUID},
		{"name", t.Name},
		{"color", t.Color},
		{"created_at", t.CreatedAt},
		{"updated_at", t.UpdatedAt},
	}}
}

func tagID(t catalog.Tag) int64 { return t.ID }

func itemCount(s catalog.Summary) nested { return nested{{"items", s.Items}} }
