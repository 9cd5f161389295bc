package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/web/view"
)

var home = []page{
	show("GET /{$}", "GET /api/collections", (*Web).home),
	edit("POST /start", "POST /api/collections", (*Web).start),
}

func (w *Web) home(v *visit) error {
	f, shelves, err := v.shelves("home")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.home")
	if len(shelves.Items) == 0 && f.CanEdit() {
		return v.render(http.StatusOK, view.Start(f, catalog.Templates()))
	}
	return v.render(http.StatusOK, view.Home(f, shelves))
}
