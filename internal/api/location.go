package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

var locations = []route{
	read(member, "GET /api/locations", including(list(inventory.Locations), summary(each(locationID), inventory.LocationSummaries, locationSummary)), many(location)),
	read(member, "GET /api/locations/{location}", including(get(inventory.Location), summary(alone(locationID), inventory.LocationSummaries, locationSummary)), one(location)),
	write(editor, "POST /api/locations", catalog.LocationCreated, create(locationInput, inventory.CreateLocation), created(location)),
	write(editor, "PUT /api/locations/{location}", catalog.LocationUpdated, update(locationInput, inventory.UpdateLocation), one(location)),
	write(editor, "DELETE /api/locations/{location}", catalog.LocationDeleted, discard(inventory.DeleteLocation), trashed),
}

func locationInput(b *body) catalog.LocationInput {
	return catalog.LocationInput{Name: b.text("name"), ParentID: b.integer("parent_id"), Emoji: b.text("emoji")}
}

func location(l catalog.Location) resource {
	return resource{kind: "location", id: l.ID, self: "/api/locations/" + strconv.FormatInt(l.ID, 10), attributes: attributes{
		{"uuid", l.UUID},
		{"name", l.Name},
		{"emoji", l.Emoji},
		{"parent_id", ref{l.ParentID}},
		{"created_at", l.CreatedAt},
		{"updated_at", l.UpdatedAt},
	}}
}

func locationID(l catalog.Location) int64 { return l.ID }

func locationSummary(s catalog.Summary) nested {
	return nested{{"copies", s.Copies}, {"quantity", digits(catalog.Whole(s.Quantity))}, {"value", money(s.Value)}}
}
