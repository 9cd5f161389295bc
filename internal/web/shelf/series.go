package shelf

import (
	"net/http"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
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
	if list.Counts, err = page.Summed(v, list.Page, func(s catalog.Series) int64 { return s.ID }, inventory.SeriesSummaries); err != nil {
		return err
	}
	return v.Show(http.StatusOK, "series.title", "sets", func(f ui.Frame) templ.Component { return AllSeries(f, list) })
}

// series shows the items of all collections that belong to a series.
func series(v *page.Visit) error {
	id, err := v.Number("series")
	if err != nil {
		return err
	}
	shown := SeriesShown{}
	shown.Cards.Path = ui.SeriesPath(id)
	filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, SortedBy: catalog.SortedBy{SeriesID: catalog.IDFilter{Asked: true, ID: &id}}}
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Series, err = inventory.Series(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Cards.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	if err := page.CardsOf(v, &shown.Cards); err != nil {
		return err
	}
	f, err := v.Frame(shown.Series.Name, "sets")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, SeriesPage(f, shown))
}

func newSeries(v *page.Visit) error { return seriesForm(nil)(v, http.StatusOK, ui.Form{}) }

// seriesForm shows the form of a new or existing series.
func seriesForm(of *catalog.Series) page.Again {
	title := "series.new"
	if of != nil {
		title = "series.edit"
	}
	return func(v *page.Visit, status int, form ui.Form) error {
		return v.Show(status, title, "sets", func(f ui.Frame) templ.Component { return SeriesForm(f, of, form.In(f.Texts).AsNotice("account")) })
	}
}

var storedSeries = page.Stored[catalog.Series, catalog.SeriesInput]{Read: inventory.Series, Write: inventory.UpdateSeries, Values: seriesValues, Input: seriesInput}

func seriesInput(v *page.Visit, _ *fault.Invalid) catalog.SeriesInput {
	return catalog.SeriesInput{Name: v.Text("name"), Description: v.Optional("description")}
}

func seriesValues(s catalog.Series) map[string]string {
	return ui.Filled(map[string]any{"name": s.Name, "description": s.Description})
}

func createSeries(v *page.Visit) error {
	return page.Create(v, catalog.SeriesCreated, seriesInput, inventory.CreateSeries, seriesForm(nil), func(s catalog.Series) string { return ui.SeriesPath(s.ID) })
}

func editSeries(v *page.Visit) error {
	s, err := page.Load(v, "series", inventory.Series)
	if err != nil {
		return err
	}
	return seriesForm(&s)(v, http.StatusOK, ui.Edited(seriesValues(s)))
}

func updateSeries(v *page.Visit) error {
	s, err := page.Load(v, "series", inventory.Series)
	if err != nil {
		return err
	}
	return page.Update(v, catalog.SeriesUpdated, s.ID, storedSeries, seriesForm(&s), ui.SeriesPath(s.ID))
}

func deleteSeries(v *page.Visit) error {
	return v.Delete("series", catalog.SeriesDeleted, "/series", inventory.DeleteSeries)
}

// SeriesList is a page of series.
type SeriesList struct {
	Page   catalog.Page[catalog.Series]
	Counts map[int64]catalog.Summary // items, by series
	Query  string
}

// Path is the address of the list from its beginning.
func (l SeriesList) Path() string {
	if l.Query != "" {
		return ui.With("/series", "q", l.Query)
	}
	return "/series"
}

// SeriesShown is a series with its items.
type SeriesShown struct {
	Series catalog.Series
	Cards  ui.Cards
}

// seriesBack is the page before the form of a series.
func seriesBack(of *catalog.Series) string {
	if of == nil {
		return "/series"
	}
	return ui.SeriesPath(of.ID)
}
