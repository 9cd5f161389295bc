package item

import (
	"net/http"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var documentPages = []page.Row{
	page.Taking(page.Edit("POST /copies/{copy}/documents", "POST /api/copies/{copy}/documents", addDocuments)),
	{Pattern: "GET /documents/{document}/file", Right: identity.View, Bucket: httpserver.Files, Operation: "GET /api/documents/{document}/file", Handle: documentFile},
	page.Edit("GET /documents/{document}/edit", "", editDocument),
	page.Edit("POST /documents/{document}", "PUT /api/documents/{document}", updateDocument),
	page.Edit("POST /documents/{document}/delete", "DELETE /api/documents/{document}", deleteDocument),
}

// addDocuments takes one or more files, or a link. A document is named like its file by default.
func addDocuments(v *page.Visit) error {
	id, err := v.Number("copy")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Edit)
	if err != nil {
		return err
	}
	if _, err := inventory.Copy(v.Context(), reader, id); err != nil {
		return err
	}
	files, err := v.Receive(attachment.MaxDocument, page.MaxFiles, func(f page.Received) error {
		return page.OnceEach(v, func() error { return addDocument(v, id, f) })
	})
	if err == nil && files == 0 && len(v.Refused) == 0 {
		return v.Once(func() error { return documentAdded(v, id, linkDocument(v, id)) })
	}
	if v.Fragment() && err == nil && files > 0 {
		if len(v.Refused) > 0 {
			v.Status = http.StatusUnprocessableEntity
		}
		return v.RenderRefused()
	}
	if len(v.Refused) > 0 && err == nil {
		v.Status = http.StatusUnprocessableEntity
		return documentsPage(v, id, v.FormOf(nil))
	}
	return documentAdded(v, id, err)
}

// documentAdded shows the documents, or the form again.
func documentAdded(v *page.Visit, id int64, err error) error {
	return v.Answer(err, func(form ui.Form) error {
		v.Status = http.StatusUnprocessableEntity
		return documentsPage(v, id, form)
	}, func() error { return v.Redirect(ui.CopyPath(id) + "/documents") })
}

func addDocument(v *page.Visit, id int64, f page.Received) error {
	in, err := documentInput(v)
	if err != nil {
		return err
	}
	if in.Name == "" {
		in.Name = attachment.BaseName(f.Name, "")
	}
	if err := in.Validate(); err != nil {
		return err
	}
	stored, err := v.Web.Attachments.KeepDocument(v.Context(), v.AccountID, f.Received)
	if err != nil {
		return err
	}
	named := ""
	err = postgres.Change(v.Context(), v.Scope, catalog.DocumentCreated, func(change postgres.Writer) (err error) {
		_, named, err = inventory.CreateDocument(v.Context(), change, id, in, stored)
		return err
	})
	v.Web.Attachments.Settle(v.Context(), stored, named, err)
	return err
}

// linkDocument adds a document that is a link.
func linkDocument(v *page.Visit, id int64) error {
	in, err := documentInput(v)
	if err != nil {
		return err
	}
	if in.ExternalURL = v.Optional("external_url"); in.ExternalURL == nil {
		var none fault.Invalid
		none.Required("file", "")
		return none.Err()
	}
	if in.Name == "" {
		in.Name = *in.ExternalURL
	}
	if err := in.Validate(); err != nil {
		return err
	}
	return postgres.Change(v.Context(), v.Scope, catalog.DocumentCreated, func(change postgres.Writer) error {
		_, _, err := inventory.CreateDocument(v.Context(), change, id, in, catalog.Stored{})
		return err
	})
}

func documentInput(v *page.Visit) (catalog.DocumentInput, error) {
	var wrong fault.Invalid
	in := catalog.DocumentInput{DocumentType: v.Text("document_type"), Name: v.Text("name"), Description: v.Optional("description"), ReferenceNumber: v.Optional("reference_number")}
	in.IssuedAt = day(v, &wrong, "issued_at")
	return in, wrong.Err()
}

// documentOf reads the document of the path.
func documentOf(v *page.Visit) (d catalog.Document, err error) {
	id, err := v.Number("document")
	if err != nil {
		return d, err
	}
	reader, err := v.Reader()
	if err != nil {
		return d, err
	}
	return inventory.Document(v.Context(), reader, id)
}

// documentFile sends a document; on request the browser shows it instead of saving.
func documentFile(v *page.Visit) error {
	id, err := v.Number("document")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	c, err := inventory.DocumentContent(v.Context(), reader, id)
	if err != nil {
		return err
	}
	from, err := v.Web.Attachments.Open(v.Context(), c, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	inline := v.URL.Query().Has("inline") && attachment.ShownInline(c)
	page.MayTake(v, 2*page.UploadTimeout)
	h := v.Out.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Type", attachment.ServedDocument(c))
	h.Set("Content-Disposition", attachment.Disposition(attachment.WithEnding(c), inline))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.Out, v.Request, "", time.Time{}, from)
	return nil
}

// documentForm shows the form of a document.
func documentForm(v *page.Visit, status int, d catalog.Document, form ui.Form) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	c, err := inventory.CopySheet(v.Context(), reader, d.CopyID)
	if err != nil {
		return err
	}
	f, err := v.Frame(d.Name, ui.CurrentCollection(c.CollectionID))
	if err != nil {
		return err
	}
	return v.Render(status, DocumentForm(f, c, d, form))
}

func editDocument(v *page.Visit) error {
	d, err := documentOf(v)
	if err != nil {
		return err
	}
	return documentForm(v, http.StatusOK, d, ui.Edited(ui.DocumentValues(d)))
}

func updateDocument(v *page.Visit) error {
	d, err := documentOf(v)
	if err != nil {
		return err
	}
	err = v.AmendBy(catalog.DocumentUpdated, func(r postgres.Reader) (_ map[string]string, err error) {
		d, err = inventory.Document(v.Context(), r, d.ID)
		return ui.DocumentValues(d), err
	}, func(change postgres.Writer) error {
		in, err := documentInput(v)
		of, id := d.Of()
		in.DocumentableType, in.DocumentableID = of, &id
		if err == nil {
			err = in.Validate()
		}
		if err == nil {
			_, err = inventory.UpdateDocument(v.Context(), change, d.ID, in)
		}
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return documentForm(v, http.StatusUnprocessableEntity, d, form)
	}, func() error { return v.Redirect(ui.CopyPath(d.CopyID) + "/documents") })
}

func deleteDocument(v *page.Visit) error {
	d, err := documentOf(v)
	if err != nil {
		return err
	}
	return v.Delete("document", catalog.DocumentDeleted, ui.CopyPath(d.CopyID)+"/documents", inventory.DeleteDocument)
}
