package web

import (
	"errors"
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/web/view"
)

// archives are the files that jobs make of an account.
var archivePages = []row{
	oversee("GET /settings/archive", "GET /api/exports", func(v *visit) error { return v.archives(http.StatusOK, view.Form{}) }),
	manage("POST /settings/archive", "POST /api/exports", makeArchive),
	oversee("GET /settings/archive/{export}/file", "GET /api/exports/{export}/file", archiveFile),
	manage("POST /settings/archive/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/settings/archive")),
}

// archives lists the files that there are. While one is made, the page comes again by itself.
func (v *visit) archives(status int, form view.Form) error {
	f, err := v.setting("archive.title")
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
	shown := view.Archives{Files: made.Items, Form: form, Stores: v.web.attachments.Ready()}
	if shown.Busy() && status == http.StatusOK {
		v.out.Header().Set("Refresh", "2")
	}
	return v.render(status, view.ArchivesPage(f, shown))
}

func makeArchive(v *visit) error {
	err := v.web.attachments.Required()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ExportCreated, func(o postgres.Own) error {
			_, err := exchange.CreateExport(v.Context(), o, export.Archive(v.text("without_files") != "", time.Now().UTC()), v.web.attachments.Quota())
			return err
		})
	}
	var underWay catalog.ExportUnderWay
	if errors.As(err, &underWay) {
		err = fault.On("account", "Another archive or pack of yours is being made.")
	}
	return v.answer(err, func(form view.Form) error { return v.archives(http.StatusUnprocessableEntity, form) }, func() error { return v.redirect("/settings/archive") })
}

func archiveFile(v *visit) error {
	reader, err := v.View(identity.Oversee)
	if err != nil {
		return err
	}
	return sendExport(v, reader)
}
