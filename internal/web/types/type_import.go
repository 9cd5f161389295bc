package types

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

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

var typeImportPages = []page.Row{
	page.Edit("GET /types/new", "GET /api/collection-type-templates", func(v *page.Visit) error { return gallery(v, http.StatusOK, ui.Form{}) }),
	page.Taking(page.Edit("POST /types/import", "POST /api/collection-types/import", importType)),
	page.Edit("GET /types/{collectionType}/export", "GET /api/collection-types/{collectionType}/export", exportType),
}

// gallery offers the templates, an empty type, and an import.
func gallery(v *page.Visit, status int, form ui.Form) error {
	var all []catalog.CollectionLink
	err := v.Together(func(r postgres.Reader) (err error) {
		all, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "types")
	if err != nil {
		return err
	}
	f.Title = f.T("type.new")
	return v.Render(status, TypeGallery(f, Gallery{Templates: catalog.TemplatesIn(f.Locale), Collections: all, Form: form}))
}

// importType creates a type from a template, a file or a text, and links it to an existing collection,
// or to a new one of its name, all or nothing.
func importType(v *page.Visit) error {
	document, err := document(v)
	if err != nil {
		return err
	}
	return v.Once(func() error { return importDocument(v, document) })
}

func importDocument(v *page.Visit, document string) error {
	if _, err := v.Frame("", ""); err != nil { // the language of a template
		return err
	}
	in := catalog.Import{Field: "json", JSON: document, Template: v.Text("template"), Language: v.Texts.Locale}
	in.Document, in.Broken = parseTypeDocument([]byte(in.JSON))
	var made catalog.CollectionType
	err := in.Validate()
	if err == nil {
		err = v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) (err error) {
			err = postgres.Change(v.Context(), s, catalog.CollectionTypeImported, func(change postgres.Writer) (err error) {
				made, err = inventory.ImportCollectionType(v.Context(), change, *in.Document.Type)
				return err
			})
			if err != nil || v.Text("for") == "" {
				return err
			}
			return useType(v, s, made)
		})
	}
	return v.Answer(err, func(form ui.Form) error { return gallery(v, http.StatusUnprocessableEntity, form) },
		func() error {
			if id := page.AsID(v.Text("for")); id != nil && v.Text("back") != "" {
				return v.Redirect(ui.CollectionPath(*id))
			}
			return v.Redirect(TypePath(made.ID))
		})
}

// useType links a new type to the chosen collection.
func useType(v *page.Visit, s postgres.Scope, made catalog.CollectionType) error {
	id, err := strconv.ParseInt(v.Text("for"), 10, 64)
	if err != nil {
		in := catalog.CollectionInput{Name: made.Name, Visibility: "private"}
		if err := in.Validate(); err != nil {
			return err
		}
		err := postgres.Change(v.Context(), s, catalog.CollectionCreated, func(change postgres.Writer) error {
			c, err := inventory.CreateCollection(v.Context(), change, in)
			id = c.ID
			return err
		})
		if err != nil {
			return err
		}
	}
	return postgres.Change(v.Context(), s, catalog.CollectionTypeCollectionsUpdated, func(change postgres.Writer) error {
		_, err := inventory.SetCollections(v.Context(), change, made.ID, catalog.Links{CollectionIDs: []int64{id}})
		return err
	})
}

// document is the uploaded file, or the text.
func document(v *page.Visit) (string, error) {
	var sent []byte
	v.Patient()
	err := v.Walk(func(file httpserver.Part) error {
		const most = 4 * catalog.MaxDocument // longer ones are refused
		content, err := attachment.Receive(v.Context(), io.LimitReader(file, most), most)
		var down *fault.Unavailable
		switch {
		case errors.As(err, &down):
			return err
		case err != nil:
			return page.ErrBrokenOff
		}
		defer content.Close()
		page.NoteFile(v, content)
		sent, err = content.Bytes()
		return err
	})
	if len(sent) > 0 && err == nil {
		return page.Plain(string(sent)), nil
	}
	return v.Text("json"), err
}

var errTypeDocument = errors.New("it is not a JSON object of the shape that export writes")

// parseTypeDocument reads a document, also within an answer of the API.
func parseTypeDocument(content []byte) (catalog.TypeDocument, error) {
	var given struct {
		catalog.TypeDocument
		Schema *catalog.TypeDocument `json:"schema"`
		Data   *struct {
			Attributes struct {
				Schema *catalog.TypeDocument `json:"schema"`
			} `json:"attributes"`
		} `json:"data"`
	}
	if err := json.Unmarshal(content, &given); err != nil {
		return given.TypeDocument, errTypeDocument
	}
	switch {
	case given.Schema != nil:
		return *given.Schema, nil
	case given.Data != nil && given.Data.Attributes.Schema != nil:
		return *given.Data.Attributes.Schema, nil
	}
	return given.TypeDocument, nil
}

// exportType sends the type as a file.
func exportType(v *page.Visit) error {
	id, err := v.Number("collectionType")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Edit)
	if err != nil {
		return err
	}
	document, err := inventory.ExportCollectionType(v.Context(), reader, id)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	h := v.Out.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", `attachment; filename="collection-type-`+strconv.FormatInt(id, 10)+`.json"`)
	_, _ = v.Out.Write(append(content, '\n')) // the client may be gone
	return nil
}
