package web

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
	"vitrine/internal/web/view"
)

var documentPages = []row{
	taking(edit("POST /copies/{copy}/documents", "POST /api/copies/{copy}/documents", addDocuments)),
	{pattern: "GET /documents/{document}/file", right: identity.View, bucket: httpserver.Files, operation: "GET /api/documents/{document}/file", handle: documentFile},
	edit("GET /documents/{document}/edit", "", editDocument),
	edit("POST /documents/{document}", "PUT /api/documents/{document}", updateDocument),
	edit("POST /documents/{document}/delete", "DELETE /api/documents/{document}", deleteDocument),
}

// maxFiles limits the files of one form.
const maxFiles = 20

// addDocuments takes one or many files, or an address where a document lies. The name
// of a file is that of its document unless one is given.
func addDocuments(v *visit) error {
	id, err := v.number("copy")
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
	files, err := v.receive(attachment.MaxDocument, maxFiles, func(f received) error { return addDocument(v, id, f) })
	if err == nil && files == 0 && len(v.refused) == 0 {
		err = linkDocument(v, id)
	}
	if v.fragment() && err == nil && files > 0 {
		if len(v.refused) > 0 {
			v.status = http.StatusUnprocessableEntity
		}
		return v.renderRefused()
	}
	if len(v.refused) > 0 && err == nil {
		v.status = http.StatusUnprocessableEntity
		return documentsPage(v, id, v.form(nil))
	}
	return v.answer(err, func(form view.Form) error {
		v.status = http.StatusUnprocessableEntity
		return documentsPage(v, id, form)
	}, func() error { return v.redirect(view.CopyPath(id) + "/documents") })
}

func addDocument(v *visit, id int64, f received) error {
	in, err := v.documentInput()
	if err != nil {
		return err
	}
	if in.Name == "" {
		in.Name = attachment.BaseName(f.name, "")
	}
	if err := in.Validate(); err != nil {
		return err
	}
	stored, err := v.web.attachments.KeepDocument(v.Context(), v.AccountID, f.Received)
	if err != nil {
		return err
	}
	named := ""
	err = postgres.Change(v.Context(), v.Scope, catalog.DocumentCreated, func(change postgres.Writer) (err error) {
		_, named, err = inventory.CreateDocument(v.Context(), change, id, in, stored)
		return err
	})
	v.web.attachments.Settle(v.Context(), stored, named, err)
	return err
}

// linkDocument notes a document that lies elsewhere.
func linkDocument(v *visit, id int64) error {
	in, err := v.documentInput()
	if err != nil {
		return err
	}
	if in.ExternalURL = v.optional("external_url"); in.ExternalURL == nil {
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

func (v *visit) documentInput() (catalog.DocumentInput, error) {
	var wrong fault.Invalid
	in := catalog.DocumentInput{DocumentType: v.text("document_type"), Name: v.text("name"), Description: v.optional("description"), ReferenceNumber: v.optional("reference_number")}
	in.IssuedAt = v.day(&wrong, "issued_at")
	return in, wrong.Err()
}

// documentOf reads the document of the path.
func (v *visit) documentOf() (d catalog.Document, err error) {
	id, err := v.number("document")
	if err != nil {
		return d, err
	}
	reader, err := v.reader()
	if err != nil {
		return d, err
	}
	return inventory.Document(v.Context(), reader, id)
}

// documentFile sends a document. A browser shows what it can if asked to.
func documentFile(v *visit) error {
	id, err := v.number("document")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	c, err := inventory.DocumentContent(v.Context(), reader, id)
	if err != nil {
		return err
	}
	from, err := v.web.attachments.Open(v.Context(), c, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	inline := v.URL.Query().Has("inline") && attachment.ShownInline(c)
	v.mayTake(2 * uploadTimeout)
	h := v.out.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Type", attachment.ServedDocument(c))
	h.Set("Content-Disposition", attachment.Disposition(attachment.WithEnding(c), inline))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	http.ServeContent(v.out, v.Request, "", time.Time{}, from)
	return nil
}

// documentForm shows the form of a document.
func documentForm(v *visit, status int, d catalog.Document, form view.Form) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	c, err := inventory.CopySheet(v.Context(), reader, d.CopyID)
	if err != nil {
		return err
	}
	f, err := v.frame(d.Name, view.CurrentCollection(c.CollectionID))
	if err != nil {
		return err
	}
	return v.render(status, view.DocumentForm(f, c, d, form))
}

func editDocument(v *visit) error {
	d, err := v.documentOf()
	if err != nil {
		return err
	}
	return documentForm(v, http.StatusOK, d, view.Edited(view.DocumentValues(d)))
}

func updateDocument(v *visit) error {
	d, err := v.documentOf()
	if err != nil {
		return err
	}
	err = v.amendBy(catalog.DocumentUpdated, func(r postgres.Reader) (_ map[string]string, err error) {
		d, err = inventory.Document(v.Context(), r, d.ID)
		return view.DocumentValues(d), err
	}, func(change postgres.Writer) error {
		in, err := v.documentInput()
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
	return v.answer(err, func(form view.Form) error {
		return documentForm(v, http.StatusUnprocessableEntity, d, form)
	}, func() error { return v.redirect(view.CopyPath(d.CopyID) + "/documents") })
}

func deleteDocument(v *visit) error {
	d, err := v.documentOf()
	if err != nil {
		return err
	}
	return v.delete("document", catalog.DocumentDeleted, view.CopyPath(d.CopyID)+"/documents", inventory.DeleteDocument)
}
