package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var locations = []route{
	read(member, "GET /api/locations", including(list(postgres.Reader.Locations), summary(each(locationID), postgres.Reader.LocationSummaries, locationSummary)), many(location)),
	read(member, "GET /api/locations/{location}", including(get(postgres.Reader.Location), summary(alone(locationID), postgres.Reader.LocationSummaries, locationSummary)), one(location)),
	write(editor, "POST /api/locations", catalog.LocationCreated, create(locationInput, postgres.Writer.CreateLocation), created(location)),
	write(editor, "PUT /api/locations/{location}", catalog.LocationUpdated, update(locationInput, postgres.Writer.UpdateLocation), one(location)),
	write(editor, "DELETE /api/locations/{location}", catalog.LocationDeleted, discard(postgres.Writer.DeleteLocation), trashed),
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
