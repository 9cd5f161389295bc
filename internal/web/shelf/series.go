package shelf

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var seriesPages = []page.Row{
	page.Show("GET /series", "GET /api/series", allSeries),
	page.Edit("GET /series/new", "", newSeries),
	page.Edit("POST /series", "POST /api/series", createSeries),
	page.Show("GET /series/{series}", "GET /api/series/{series}", series),
	page.Edit("GET /series/{series}/edit", "", editSeries),
	page.Edit("POST /series/{series}", "PUT /api/series/{series}", updateSeries),
	page.Edit("POST /series/{series}/delete", "DELETE /api/series/{series}", deleteSeries),
}

// allSeries shows the series with the number of items of each.
func allSeries(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	list := SeriesList{Query: v.Param("q")}
	err = v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.AllSeries(v.Context(), r, search, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if list.Counts, err = inventory.SeriesSummaries(v.Context(), reader, page.IdsOf(list.Page.Items, func(s catalog.Series) int64 { return s.ID })); err != nil {
		return err
	}
	f, err := v.Frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("series.title")
	return v.Render(http.StatusOK, AllSeries(f, list))
}

// series shows the items of all collections that belong to a series.
func series(v *page.Visit) error {
	id, err := v.Number("series")
	if err != nil {
		return err
	}
	shown := SeriesShown{}
	shown.Things.Path = ui.SeriesPath(id)
	filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, SortedBy: catalog.SortedBy{SeriesID: catalog.IDFilter{Asked: true, ID: &id}}}
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Series, err = inventory.Series(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Things.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	if err := page.CardsOf(v, &shown.Things); err != nil {
		return err
	}
	f, err := v.Frame(shown.Series.Name, "sets")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, SeriesPage(f, shown))
}

func newSeries(v *page.Visit) error {
	return seriesForm(v, http.StatusOK, nil, ui.Form{})
}

// seriesForm shows the form of a new series, or of one that is there.
func seriesForm(v *page.Visit, status int, of *catalog.Series, form ui.Form) error {
	f, err := v.Frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("series.new")
	if of != nil {
		f.Title = f.T("series.edit")
	}
	return v.Render(status, SeriesForm(f, of, form.In(f.Texts).AsNotice("account")))
}

// seriesInput reads the form.
func seriesInput(v *page.Visit) (catalog.SeriesInput, error) {
	in := catalog.SeriesInput{Name: v.Text("name"), Description: v.Optional("description")}
	return in, in.Validate()
}

func createSeries(v *page.Visit) error {
	in, err := seriesInput(v)
	var made catalog.Series
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.SeriesCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateSeries(v.Context(), change, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return seriesForm(v, http.StatusUnprocessableEntity, nil, form)
	}, func() error { return v.Redirect(ui.SeriesPath(made.ID)) })
}

// seriesOf reads the series of the path.
func seriesOf(v *page.Visit) (found catalog.Series, err error) {
	id, err := v.Number("series")
	if err != nil {
		return found, err
	}
	reader, err := v.Reader()
	if err != nil {
		return found, err
	}
	return inventory.Series(v.Context(), reader, id)
}

func editSeries(v *page.Visit) error {
	found, err := seriesOf(v)
	if err != nil {
		return err
	}
	return seriesForm(v, http.StatusOK, &found, ui.Edited(SeriesValues(found)))
}

func updateSeries(v *page.Visit) error {
	found, err := seriesOf(v)
	if err != nil {
		return err
	}
	err = v.AmendBy(catalog.SeriesUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Series(v.Context(), r, found.ID)
		return SeriesValues(now), err
	}, func(change postgres.Writer) error {
		in, err := seriesInput(v)
		if err == nil {
			_, err = inventory.UpdateSeries(v.Context(), change, found.ID, in)
		}
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return seriesForm(v, http.StatusUnprocessableEntity, &found, form)
	}, func() error { return v.Redirect(ui.SeriesPath(found.ID)) })
}

func deleteSeries(v *page.Visit) error {
	return v.Delete("series", catalog.SeriesDeleted, "/series", inventory.DeleteSeries)
}
