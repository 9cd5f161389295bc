package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var series = []route{
	read(member, "GET /api/series", including(listNamed(postgres.Reader.AllSeries), summary(each(seriesID), postgres.Reader.SeriesSummaries, itemCount)), many(oneSeries)),
	read(member, "GET /api/series/{series}", including(get(postgres.Reader.Series), summary(alone(seriesID), postgres.Reader.SeriesSummaries, itemCount)), one(oneSeries)),
	write(editor, "POST /api/series", catalog.SeriesCreated, create(seriesInput, postgres.Writer.CreateSeries), created(oneSeries)),
	write(editor, "PUT /api/series/{series}", catalog.SeriesUpdated, update(seriesInput, postgres.Writer.UpdateSeries), one(oneSeries)),
	write(editor, "DELETE /api/series/{series}", catalog.SeriesDeleted, discard(postgres.Writer.DeleteSeries), trashed),
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
