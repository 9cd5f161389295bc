package item

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var copyPages = []page.Row{
	page.Edit("GET /items/{item}/copies/new", "", newCopy),
	page.Edit("POST /items/{item}/copies", "POST /api/items/{item}/copies", createCopy),
	page.Edit("GET /items/{item}/copies/{copy}/edit", "", editCopy),
	page.Edit("POST /items/{item}/copies/{copy}", "PUT /api/items/{item}/copies/{copy}", updateCopy),
	page.Edit("POST /items/{item}/copies/{copy}/delete", "DELETE /api/items/{item}/copies/{copy}", deleteCopy),
}

// copyForm shows the form of a new or existing copy.
func copyForm(v *page.Visit, status int, e CopyEdit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	err = reader.Together(func(r postgres.Reader) (err error) {
		e.Held.Places, err = inventory.Places(v.Context(), r, page.AsID(e.Form.Value("location_id")))
		return err
	}, func(r postgres.Reader) (err error) {
		e.Held.Conditions, err = page.Conditions(v, r)
		return err
	})
	if err != nil {
		return err
	}
	e.Held.Form = e.Form
	f, err := v.Frame("", ui.CurrentCollection(e.Item.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("copy.new")
	if e.Copy != nil {
		f.Title = f.T("copy.edit")
	}
	return v.Render(status, CopyForm(f, e))
}

// copyInput reads the form; invalid dates and numbers are noted on their field.
func copyInput(v *page.Visit) (catalog.CopyInput, error) {
	var wrong fault.Invalid
	in := catalog.CopyInput{Identifier: v.Optional("identifier"), Status: v.Text("status"), Note: v.Optional("note")}
	in.Quantity = v.Integer(&wrong, "quantity")
	in.LocationID = v.Integer(&wrong, "location_id")
	in.AcquiredAt = day(v, &wrong, "acquired_at")
	in.DisposedAt = day(v, &wrong, "disposed_at")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

func day(v *page.Visit, wrong *fault.Invalid, name string) *time.Time {
	return page.AsDay(wrong, name, v.Text(name))
}

// copyOf reads the copy of the path and the data that its form needs.
func copyOf(v *page.Visit) (CopyEdit, error) {
	item, err := v.Number("item")
	if err != nil {
		return CopyEdit{}, err
	}
	id, err := v.Number("copy")
	if err != nil {
		return CopyEdit{}, err
	}
	reader, err := v.Reader()
	if err != nil {
		return CopyEdit{}, err
	}
	c, err := inventory.CopySheet(v.Context(), reader, id)
	if err == nil && c.ItemID != item {
		err = fault.ErrNotFound
	}
	return CopyEdit{Item: catalog.Item{ID: c.ItemID, CollectionID: c.CollectionID, Name: c.ItemName}, Copy: &c}, err
}

func editCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	e.Form = ui.Edited(ui.CopyValues(e.Copy.PlacedCopy))
	return copyForm(v, http.StatusOK, e)
}

func updateCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	err = v.Amend(func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.CopySheet(v.Context(), r, e.Copy.ID)
		return ui.CopyValues(now.PlacedCopy), err
	}, func(s postgres.Scope) error {
		in, err := copyInput(v)
		if err == nil && v.PostForm.Has("condition") {
			in.ItemConditionID, err = conditionGiven(v, s, v.Text("condition"))
		}
		if err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.CopyUpdated, func(change postgres.Writer) error {
			_, err := inventory.UpdateCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID, in)
			return err
		})
	})
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return copyForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.Redirect(ui.CopyPath(e.Copy.ID)) })
}

func deleteCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	err = v.Discard(catalog.CopyDeleted, func(change postgres.Writer) error {
		return inventory.DeleteCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID)
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.ItemPath(e.Item.ID) + "#copies")
}

// copyPath is the address of a copy's forms.
func copyPath(c catalog.Copy) string {
	return ui.ItemPath(c.ItemID) + "/copies/" + strconv.FormatInt(c.ID, 10)
}

// CopyName is what a copy is called on its page.
func CopyName(f ui.Frame, c catalog.CopySheet) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.nth", "n", f.Number(c.Nth))
}

// CopyShown is the data of a copy's page. The tab decides which parts are filled.
type CopyShown struct {
	Copy      catalog.CopySheet
	Tab       string // empty for the overview
	Story     catalog.Page[catalog.TimelineEntry]
	Only      string // the only kind of entries in the timeline
	Brief     bool   // milestones only
	Lists     []Lines
	Documents catalog.Page[catalog.Document]
	Form      ui.Form // of a new document
	Refused   []ui.Refused
}

// CopyTabs are the tabs of a copy's page, by the end of their address.
var CopyTabs = []string{"", "value", "loans", "maintenance", "provenance", "stays", "insurance", "documents"}

// tabPath is the address of a tab.
func (s CopyShown) tabPath(tab string) string {
	if tab == "" {
		return ui.CopyPath(s.Copy.ID)
	}
	return ui.CopyPath(s.Copy.ID) + "/" + tab
}

// tabName is the text key of a tab.
func tabName(tab string) string {
	if tab == "" {
		return "copy.tab.overview"
	}
	return "copy.tab." + tab
}

// storyPath is the address of the timeline with other parameters.
func (s CopyShown) storyPath(only string, brief bool, after string) string {
	query := url.Values{}
	if only != "" {
		query.Set("only", only)
	}
	if brief {
		query.Set("brief", "1")
	}
	if after != "" {
		query.Set("after", after)
	}
	if len(query) == 0 {
		return ui.CopyPath(s.Copy.ID)
	}
	return ui.CopyPath(s.Copy.ID) + "?" + query.Encode()
}

// MoreDocuments is the address of the next documents.
func (s CopyShown) MoreDocuments() string {
	return ui.With(ui.CopyPath(s.Copy.ID)+"/documents", "after", s.Documents.NextAfter)
}

// CopyEdit is the form of a copy.
type CopyEdit struct {
	Item catalog.Item
	Copy *catalog.CopySheet // nil for a new one
	Held ui.Held
	Form ui.Form
}

// Action is the address of the form.
func (e CopyEdit) Action() string {
	if e.Copy == nil {
		return ui.ItemPath(e.Item.ID) + "/copies"
	}
	return copyPath(e.Copy.Copy)
}

// Back is the page before the form.
func (e CopyEdit) Back() string {
	if e.Copy == nil {
		return ui.ItemPath(e.Item.ID)
	}
	return ui.CopyPath(e.Copy.ID)
}

func documentPath(d catalog.Document) string { return "/documents/" + ui.Number(d.ID) }

// documentLink opens a document in the browser, or its link.
func documentLink(d catalog.Document) string {
	if d.ExternalURL != nil {
		return *d.ExternalURL
	}
	return documentPath(d) + "/file?inline"
}

// documentFacts are the number, source and size of a document.
func documentFacts(f ui.Frame, d catalog.Document) string {
	facts := ""
	if d.ReferenceNumber != nil {
		facts += " · " + *d.ReferenceNumber
	}
	if d.ExternalURL != nil {
		if u, err := url.Parse(*d.ExternalURL); err == nil {
			facts += " · " + u.Host
		}
	}
	if d.Size != nil {
		facts += " · " + f.Bytes(*d.Size)
	}
	return facts
}

func documentKinds(f ui.Frame) (all []ui.Option) {
	for _, kind := range catalog.DocumentTypes {
		all = append(all, ui.Option{Value: kind, Label: f.T("document_type." + kind)})
	}
	return all
}
