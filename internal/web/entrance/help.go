package entrance

import (
	"net/http"

	"vitrine/internal/web/page"
)

var helpPages = []page.Row{page.Show("GET /help", "", help)}

// help lists the keyboard shortcuts, and links to the API.
func help(v *page.Visit) error {
	f, err := v.Frame("", "help")
	if err != nil {
		return err
	}
	f.Title = f.T("help.title")
	return v.Render(http.StatusOK, Help(f))
}
