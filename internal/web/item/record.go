package item

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// kind describes a kind of records: its form and its list. All kinds share the same pages.
type kind[T, In any] struct {
	word string // in texts
	id   string // in patterns
	path string // of pages, below the copy
	api  string // of programs, below the copy
	tab  string // of the copy that lists them
	Get  string // the operation that reads one

	list   func(context.Context, postgres.Reader, int64, catalog.Paging) (catalog.Page[T], error)
	read   func(context.Context, postgres.Reader, int64, int64) (T, error)
	create func(context.Context, postgres.Writer, int64, In) error
	update func(context.Context, postgres.Writer, int64, int64, In) (T, error)
	delete func(context.Context, postgres.Writer, int64, int64) error

	created, updated, deleted catalog.Action

	asks    []Question
	input   func(*page.Visit, *fault.Invalid, catalog.CopySheet) In
	check   func(*In) error
	fresh   func(*page.Visit, RecordEdit) map[string]string // initial values of a new one
	values  func(T) map[string]string
	line    func(ui.Frame, T) Line
	mark    func(T) (id int64, changed time.Time)
	choices func(*page.Visit, postgres.Reader, *RecordEdit) error // nil if there are none
	verbs   func(*page.Visit) (title, do string)                  // title and button of a new one; nil for the defaults
}

// makes drops the result of a function that adds a record.
func makes[In, T any](do func(context.Context, postgres.Writer, int64, In) (T, error)) func(context.Context, postgres.Writer, int64, In) error {
	return func(ctx context.Context, w postgres.Writer, copyID int64, in In) error {
		_, err := do(ctx, w, copyID, in)
		return err
	}
}

// pages are the rows of the page map.
func (k kind[T, In]) pages() []page.Row {
	base, api := "/copies/{copy}/"+k.path, "/api/copies/{copy}/"+k.api
	one := "/{" + k.id + "}"
	return []page.Row{
		page.Edit("GET "+base+"/new", "", k.showNew),
		page.Edit("POST "+base, "POST "+api, k.add),
		page.Edit("GET "+base+one+"/edit", "", k.showOne),
		page.Edit("POST "+base+one, "PUT "+api+one, k.change),
		page.Edit("POST "+base+one+"/delete", "DELETE "+api+one, k.remove),
	}
}

// of reads the copy of the path, the record if the path names one, and the choices of the form.
func (k kind[T, In]) of(v *page.Visit) (e RecordEdit, record T, err error) {
	id, err := v.Number("copy")
	if err != nil {
		return e, record, err
	}
	e.Word, e.Asks, e.New = k.word, k.asks, v.PathValue(k.id) == ""
	e.Path, e.Back = ui.CopyPath(id)+"/"+k.path, ui.CopyPath(id)+"/"+k.tab
	if v.FormValue("to") != "" {
		e.Back = v.Destination()
	}
	reads := []func(postgres.Reader) error{func(r postgres.Reader) (err error) {
		e.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	}}
	if !e.New {
		of, err := v.Number(k.id)
		if err != nil {
			return e, record, err
		}
		e.Path += "/" + strconv.FormatInt(of, 10)
		e.Object = ui.Object{Path: "/api/copies/" + strconv.FormatInt(id, 10) + "/" + k.api + "/" + strconv.FormatInt(of, 10), Operation: k.Get}
		reads = append(reads, func(r postgres.Reader) (err error) {
			record, err = k.read(v.Context(), r, id, of)
			return err
		})
	}
	if k.choices != nil {
		reads = append(reads, func(r postgres.Reader) error { return k.choices(v, r, &e) })
	}
	return e, record, v.Together(reads...)
}

