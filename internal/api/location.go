package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var locations = []route{
	view("GET /api/locations", listLocations, many(location)),
	view("GET /api/locations/{location}", getLocation, one(location)),
	edit("POST /api/locations", "location_created", locationInput, createLocation, created(location)),
	edit("PUT /api/locations/{location}", "location_updated", locationInput, updateLocation, one(location)),
	remove("DELETE /api/locations/{location}", "location_deleted", deleteLocation),
}

func listLocations(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Location], error) {
	return r.Locations(ctx, req.page())
}

func getLocation(ctx context.Context, r postgres.Reader, req *request) (catalog.Location, error) {
	return r.Location(ctx, req.id("location"))
}

func createLocation(ctx context.Context, w postgres.Writer, _ *request, in catalog.LocationInput) (catalog.Location, error) {
	return w.CreateLocation(ctx, in)
}

func updateLocation(ctx context.Context, w postgres.Writer, req *request, in catalog.LocationInput) (catalog.Location, error) {
	return w.UpdateLocation(ctx, req.id("location"), in)
}

func deleteLocation(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteLocation(ctx, req.id("location"))
}

func locationInput(b *body) catalog.LocationInput {
	return catalog.LocationInput{Name: b.text("name"), ParentID: b.integer("parent_id"), Emoji: b.text("emoji")}
}

func location(l catalog.Location) resource {
	return resource{kind: "location", id: l.ID, self: "/api/locations/" + strconv.FormatInt(l.ID, 10), attributes: attributes{
		{"name", l.Name},
		{"emoji", l.Emoji},
		{"parent_id", ref{l.ParentID}},
		{"created_at", l.CreatedAt},
		{"updated_at", l.UpdatedAt},
	}}
}
