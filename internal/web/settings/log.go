package settings

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var logPages = []page.Row{page.Show("GET /log", "GET /api/administration/logs", showLog)}

// showLog shows the caller's log, filtered by the address.
func showLog(v *page.Visit) error {
	list := LogList{Kind: v.Param("kind"), From: v.Param("from"), To: v.Param("to")}
	if page.Blanks(v) { // of the form
		return v.Redirect(list.Path("after", v.Param("after")))
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

// LogList is a page of what the user did.
type LogList struct {
	Page           catalog.Page[catalog.OwnLog]
	Kind, From, To string
}

// LogDay is the entries of a day.
type LogDay struct {
	Day     time.Time
	Entries []catalog.OwnLog
}

// Days are the entries by their day, in the order of the list.
func (l LogList) Days() (days []LogDay) {
	for _, e := range l.Page.Items {
		day := e.CreatedAt.UTC().Truncate(24 * time.Hour)
		if len(days) == 0 || !days[len(days)-1].Day.Equal(day) {
			days = append(days, LogDay{Day: day})
		}
		last := &days[len(days)-1]
		last.Entries = append(last.Entries, e)
	}
	return days
}

// Filtered reports whether the list has a filter.
func (l LogList) Filtered() bool { return l.Kind+l.From+l.To != "" }

// Path is the address of the list with another parameter.
func (l LogList) Path(name, value string) string {
	query := url.Values{}
	for key, text := range map[string]string{"kind": l.Kind, "from": l.From, "to": l.To, name: value} {
		if text != "" {
			query.Set(key, text)
		}
	}
	if len(query) == 0 {
		return "/log"
	}
	return "/log?" + query.Encode()
}

// form has the filters of the list.
func (l LogList) form() ui.Form {
	return ui.Form{Values: map[string]string{"kind": l.Kind, "from": l.From, "to": l.To}}
}

// logKinds are the names of the parts of the log.
func logKinds(f ui.Frame) []ui.Option {
	names := map[string]string{"collection": f.T("nav.collections"), "type": f.T("nav.types"), "item": f.T("found.item"), "copy": f.T("found.copy"),
		"location": f.T("nav.locations"), "insurance": f.T("insurance.title"), "trash": f.T("trash.title"), "account": f.T("account.title"), "security": f.T("security.title")}
	all := []ui.Option{{Value: "", Label: f.T("collection.all")}}
	for _, k := range catalog.LogKinds {
		all = append(all, ui.Option{Value: k.Name, Label: names[k.Name]})
	}
	return all
}

// ownSentence are the actions whose sentence is not made of verb and object.
var ownSentence = []catalog.Action{catalog.AccountCreated, catalog.LoggedIn, catalog.LoggedOut, catalog.EmailConfirmed, catalog.EmailRestored, catalog.PasswordReset,
	catalog.TwoFactorEnabled, catalog.TwoFactorDisabled, catalog.TwoFactorResealed, catalog.RecoveryCodesRenewed, catalog.TokensRevoked, catalog.InvitationAccepted,
	catalog.ItemPhotoMainSet, catalog.MemberSuspended, catalog.MemberResumed, catalog.AccountSuspended, catalog.AccountResumed, catalog.QuotaUpdated, catalog.KeyLimitUpdated, catalog.LoanReturned, catalog.TrashEmptied}

// Sentence describes an entry.
func Sentence(f ui.Frame, l catalog.Log) string {
	if slices.Contains(ownSentence, l.Action) {
		return f.T("log."+string(l.Action), "who", l.UserName)
	}
	at := strings.LastIndex(string(l.Action), "_")
	object, verb := string(l.Action[:at]), string(l.Action[at+1:])
	if verb == "removed" {
		verb = "deleted"
	}
	what := f.T("log.what." + object)
	if name := l.Name(); name != "" {
		what = f.T("log.named", "what", what, "name", name)
	}
	return f.T("log."+verb, "who", l.UserName, "what", what)
}

// logKind is the part of the log that an action is in.
func logKind(a catalog.Action) string {
	for _, k := range catalog.LogKinds {
		if slices.Contains(k.Actions, a) {
			return k.Name
		}
	}
	return ""
}

// logIcons are the icons of the parts of the log.
var logIcons = map[string]string{"collection": "library", "type": "shapes", "item": "package", "copy": "layers", "location": "folder-tree",
	"insurance": "shield-check", "trash": "trash-2", "account": "users", "security": "lock"}

// logPath is the page of an entry's object, empty if it has none or is gone.
func logPath(l catalog.OwnLog) string {
	switch kind := logKind(l.Action); {
	case kind == "collection" && l.CollectionID != nil:
		return ui.CollectionPath(*l.CollectionID)
	case kind == "type" && l.CollectionTypeID != nil:
		return "/types/" + ui.Number(*l.CollectionTypeID)
	case kind == "item" && l.ItemID != nil:
		return ui.ItemPath(*l.ItemID)
	case kind == "location" && l.LocationID != nil:
		return "/locations/" + ui.Number(*l.LocationID)
	case kind == "copy" && l.CopyID != nil:
		return ui.CopyPath(*l.CopyID)
	case kind == "insurance" && l.CopyID != nil:
		return ui.CopyPath(*l.CopyID) + "/insurance"
	}
	return ""
}

// logBeside is the item of a changed part, if the sentence does not name it.
func logBeside(l catalog.OwnLog) string {
	if l.ItemName == nil || *l.ItemName == l.Name() {
		return ""
	}
	return *l.ItemName
}
