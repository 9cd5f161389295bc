package web

import (
	"net/http"

	"vitrine/internal/web/view"
)

var help = []page{show("GET /help", "", (*Web).help)}

// help tells which keys do what, and where programs begin.
func (w *Web) help(v *visit) error {
	f, err := v.frame("", "help")
	if err != nil {
		return err
	}
	f.Title = f.T("help.title")
	return v.render(http.StatusOK, view.Help(f))
}
