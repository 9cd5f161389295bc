package api

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var documents = []route{
	read(member, "GET /api/copies/{copy}/documents", including(listIn(inventory.Documents), signedURLs[catalog.Page[catalog.Document]](nil)), pageOf(documentOf)),
	attach("POST /api/copies/{copy}/documents", catalog.DocumentCreated, newDocument, single(http.StatusCreated, documentOf)),
	read(member, "GET /api/documents/{document}", including(get(inventory.Document), signedURLs[catalog.Document](nil)), single(http.StatusOK, documentOf)),
	write(editor, "PUT /api/documents/{document}", catalog.DocumentUpdated, update(documentInput, inventory.UpdateDocument), single(http.StatusOK, documentOf)),
	write(editor, "DELETE /api/documents/{document}", catalog.DocumentDeleted, discard(inventory.DeleteDocument), trashed),
	bytesOf("GET /api/documents/{document}/file", documentFile),
}

// newDocument receives a file, finds it by its hash, or takes a link.
func newDocument(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (catalog.Document, string, error), error) {
	reader, err := r.View(identity.Edit)
	if err != nil {
		return nil, err
	}
	_, missing := inventory.Copy(r.Context(), reader, r.nth(0))
	f, err := s.readForm(r, attachment.MaxDocument, a, missing)
	if err != nil {
		return nil, err
	}
	hash := f.text("sha256")
	in, err := decode(f.body, newDocumentInput)
	if err != nil {
		return nil, err
	}
	given := 0
	for _, is := range []bool{f.file != nil, hash != "", in.ExternalURL != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, fault.On("file", "Give exactly one of file, sha256 and external_url.")
	}
	if in.ExternalURL == nil {
		field := "file"
		if f.file == nil {
			field = "sha256"
			if f.file, err = s.byHash(r, reader, hash); err != nil {
				return nil, err
			}
			a.closing(f.file)
		}
		if a.stored, err = s.attachments.KeepDocument(r.Context(), r.AccountID, f.file); err != nil {
			return nil, renamed(err, "file", field)
		}
	}
	return func(ctx context.Context, w postgres.Writer) (catalog.Document, string, error) {
		return inventory.CreateDocument(ctx, w, r.nth(0), in, a.stored)
	}, nil
}

// newDocumentInput also reads the source of a document, which cannot change later.
func newDocumentInput(b *body) catalog.DocumentInput {
	in := documentInput(b)
	in.ExternalURL = b.optional("external_url")
	return in
}

// documentInput reads a document. Older clients send the type as type.
func documentInput(b *body) catalog.DocumentInput {
	in := catalog.DocumentInput{DocumentType: b.text("document_type")}
	if older := b.text("type"); in.DocumentType == "" {
		in.DocumentType = older
	}
	in.Name = b.text("name")
	in.Description = b.optional("description")
	in.IssuedAt = b.date("issued_at")
	in.ReferenceNumber = b.optional("reference_number")
	in.DocumentableType = b.text("documentable_type")
	in.DocumentableID = b.integer("documentable_id")
	return in
}

func documentOf(r *request, d catalog.Document) resource {
	self := "/api/documents/" + strconv.FormatInt(d.ID, 10)
	kind, of := d.Of()
	var download *string
	if d.ExternalURL == nil {
		download = new(r.Base + self + "/file")
	}
	made := resource{kind: "document", id: d.ID, self: self, attributes: attributes{
		{"uuid", d.UUID},
		{"copy_id", ref{&d.CopyID}},
		{"document_type", d.DocumentType},
		{"name", d.Name},
		{"description", d.Description},
		{"issued_at", d.IssuedAt},
		{"reference_number", d.ReferenceNumber},
		{"documentable_type", kind},
		{"documentable_id", ref{&of}},
		{"external_url", d.ExternalURL},
		{"mime_type", d.MimeType},
		{"size", d.Size},
		{"sha256", d.SHA256},
		{"download_url", download},
		{"created_at", d.CreatedAt},
		{"updated_at", d.UpdatedAt},
	}}
	if d.ExternalURL == nil {
		made.file = signable{kind: signedDocument, id: d.ID}
	}
	return made
}

func documentFile(s *Server, r *request, reader postgres.Reader) (answer, error) {
	c, err := inventory.DocumentContent(r.Context(), reader, r.nth(0))
	if err != nil {
		return answer{}, err
	}
	how := filter{query: r.query()}
	inline := how.oneOf("disposition", []string{"attachment", "inline"}) == "inline" && attachment.ShownInline(c)
	if err := how.wrong.Err(); err != nil {
		return answer{}, err
	}
	return s.original(r, c, attachment.ServedDocument(c), attachment.WithEnding(c), inline)
}
