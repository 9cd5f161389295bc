package exchange

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// archivePages are the pages of archives.
var archivePages = []page.Row{
	page.Oversee("GET /settings/archive", "GET /api/exports", func(v *page.Visit) error { return archives(v, http.StatusOK, ui.Form{}) }),
	page.Manage("POST /settings/archive", "POST /api/exports", makeArchive),
	page.Oversee("GET /settings/archive/{export}/file", "GET /api/exports/{export}/file", archiveFile),
	page.Manage("POST /settings/archive/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/settings/archive")),
}

// archives lists the archives. While one is being made, the page reloads by itself.
func archives(v *page.Visit, status int, form ui.Form) error {
	f, err := page.Setting(v, "archive.title")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Oversee)
	if err != nil {
		return err
	}
	made, err := exchange.Exports(v.Context(), reader, catalog.Paging{Number: 1, PerPage: 100})
	if err != nil {
		return err
	}
	shown := Archives{Files: made.Items, Form: form, Stores: v.Web.Attachments.Ready()}
	if shown.Busy() && status == http.StatusOK {
		v.Out.Header().Set("Refresh", "2")
	}
	return v.Render(status, ArchivesPage(f, shown))
}

func makeArchive(v *page.Visit) error {
	err := v.Web.Attachments.Required()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ExportCreated, func(o postgres.Own) error {
			_, err := exchange.CreateExport(v.Context(), o, export.Archive(v.Text("without_files") != "", time.Now().UTC()), v.Web.Attachments.Quota())
			return err
		})
	}
	var underWay catalog.ExportUnderWay
	if errors.As(err, &underWay) {
		err = fault.On("account", "Another archive or pack of yours is being made.")
	}
	return v.Answer(err, func(form ui.Form) error { return archives(v, http.StatusUnprocessableEntity, form) }, func() error { return v.Redirect("/settings/archive") })
}

func archiveFile(v *page.Visit) error {
	reader, err := v.View(identity.Oversee)
	if err != nil {
		return err
	}
	return sendExport(v, reader)
}

// Archives are the archives that jobs have made or are making.
type Archives struct {
	Files  []catalog.ExportFile
	Form   ui.Form
	Stores bool // the installation keeps files
}

// Busy reports whether a file is being made.
func (a Archives) Busy() bool { return slices.ContainsFunc(a.Files, catalog.ExportFile.IsWorking) }

// made describes the progress or the content of an archive.
func made(f ui.Frame, e catalog.ExportFile) string {
	switch e.State {
	case catalog.ExportFailed:
		if lacksRoom(e) {
			return f.T("export.no_room")
		}
	case catalog.ExportDone:
		return f.T("archive.state.done", "size", f.Bytes(*e.Size), "date", f.Date(*e.ExpiresAt))
	case catalog.ExportWorking:
		var at struct{ Done, Total int64 }
		if json.Unmarshal(e.Progress, &at) == nil && at.Total > 0 {
			return f.T("archive.state.step", "done", f.Number(at.Done), "total", f.Number(at.Total))
		}
	}
	return f.T("archive.state." + e.State)
}
