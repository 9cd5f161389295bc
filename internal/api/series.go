package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

var series = []route{
	read(member, "GET /api/series", including(listNamed(inventory.AllSeries), summary(each(seriesID), inventory.SeriesSummaries, itemCount)), many(oneSeries)),
	read(member, "GET /api/series/{series}", including(get(inventory.Series), summary(alone(seriesID), inventory.SeriesSummaries, itemCount)), one(oneSeries)),
	write(editor, "POST /api/series", catalog.SeriesCreated, create(seriesInput, inventory.CreateSeries), created(oneSeries)),
	write(editor, "PUT /api/series/{series}", catalog.SeriesUpdated, update(seriesInput, inventory.UpdateSeries), one(oneSeries)),
	write(editor, "DELETE /api/series/{series}", catalog.SeriesDeleted, discard(inventory.DeleteSeries), trashed),
}

func seriesInput(b *body) catalog.SeriesInput {
	return catalog.SeriesInput{Name: b.text("name"), Description: b.optional("description")}
}

func oneSeries(s catalog.Series) resource {
	return resource{kind: "series", id: s.ID, self: "/api/series/" + strconv.FormatInt(s.ID, 10), attributes: attributes{
		{"uuid", s.UUID},
		{"name", s.Name},
		{"description", s.Description},
		{"created_at", s.CreatedAt},
		{"updated_at", s.UpdatedAt},
	}}
}

func seriesID(s catalog.Series) int64 { return s.ID }
