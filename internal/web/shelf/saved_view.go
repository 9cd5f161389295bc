package shelf

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// savedViewPages are the pages of lists that somebody has given a name.
var savedViewPages = []page.Row{
	page.Show("GET /views", "GET /api/views", views),
	page.Own("GET /views/new", "", newView),
	page.Own("POST /views", "POST /api/views", createView),
	page.Show("GET /views/{view}", "GET /api/views/{view}", openView),
	page.Own("GET /views/{view}/edit", "GET /api/views/{view}", editView),
	page.Own("POST /views/{view}", "PUT /api/views/{view}", updateView),
	page.Own("POST /views/{view}/delete", "DELETE /api/views/{view}", deleteView),
}

func views(v *page.Visit) error {
	var list SavedList
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.SavedViews(v.Context(), r, catalog.Search{}, v.Paging())
		return err
	}, func(r postgres.Reader) (err error) {
		list.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("views.title")
	return v.Render(http.StatusOK, SavedViews(f, list))
}

// openView redirects to the list of a view; a view without a page is only listed.
func openView(v *page.Visit) error {
	id, err := v.Number("view")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	saved, err := inventory.SavedView(v.Context(), reader, id)
	if err != nil {
		return err
	}
	links, err := inventory.CollectionLinks(v.Context(), reader)
	if err != nil {
		return err
	}
	if path := (SavedList{Collections: links}).path(saved); path != "" {
		return v.Redirect(path)
	}
	return v.Redirect("/views")
}

// newView asks for the name of a view of the page in the address.
func newView(v *page.Visit) error {
	of := v.Ours("of")
	if _, err := viewOf(v, of); err != nil {
		return v.Redirect("/views")
	}
	return viewForm(v, http.StatusOK, SavedEdit{Of: of})
}

// viewForm asks for the name of a new view.
func viewForm(v *page.Visit, status int, e SavedEdit) error {
	f, err := v.Frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("view.save")
	if v.Fragment() {
		return v.Render(status, NewViewSheet(f, e))
	}
	return v.Render(status, NewViewPage(f, e))
}

// viewOf is the view of a page. It runs the page's reader, so that what the page refuses is no view.
func viewOf(v *page.Visit, address string) (in catalog.ViewInput, err error) {
	from, err := url.Parse(address)
	if err != nil {
		return in, fault.ErrNotFound
	}
	if from.Path == "/loans" {
		in = catalog.ViewInput{Resource: "loans", Query: ui.SavedLoans(from.Query().Get("show"))}
		if in.Query == "" {
			return in, fault.ErrNotFound
		}
		return in, nil
	}
	collection, found := strings.CutPrefix(from.Path, "/collections/")
	if !found {
		return in, fault.ErrNotFound
	}
	there := *v
	there.Request = v.Clone(v.Context())
	there.URL = from
	there.SetPathValue("collection", collection)
	list, err := page.ItemList(&there)
	v.Shell, v.Texts = there.Shell, there.Texts
	if err == nil && !list.Savable() {
		err = fault.ErrNotFound
	}
	return catalog.ViewInput{Resource: "items", Query: list.Saved()}, err
}

func createView(v *page.Visit) error {
	of := v.Ours("of")
	in, err := viewOf(v, of)
	in.Name, in.Shared = v.Text("name"), v.Text("shared") != ""
	if err == nil {
		err = in.Validate()
	}
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ViewCreated, func(o postgres.Own) error {
			_, err := inventory.CreateView(v.Context(), o, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return viewForm(v, http.StatusUnprocessableEntity, SavedEdit{Of: of, Form: noticed(form)})
	}, func() error { return v.Redirect(ui.With(of, "saved", "1")) })
}

// noticed moves errors of invisible fields above the form.
func noticed(form ui.Form) ui.Form {
	for _, name := range []string{"account", "shared", "query", "sort", "q"} {
		form = form.AsNotice(name)
	}
	return form
}

