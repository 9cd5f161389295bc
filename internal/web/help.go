package web

import (
	"net/http"

	"vitrine/internal/web/view"
)

var helpPages = []row{show("GET /help", "", help)}

// help tells which keys do what, and where programs begin.
func help(v *visit) error {
	f, err := v.frame("", "help")
	if err != nil {
		return err
	}
	f.Title = f.T("help.title")
	return v.render(http.StatusOK, view.Help(f))
}
