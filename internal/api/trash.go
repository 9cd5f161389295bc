package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
)

var trash = []route{
	read(member, "GET /api/trash", listTrash, many(trashEntry)),
	read(member, "GET /api/trash/{entry}", get(ledger.TrashEntry), one(trashEntry)),
	write(editor, "POST /api/trash/{entry}/restore", catalog.TrashRestored, update(restoreInput, ledger.RestoreTrash), restored),
	write(editor, "PUT /api/trash", catalog.TrashRestored, create(restoreObject, ledger.RestoreObject), restoredQuietly),
	write(owner, "DELETE /api/trash", catalog.TrashEmptied, without(emptyTrash), nothing),
	write(owner, "DELETE /api/trash/{entry}", catalog.TrashedObjectDeleted, remove(ledger.DeleteTrashEntry), nothing),
}

func listTrash(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.TrashEntry], error) {
	f := filter{query: req.query()}
	in := catalog.TrashFilter{
		Search:     f.search("q"),
		ObjectType: f.oneOf("object_type", catalog.TrashTypes),
		Sort:       f.oneOf("sort", catalog.TrashSorts),
	}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.TrashEntry]{}, err
	}
	return ledger.Trash(ctx, r, in, req.page())
}

func restoreInput(b *body) catalog.RestoreInput {
	return catalog.RestoreInput{ParentID: b.reference("parent_id")}
}

func restoreObject(b *body) catalog.RestoreObject {
	return catalog.RestoreObject{Type: b.text("type"), ID: b.integer("id")}
}

func emptyTrash(ctx context.Context, m postgres.Manager, _ *request) error {
	return ledger.EmptyTrash(ctx, m)
}

func trashEntry(e catalog.TrashEntry) resource {
	return resource{kind: "trashed_object", id: e.ID, self: "/api/trash/" + strconv.FormatInt(e.ID, 10), attributes: attributes{
		{"object_type", e.ObjectType},
		{"object_id", ref{&e.ObjectID}},
		{"name", e.Name},
		{"subtitle", e.Subtitle},
		{"deleted_at", e.DeletedAt},
		{"deleted_by_name", e.DeletedByName},
		{"days_left", e.DaysLeft(time.Now())},
		{"purges_at", e.PurgesAt},
		{"counts", e.Counts},
	}}
}

// restored answers 200 with the entry, the new path of its object, and the references it lost.
func restored(r *request, d catalog.Restored) answer {
	out := appendResource([]byte(`{"data":`), r, trashEntry(d.Entry))
	out = appendMember(append(out, ','), "restored", nested{
		{"type", d.Entry.ObjectType}, {"id", ref{&d.Entry.ObjectID}}, {"links", nested{{"self", r.Base + pathOf(d)}}}})
	dropped := make([]nested, len(d.Dropped))
	for i, one := range d.Dropped {
		dropped[i] = nested{{"type", one.Type}, {"id", one.ID}, {"field", one.Field}}
	}
	out = appendMember(append(out, ','), "dropped", dropped)
	return answer{status: http.StatusOK, body: append(out, '}')}
}

func restoredQuietly(*request, catalog.Restored) answer { return gone }

// pathOf is where a restored object is.
func pathOf(d catalog.Restored) string {
	id := strconv.FormatInt(d.Entry.ObjectID, 10)
	in := func(parent *int64) string { return strconv.FormatInt(*parent, 10) }
	switch d.Entry.ObjectType {
	case "collection":
		return "/api/collections/" + id
	case "item":
		return "/api/collections/" + in(d.Parents.CollectionID) + "/items/" + id
	case "copy":
		return "/api/items/" + in(d.Parents.ItemID) + "/copies/" + id
	case "item_photo":
		return "/api/items/" + in(d.Parents.ItemID) + "/photos/" + id
	case "location":
		return "/api/locations/" + id
	case "category":
		return categoryPath(*d.Parents.CollectionID, d.Entry.ObjectID)
	case "set":
		return "/api/sets/" + id
	case "series":
		return "/api/series/" + id
	case "policy":
		return "/api/policies/" + id
	case "tag":
		return "/api/tags/" + id
	case "import":
		return "/api/imports/" + id
	case "item_condition":
		return "/api/item-conditions/" + id
	case "collection_type":
		return "/api/collection-types/" + id
	case "custom_field":
		return "/api/collection-types/" + in(d.Parents.CollectionTypeID) + "/custom-fields/" + id
	case "document":
		return "/api/documents/" + id
	}
	if list := recordLists[d.Entry.ObjectType]; list != "" {
		return recordPath(*d.Parents.CopyID, list, d.Entry.ObjectID)
	}
	return "" // TestEveryKindHasAPath finds a kind without one
}

// recordLists are the paths of what is recorded of a copy, below it.
var recordLists = map[string]string{"location_history": "location-history", "insurance_record": "insurance-records", "maintenance_record": "maintenance-records",
	"provenance_event": "provenance-events", "valuation": "valuations", "transaction": "transactions", "loan": "loans"}

// conflictAnswer answers 409 with the objects that prevent restoring.
func conflictAnswer(all catalog.Conflicts) answer {
	listed := make([]nested, len(all))
	for i, c := range all {
		listed[i] = nested{{"reason", c.Reason}, {"type", c.Type}, {"id", c.ID}, {"name", c.Name}, {"trash_entry", c.TrashEntry}}
	}
	out := appendMember([]byte{'{'}, "message", "Something is in the way.")
	out = appendMember(append(out, ','), "conflicts", listed)
	return answer{status: http.StatusConflict, body: append(out, '}')}
}