// form shows a record's form. Errors on unknown fields are shown for the form as a whole.
func (k kind[T, In]) form(v *page.Visit, status int, e RecordEdit) error {
	f, err := v.Frame("", ui.CurrentCollection(e.Copy.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T(k.word + ".edit")
	if e.New {
		f.Title = f.T(k.word + ".new")
		if k.verbs != nil {
			title, do := k.verbs(v)
			f.Title, e.Do = f.T(title), f.T(do)
		}
	}
	return recordSheet(v, f, status, e)
}

// recordSheet shows the form of a record, as a page or for a dialog.
func recordSheet(v *page.Visit, f ui.Frame, status int, e RecordEdit) error {
	if e.Form.Invalid != nil {
		e.Form.Texts = f.Texts
		for _, field := range e.Form.Invalid.Fields {
			if !slices.ContainsFunc(e.Asks, func(a Question) bool { return a.Name == field.Name }) {
				e.Form = e.Form.AsNotice(field.Name)
			}
		}
	}
	if v.Fragment() {
		return v.Render(status, RecordSheet(f, e))
	}
	return v.Render(status, RecordPage(f, e))
}

func (k kind[T, In]) showNew(v *page.Visit) error {
	e, _, err := k.of(v)
	if err != nil {
		return err
	}
	e.Form.Values = k.fresh(v, e)
	return k.form(v, http.StatusOK, e)
}

func (k kind[T, In]) showOne(v *page.Visit) error {
	e, record, err := k.of(v)
	if err != nil {
		return err
	}
	e.Form = ui.Edited(k.values(record))
	return k.form(v, http.StatusOK, e)
}

// sent reads the form.
func (k kind[T, In]) sent(v *page.Visit, c catalog.CopySheet) (In, error) {
	var wrong fault.Invalid
	in := k.input(v, &wrong, c)
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, k.check(&in)
}

func (k kind[T, In]) add(v *page.Visit) error {
	e, _, err := k.of(v)
	if err != nil {
		return err
	}
	in, err := k.sent(v, e.Copy)
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, k.created, func(w postgres.Writer) error { return k.create(v.Context(), w, e.Copy.ID, in) })
	}
	return k.done(v, e, err)
}

// change writes the fields that the user changed.
func (k kind[T, In]) change(v *page.Visit) error {
	e, record, err := k.of(v)
	if err != nil {
		return err
	}
	id, _ := k.mark(record)
	err = v.AmendBy(k.updated, func(r postgres.Reader) (map[string]string, error) {
		now, err := k.read(v.Context(), r, e.Copy.ID, id)
		return k.values(now), err
	}, func(w postgres.Writer) error {
		in, err := k.sent(v, e.Copy)
		if err == nil {
			_, err = k.update(v.Context(), w, e.Copy.ID, id, in)
		}
		return err
	})
	return k.done(v, e, err)
}

// done redirects to the page before, or shows the form with errors.
func (k kind[T, In]) done(v *page.Visit, e RecordEdit, err error) error {
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return k.form(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.Redirect(e.Back) })
}

func (k kind[T, In]) remove(v *page.Visit) error {
	e, record, err := k.of(v)
	if err != nil {
		return err
	}
	id, _ := k.mark(record)
	err = v.Discard(k.deleted, func(w postgres.Writer) error { return k.delete(v.Context(), w, e.Copy.ID, id) })
	return k.done(v, e, err)
}

// inTab reads the records of a copy for its page, and shows them.
func (k kind[T, In]) inTab(v *page.Visit, id int64) (read func(postgres.Reader) error, shown func(ui.Frame) Lines) {
	var found catalog.Page[T]
	base := ui.CopyPath(id) + "/"
	read = func(r postgres.Reader) (err error) {
		found, err = k.list(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param(k.path)})
		return err
	}
	return read, func(f ui.Frame) Lines {
		l := Lines{Word: k.word, Path: base + k.path, Total: found.Total}
		for _, record := range found.Items {
			l.Items = append(l.Items, k.line(f, record))
		}
		if found.NextAfter != "" {
			l.Next = ui.With(base+k.tab, k.path, found.NextAfter)
		}
		return l
	}
}

// sum is an amount in the currency that another field names, or else in that of the collection.
func sum(v *page.Visit, wrong *fault.Invalid, name, currency string, c catalog.CopySheet) *int64 {
	return v.Price(wrong, name, currency, c.Currency)
}

// Today is today's date as a form writes it.
func Today() string { return time.Now().UTC().Format(time.DateOnly) }
