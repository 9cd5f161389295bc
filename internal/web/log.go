package web

import (
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var logPages = []row{show("GET /log", "GET /api/administration/logs", showLog)}

// showLog shows what the caller did, as the address asks for it.
func showLog(v *visit) error {
	list := view.LogList{Kind: v.asked("kind"), From: v.asked("from"), To: v.asked("to")}
	if v.blanks() { // of the form
		return v.redirect(list.Path("after", v.asked("after")))
	}
	var wrong fault.Invalid
	filter := catalog.OwnLogFilter{Actions: catalog.ActionsOf(list.Kind), From: asDay(&wrong, "from", list.From), To: asDay(&wrong, "to", list.To)}
	if list.Kind != "" && filter.Actions == nil {
		wrong.Addf("kind", "The selected %s is invalid.")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	err := v.together(func(r postgres.Reader) (err error) {
		list.Page, err = ledger.Logs(v.Context(), r, filter, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "log")
	if err != nil {
		return err
	}
	f.Title = f.T("log.title")
	return v.render(http.StatusOK, view.LogPage(f, list))
}

// asDay is a day that was given, if any.
func asDay(wrong *fault.Invalid, name, typed string) *time.Time {
	if typed == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, typed)
	if err != nil {
		wrong.Addf(name, "The %s field must be a valid date in the form YYYY-MM-DD.")
		return nil
	}
	return &day
}
