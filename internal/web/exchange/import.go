package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
	examples "vitrine/samples/import"
)

// importPages list and begin imports. The steps of one are pages of their own.
var importPages = []page.Row{
	page.Edit("GET /imports", "GET /api/imports", func(v *page.Visit) error {
		return importList(v, http.StatusOK, ui.Form{Values: map[string]string{"collection_id": v.Param("collection")}})
	}),
	page.Taking(page.Edit("POST /imports", "POST /api/imports", beginImport)),
	page.Edit("GET /imports/{import}/report", "GET /api/imports/{import}/report", importReport),
}

// importList shows the imports, and the form for a new one.
func importList(v *page.Visit, status int, form ui.Form) error {
	list := Imports{Form: form, Samples: examples.Names, Path: "/imports"}
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = exchange.LatestImports(v.Context(), r, v.Paging())
		return err
	}, func(r postgres.Reader) (err error) {
		list.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("imports.title")
	return v.Render(status, ImportList(f, list))
}

// beginImport receives a file, or takes a sample, and begins to read it.
func beginImport(v *page.Visit) error {
	if _, err := v.View(v.Right); err != nil {
		return err
	}
	held, err := v.Hold(importing.MaxUpload, 1)
	for _, f := range held {
		defer f.Close()
	}
	if err != nil {
		return err
	}
	return v.Once(func() error { return beginReading(v, held) })
}

// beginReading begins to read a received file, or a sample.
func beginReading(v *page.Visit, held []page.Received) error {
	f, err := v.Frame("", "") // also sets the language of errors
	if err != nil {
		return err
	}
	if name := v.Text("sample"); name != "" {
		v.PostForm.Set("collection", SampleName(f, name))
	}
	file, err := importFile(v, held)
	var made importing.Import
	if err == nil {
		made, err = createImport(v, file)
	}
	if err = asInvalid(v, err); err == nil {
		return v.Redirect(ImportPath(made.ID))
	}
	return v.Answer(err, func(form ui.Form) error {
		return importList(v, http.StatusUnprocessableEntity, form.AsNotice("account").AsNotice("import"))
	}, nil)
}

// importFile is the file of the form: an uploaded one, or a sample.
func importFile(v *page.Visit, held []page.Received) (page.Received, error) {
	if name := v.Text("sample"); name != "" {
		content, err := examples.Open(name)
		if err != nil {
			return page.Received{}, fault.ErrNotFound
		}
		file, err := attachment.Receive(v.Context(), bytes.NewReader(content), int64(len(content)))
		return page.Received{Received: file, Name: name}, err
	}
	if len(held) == 0 || held[0].Size == 0 {
		if len(v.Refused) > 0 {
			return page.Received{}, fault.On("file", "The file must not be larger than %d MiB.", importing.MaxUpload>>20)
		}
		return page.Received{}, fault.On("file", "Please choose a file.")
	}
	return held[0], nil
}

// createImport stores a file and begins to read it into the chosen collection or a new one, which is
// named like the file by default.
func createImport(v *page.Visit, file page.Received) (made importing.Import, err error) {
	defer file.Close()
	in := importing.NewImport{Name: attachment.BaseName(file.Name, ""), Source: "file"}
	if portable.Is(file.Received, file.Size) {
		return createArchiveImport(v, file, in)
	}
	var wrong fault.Invalid
	if in.CollectionID = v.Integer(&wrong, "collection_id"); in.CollectionID == nil {
		collection := catalog.CollectionInput{Name: cmp.Or(v.Text("collection"), strings.TrimSuffix(in.Name, path.Ext(in.Name))), Visibility: "private"}
		if err := collection.Validate(); err != nil {
			wrong.Addf("collection", "The %s field must not be greater than %d characters.", catalog.MaxName)
		}
		if in.NewCollection, err = json.Marshal(collection); err != nil {
			return made, err
		}
	}
	if err := wrong.Err(); err != nil {
		return made, err
	}
	stored, err := v.Web.Attachments.KeepFile(v.Context(), v.AccountID, file.Received)
	if err != nil {
		return made, err
	}
	return readStored(v, in, stored)
}

// readStored begins to read a stored file.
func readStored(v *page.Visit, in importing.NewImport, stored catalog.Stored) (made importing.Import, err error) {
	named := ""
	err = postgres.Change(v.Context(), v.Scope, "", func(change postgres.Writer) (err error) {
		made, named, err = exchange.CreateImport(v.Context(), change, in, stored)
		return err
	})
	v.Web.Attachments.Settle(v.Context(), stored, named, err)
	return made, err
}

// asInvalid turns the error that another import is running into one of the form.
func asInvalid(v *page.Visit, err error) error {
	var busy importing.Busy
	if errors.As(err, &busy) {
		return fault.On("import", "Another import of the account is under way.")
	}
	return err
}

// importReport sends all issues and changes as CSV.
func importReport(v *page.Visit) error {
	imp, err := importOf(v)
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	report, err := v.Web.Lists.Report(v.Context(), reader, imp.ID)
	if err != nil {
		return err
	}
	defer report.Close()
	page.MayTake(v, 2*page.UploadTimeout)
	h := v.Out.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", attachment.Disposition("import-"+strconv.FormatInt(imp.ID, 10)+".csv", false))
	_, _ = io.Copy(v.Out, report) // the browser may be gone
	return nil
}
