package settings

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
)

var logPages = []page.Row{page.Show("GET /log", "GET /api/administration/logs", showLog)}

// showLog shows what the caller did, as the address asks for it.
func showLog(v *page.Visit) error {
	list := LogList{Kind: v.Asked("kind"), From: v.Asked("from"), To: v.Asked("to")}
	if v.Blanks() { // of the form
		return v.Redirect(list.Path("after", v.Asked("after")))
	}
	var wrong fault.Invalid
	filter := catalog.OwnLogFilter{Actions: catalog.ActionsOf(list.Kind), From: page.AsDay(&wrong, "from", list.From), To: page.AsDay(&wrong, "to", list.To)}
	if list.Kind != "" && filter.Actions == nil {
		wrong.Addf("kind", "The selected %s is invalid.")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = ledger.Logs(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "log")
	if err != nil {
		return err
	}
	f.Title = f.T("log.title")
	return v.Render(http.StatusOK, LogPage(f, list))
}
