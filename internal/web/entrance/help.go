package entrance

import (
	"net/http"

	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var helpPages = []page.Row{page.Show("GET /help", "", help)}

// hows are what collectors ask first, and the page where it is done.
var hows = []struct {
	text, lead, path string
	may              func(ui.Frame) bool
}{
	{"help.first", "help.first.lead", "/collections/new", ui.Frame.CanEdit},
	{"help.add", "help.add.lead", "/add", ui.Frame.CanEdit},
	{"help.wanted", "help.wanted.lead", "/wanted", anybody},
	{"help.lend", "help.lend.lead", "/loans", anybody},
	{"help.insure", "help.insure.lead", "/insurance", anybody},
	{"help.leave", "help.leave.lead", "/settings/archive", ui.Frame.Manages},
}

func anybody(ui.Frame) bool { return true }

// help says how the usual things are done, lists the keyboard shortcuts, and links to the API.
func help(v *page.Visit) error {
	f, err := v.Frame("", "help")
	if err != nil {
		return err
	}
	f.Title = f.T("help.title")
	return v.Render(http.StatusOK, Help(f))
}
