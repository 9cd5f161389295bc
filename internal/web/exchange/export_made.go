package exchange

import (
	"net/http"
	"slices"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/httpserver"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/web/page"
)

// listsMade shows the lists that jobs have made or are making for the user.
func listsMade(v *page.Visit) error {
	made, err := filesMade(v, "/exports", catalog.ExportList)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	if v.Fragment() { // polled while one is being made
		return v.Render(http.StatusOK, FilesMade(f, made))
	}
	f.Title, f.Again = f.T("export.files"), made.Working()
	return v.Render(http.StatusOK, ListsMade(f, made))
}

// filesMade are the exports of a kind that the caller sees, the latest first. Others are read in the
// same round trip.
func filesMade(v *page.Visit, path, kind string, others ...func(postgres.Reader) error) (m Made, err error) {
	m.Path = path
	err = v.Together(append(others, func(r postgres.Reader) error {
		page, err := exchange.Exports(v.Context(), r, catalog.Paging{Number: 1, PerPage: 100})
		m.Files = slices.DeleteFunc(page.Items, func(e catalog.ExportFile) bool { return e.Kind != kind })
		return err
	})...)
	return m, err
}

// sent sends the file of an export to the user who ordered it, or to an owner.
func sent(pattern string) page.Row {
	p := page.Show(pattern, "GET /api/exports/{export}/file", exportFile)
	p.Bucket = httpserver.Files
	return p
}

func exportFile(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	return sendExport(v, reader)
}

// sendExport sends the file of an export, and logs it.
func sendExport(v *page.Visit, reader postgres.Reader) error {
	id, err := v.Number("export")
	if err != nil {
		return err
	}
	c, err := exchange.ExportContent(v.Context(), reader, id)
	if err != nil {
		return err
	}
	from, err := v.Web.Attachments.Open(v.Context(), c, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	err = postgres.Change(v.Context(), v.Scope, catalog.ExportDownloaded, func(f postgres.Fetcher) error { return exchange.ExportTaken(v.Context(), f, id) })
	if err != nil {
		return err
	}
	page.MayTake(v, 2*page.UploadTimeout)
	h := v.Out.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Type", c.MimeType)
	h.Set("Content-Disposition", attachment.Disposition(c.Filename, false))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.Out, v.Request, "", time.Time{}, from)
	return nil
}

// deletingExport deletes an export with its file, and redirects back.
func deletingExport(back string) func(*page.Visit) error {
	return func(v *page.Visit) error {
		id, err := v.Number("export")
		if err != nil {
			return err
		}
		object := ""
		err = postgres.Change(v.Context(), v.Scope, catalog.ExportDeleted, func(o postgres.Own) (err error) {
			object, err = exchange.DeleteExport(v.Context(), o, id)
			return err
		})
		if err != nil {
			return err
		}
		v.Web.Attachments.Settle(v.Context(), catalog.Stored{Object: object}, "", nil)
		return v.Redirect(back)
	}
}
