package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var homePages = []row{
	show("GET /{$}", "GET /api/collections", home),
	show("GET /board", "GET /api/dashboard", board),
	show("GET /more", "", more),
	edit("GET /add", "", add),
	edit("POST /start", "POST /api/collections", start),
}

func home(v *visit) error {
	shown := view.Overview{First: v.asked("after") == ""}
	f, shelves, err := v.shelves("home", func(r postgres.Reader) (err error) {
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
			shown.Board = &view.Board{Dashboard: *known}
		}
		return err
	})
	if err != nil {
		return err
	}
	shown.Shelves, shown.Said = shelves, v.sampleRemoved(f)
	f.Title = f.T("nav.home")
	if len(shelves.Items) == 0 && f.CanEdit() {
		return v.render(http.StatusOK, view.Start(f, catalog.Templates(), shown.Said))
	}
	if shown.Board != nil {
		if shown.Board.Shares, err = v.shares(f); err != nil {
			return err
		}
	}
	return v.render(http.StatusOK, view.Home(f, shown))
}

// board is the part of the first page that adds up the whole account, which can take
// longer than the rest.
func board(v *visit) error {
	var shown view.Board
	err := v.together(func(r postgres.Reader) (err error) {
		shown.Dashboard, err = figures.Dashboard(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "home")
	if err != nil {
		return err
	}
	if shown.Shares, err = v.shares(f); err != nil {
		return err
	}
	return v.render(http.StatusOK, view.BoardPart(f, shown))
}

func more(v *visit) error {
	f, err := v.frame("", "more")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.more")
	return v.render(http.StatusOK, view.More(f))
}

// add asks which collection an item is for, if there is a choice.
func add(v *visit) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	links, err := inventory.CollectionLinks(v.Context(), reader)
	switch {
	case err != nil:
		return err
	case len(links) == 0:
		return v.redirect("/")
	case len(links) == 1:
		return v.redirect(view.CollectionPath(links[0].ID) + "/items/new")
	}
	f, err := v.frame("", "add")
	if err != nil {
		return err
	}
	f.Title = f.T("add.title")
	return v.render(http.StatusOK, view.Add(f, links))
}
