package web

import (
	"net/http"

	"vitrine/internal/web/view"
)

var home = []page{show("GET /{$}", "GET /api/collections", (*Web).home)}

func (w *Web) home(v *visit) error {
	f, shelves, err := v.shelves("home")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.home")
	return v.render(http.StatusOK, view.Home(f, shelves))
}