// viewToChange reads the view of the path, if the user may change it.
func viewToChange(v *page.Visit) (saved catalog.View, err error) {
	id, err := v.Number("view")
	if err != nil {
		return saved, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		saved, err = inventory.SavedView(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) error { return inventory.ChangesView(v.Context(), r, id) })
	return saved, err
}

func editView(v *page.Visit) error {
	saved, err := viewToChange(v)
	if err != nil {
		return err
	}
	return editViewForm(v, http.StatusOK, SavedEdit{View: &saved, Form: ui.Edited(ui.SavedValues(saved))})
}

func editViewForm(v *page.Visit, status int, e SavedEdit) error {
	f, err := v.Frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("view.edit")
	return v.Render(status, EditView(f, e))
}

// updateView renames or shares a view, reading it in the same transaction. Its query stays, and users
// who may not share leave sharing unchanged.
func updateView(v *page.Visit) error {
	saved, err := viewToChange(v)
	if err != nil {
		return err
	}
	err = v.Carefully(v.Context(), identity.Own, func(s postgres.Scope) error {
		return postgres.Change(v.Context(), s, catalog.ViewUpdated, func(o postgres.Own) error {
			now, err := inventory.SavedView(v.Context(), o.Reader, saved.ID)
			if err != nil {
				return err
			}
			if err := v.Merge(ui.SavedValues(now)); err != nil {
				return err
			}
			in := catalog.ViewInput{Name: v.Text("name"), Resource: now.Resource, Query: now.Query, Shared: v.Text("shared") != ""}
			if !identity.Edit.Allows(v.Actor) {
				in.Shared = now.Shared
			}
			if err := in.Validate(); err != nil {
				return err
			}
			_, err = inventory.UpdateView(v.Context(), o, saved.ID, in)
			return err
		})
	})
	return v.Answer(err, func(form ui.Form) error {
		return editViewForm(v, http.StatusUnprocessableEntity, SavedEdit{View: &saved, Form: noticed(form)})
	}, func() error { return v.Redirect("/views") })
}

func deleteView(v *page.Visit) error {
	id, err := v.Number("view")
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ViewDeleted, func(o postgres.Own) error { return inventory.DeleteView(v.Context(), o, id) })
	if err != nil {
		return err
	}
	return v.Redirect("/views")
}

// A view stores the query of the API's list, so that programs can use it, too. Pages have parameters
// of their own.

// SavedEdit is a view that is made or changed.
type SavedEdit struct {
	View *catalog.View // nil for a new one
	Of   string        // the page of a new one
	Form ui.Form
}

// SavedList is a page of views.
type SavedList struct {
	Page        catalog.Page[catalog.View]
	Collections []catalog.CollectionLink
}

// link is a view as menus show it.
func link(v catalog.View) catalog.ViewLink {
	return catalog.ViewLink{ID: v.ID, Name: v.Name, Resource: v.Resource, Query: v.Query}
}

// path is the address of a view; none if its collection is gone, or if it is only for programs.
func (l SavedList) path(v catalog.View) string {
	if l.gone(v) {
		return ""
	}
	return ui.SavedPath(link(v))
}

// gone reports whether the collection of a view is in the trash or deleted.
func (l SavedList) gone(v catalog.View) bool {
	asked, _ := url.ParseQuery(v.Query)
	of := asked.Get("collection_id")
	return v.Resource == "items" && of != "" && !slices.ContainsFunc(l.Collections, func(c catalog.CollectionLink) bool { return ui.Number(c.ID) == of })
}

// what describes the list of a view.
func (l SavedList) what(f ui.Frame, v catalog.View) string {
	asked, _ := url.ParseQuery(v.Query)
	for _, c := range l.Collections {
		if v.Resource == "items" && ui.Number(c.ID) == asked.Get("collection_id") {
			return c.Emoji + " " + c.Name
		}
	}
	return f.T("view.of." + v.Resource)
}

// changes reports whether the user may change a view.
func changes(f ui.Frame, v catalog.View) bool { return v.Mine || v.Shared && f.Manages() }
