package shelf

import (
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var homePages = []page.Row{
	page.Show("GET /{$}", "GET /api/collections", home),
	page.Show("GET /board", "GET /api/dashboard", board),
	page.Show("GET /more", "", more),
	page.Edit("GET /add", "", add),
	page.Edit("POST /start", "POST /api/collections", start),
}

func home(v *page.Visit) error {
	shown := Overview{First: v.Param("after") == ""}
	var change *catalog.ValueChange
	f, shelves, err := shelves(v, "home", func(r postgres.Reader) (err error) {
		if shown.First {
			shown.Recent, err = inventory.RecentItems(v.Context(), r)
		}
		return err
	}, func(r postgres.Reader) error {
		if !shown.First {
			return nil
		}
		known, err := figures.KnownDashboard(v.Context(), r)
		if known != nil {
			shown.Board = &Board{Dashboard: *known}
		}
		return err
	}, func(r postgres.Reader) (err error) {
		if shown.First {
			change, err = figures.KnownValueChange(v.Context(), r, changedSince())
		}
		return err
	})
	if err != nil {
		return err
	}
	shown.Shelves, shown.Said = shelves, page.SampleRemoved(v, f)
	f.Title = f.T("nav.home")
	if len(shelves.Items) == 0 && f.CanEdit() {
		return v.Render(http.StatusOK, Start(f, shown.Said))
	}
	if change == nil {
		shown.Board = nil
	}
	if shown.Board != nil {
		shown.Board.Change = *change
		if shown.Board.Shares, err = shares(v, f); err != nil {
			return err
		}
	}
	return v.Render(http.StatusOK, Home(f, shown))
}

// board is the part of the start page with sums over the whole account, which can take longer than the
// rest.
func board(v *page.Visit) error {
	var shown Board
	err := v.Together(func(r postgres.Reader) (err error) {
		shown.Dashboard, err = figures.Dashboard(v.Context(), r)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Change, err = figures.ValueChange(v.Context(), r, catalog.ValueSeriesInput{}, changedSince())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "home")
	if err != nil {
		return err
	}
	if shown.Shares, err = shares(v, f); err != nil {
		return err
	}
	return v.Render(http.StatusOK, BoardPart(f, shown))
}

// changedSince is the first day of the line on the board.
func changedSince() time.Time {
	days, _ := catalog.ValueSeriesInput{}.Days(time.Now().UTC()) // the default is valid
	return days[0]
}

func more(v *page.Visit) error {
	f, err := v.Frame("", "more")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.more")
	return v.Render(http.StatusOK, ui.More(f))
}

// add goes on where the last item was added. It asks for the collection if there are several and none is
// remembered, or if somebody wants to choose. What was searched in vain goes along, as the name or as the code.
func add(v *page.Visit) error {
	form := func(collection int64) string {
		return ui.NewItemPath(collection, v.Param("name"), v.Param("code"), v.Param("own"))
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	links, err := inventory.CollectionLinks(v.Context(), reader)
	switch {
	case err != nil:
		return err
	case len(links) == 0:
		return page.Lead(v, "/")
	case len(links) == 1:
		return v.Redirect(form(links[0].ID))
	}
	last := page.LastAdded(v).Collection
	if v.Param("choose") == "" && slices.ContainsFunc(links, func(c catalog.CollectionLink) bool { return c.ID == last }) {
		return v.Redirect(form(last))
	}
	f, err := v.Frame("", "add")
	if err != nil {
		return err
	}
	f.Title = f.T("add.title")
	if v.Fragment() {
		return v.Render(http.StatusOK, ui.AddInDrawer(f, links, form))
	}
	return v.Render(http.StatusOK, ui.Add(f, links, form))
}
