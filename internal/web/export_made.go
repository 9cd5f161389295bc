package web

import (
	"net/http"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

// sendExport sends the file of an export. The log tells who has fetched it.
func (w *Web) sendExport(v *visit, reader postgres.Reader) error {
	id, err := v.number("export")
	if err != nil {
		return err
	}
	c, err := reader.ExportContent(v.Context(), id)
	if err != nil {
		return err
	}
	from, err := w.attachments.Open(v.Context(), c, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	err = postgres.Change(v.Context(), v.Scope, catalog.ExportDownloaded, func(f postgres.Fetcher) error { return f.ExportTaken(v.Context(), id) })
	if err != nil {
		return err
	}
	v.mayTake(2 * uploadTimeout)
	h := v.out.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Type", c.MimeType)
	h.Set("Content-Disposition", attachment.Disposition(c.Filename, false))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.out, v.Request, "", time.Time{}, from)
	return nil
}

// deletingExport deletes an export with its file, and leads back.
func deletingExport(back string) func(*Web, *visit) error {
	return func(w *Web, v *visit) error {
		id, err := v.number("export")
		if err != nil {
			return err
		}
		object := ""
		err = postgres.Change(v.Context(), v.Scope, catalog.ExportDeleted, func(o postgres.Own) (err error) {
			object, err = o.DeleteExport(v.Context(), id)
			return err
		})
		if err != nil {
			return err
		}
		w.attachments.Settle(v.Context(), catalog.Stored{Object: object}, "", nil)
		return v.redirect(back)
	}
}
