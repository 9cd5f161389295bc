package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var seriesPages = []row{
	show("GET /series", "GET /api/series", allSeries),
	edit("GET /series/new", "", newSeries),
	edit("POST /series", "POST /api/series", createSeries),
	show("GET /series/{series}", "GET /api/series/{series}", series),
	edit("GET /series/{series}/edit", "", editSeries),
	edit("POST /series/{series}", "PUT /api/series/{series}", updateSeries),
	edit("POST /series/{series}/delete", "DELETE /api/series/{series}", deleteSeries),
}

// allSeries shows the series with the number of items of each.
func allSeries(v *visit) error {
	search, err := v.search()
	if err != nil {
		return err
	}
	list := view.SeriesList{Query: v.asked("q")}
	err = v.together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.AllSeries(v.Context(), r, search, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	if list.Counts, err = inventory.SeriesSummaries(v.Context(), reader, idsOf(list.Page.Items, func(s catalog.Series) int64 { return s.ID })); err != nil {
		return err
	}
	f, err := v.frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("series.title")
	return v.render(http.StatusOK, view.AllSeries(f, list))
}

// series shows the items of all collections that belong to a series.
func series(v *visit) error {
	id, err := v.number("series")
	if err != nil {
		return err
	}
	shown := view.SeriesShown{}
	shown.Things.Path = view.SeriesPath(id)
	filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, SortedBy: catalog.SortedBy{SeriesID: catalog.IDFilter{Asked: true, ID: &id}}}
	err = v.together(func(r postgres.Reader) (err error) {
		shown.Series, err = inventory.Series(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Things.Page, err = inventory.Items(v.Context(), r, filter, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	if err := v.things(&shown.Things); err != nil {
		return err
	}
	f, err := v.frame(shown.Series.Name, "sets")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.SeriesPage(f, shown))
}

func newSeries(v *visit) error {
	return seriesForm(v, http.StatusOK, nil, view.Form{})
}

// seriesForm shows the form of a new series, or of one that is there.
func seriesForm(v *visit, status int, of *catalog.Series, form view.Form) error {
	f, err := v.frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("series.new")
	if of != nil {
		f.Title = f.T("series.edit")
	}
	return v.render(status, view.SeriesForm(f, of, form.In(f.Texts).AsNotice("account")))
}

// seriesInput reads the form.
func (v *visit) seriesInput() (catalog.SeriesInput, error) {
	in := catalog.SeriesInput{Name: v.text("name"), Description: v.optional("description")}
	return in, in.Validate()
}

func createSeries(v *visit) error {
	in, err := v.seriesInput()
	var made catalog.Series
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.SeriesCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateSeries(v.Context(), change, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return seriesForm(v, http.StatusUnprocessableEntity, nil, form)
	}, func() error { return v.redirect(view.SeriesPath(made.ID)) })
}

// seriesOf reads the series of the path.
func (v *visit) seriesOf() (found catalog.Series, err error) {
	id, err := v.number("series")
	if err != nil {
		return found, err
	}
	reader, err := v.reader()
	if err != nil {
		return found, err
	}
	return inventory.Series(v.Context(), reader, id)
}

func editSeries(v *visit) error {
	found, err := v.seriesOf()
	if err != nil {
		return err
	}
	return seriesForm(v, http.StatusOK, &found, view.Edited(view.SeriesValues(found)))
}

func updateSeries(v *visit) error {
	found, err := v.seriesOf()
	if err != nil {
		return err
	}
	err = v.amendBy(catalog.SeriesUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Series(v.Context(), r, found.ID)
		return view.SeriesValues(now), err
	}, func(change postgres.Writer) error {
		in, err := v.seriesInput()
		if err == nil {
			_, err = inventory.UpdateSeries(v.Context(), change, found.ID, in)
		}
		return err
	})
	return v.answer(err, func(form view.Form) error {
		return seriesForm(v, http.StatusUnprocessableEntity, &found, form)
	}, func() error { return v.redirect(view.SeriesPath(found.ID)) })
}

func deleteSeries(v *visit) error {
	return v.delete("series", catalog.SeriesDeleted, "/series", inventory.DeleteSeries)
}
