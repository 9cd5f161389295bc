package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// savedViews are the pages of lists that somebody has given a name.
var savedViewPages = []row{
	show("GET /views", "GET /api/views", views),
	own("GET /views/new", "", newView),
	own("POST /views", "POST /api/views", createView),
	show("GET /views/{view}", "GET /api/views/{view}", openView),
	own("GET /views/{view}/edit", "GET /api/views/{view}", editView),
	own("POST /views/{view}", "PUT /api/views/{view}", updateView),
	own("POST /views/{view}/delete", "DELETE /api/views/{view}", deleteView),
}

func views(v *visit) error {
	var list view.SavedList
	err := v.together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.SavedViews(v.Context(), r, catalog.Search{}, v.paging())
		return err
	}, func(r postgres.Reader) (err error) {
		list.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("views.title")
	return v.render(http.StatusOK, view.SavedViews(f, list))
}

// openView leads to the list of a view; those that no page shows are listed only.
func openView(v *visit) error {
	id, err := v.number("view")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	saved, err := inventory.SavedView(v.Context(), reader, id)
	if err != nil {
		return err
	}
	if path := view.SavedPath(catalog.ViewLink{ID: saved.ID, Resource: saved.Resource, Query: saved.Query}); path != "" {
		return v.redirect(path)
	}
	return v.redirect("/views")
}

// newView asks what the page that the address names is called.
func newView(v *visit) error {
	of := v.ours("of")
	if _, err := v.viewOf(of); err != nil {
		return v.redirect("/views")
	}
	return viewForm(v, http.StatusOK, view.SavedEdit{Of: of})
}

// viewForm asks for the name of a new view.
func viewForm(v *visit, status int, e view.SavedEdit) error {
	f, err := v.frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("view.save")
	if v.fragment() {
		return v.render(status, view.NewViewSheet(f, e))
	}
	return v.render(status, view.NewViewPage(f, e))
}

// viewOf is the view of what a page shows. The page is asked for it, so what it refuses is
// no view.
func (v *visit) viewOf(address string) (in catalog.ViewInput, err error) {
	page, err := url.Parse(address)
	if err != nil {
		return in, fault.ErrNotFound
	}
	if page.Path == "/loans" {
		in = catalog.ViewInput{Resource: "loans", Query: view.SavedLoans(page.Query().Get("show"))}
		if in.Query == "" {
			return in, fault.ErrNotFound
		}
		return in, nil
	}
	collection, found := strings.CutPrefix(page.Path, "/collections/")
	if !found {
		return in, fault.ErrNotFound
	}
	there := *v
	there.Request = v.Clone(v.Context())
	there.URL = page
	there.SetPathValue("collection", collection)
	list, err := there.itemList()
	v.shell, v.texts = there.shell, there.texts
	return catalog.ViewInput{Resource: "items", Query: list.Saved()}, err
}

func createView(v *visit) error {
	of := v.ours("of")
	in, err := v.viewOf(of)
	in.Name, in.Shared = v.text("name"), v.text("shared") != ""
	if err == nil {
		err = in.Validate()
	}
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ViewCreated, func(o postgres.Own) error {
			_, err := inventory.CreateView(v.Context(), o, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return viewForm(v, http.StatusUnprocessableEntity, view.SavedEdit{Of: of, Form: noticed(form)})
	}, func() error { return v.redirect(view.With(of, "saved", "1")) })
}

// noticed says above a form what is wrong with what nobody typed into it.
func noticed(form view.Form) view.Form {
	for _, name := range []string{"account", "shared", "query", "sort", "q"} {
		form = form.AsNotice(name)
	}
	return form
}

// viewToChange reads the view of the path, if the user may change it.
func (v *visit) viewToChange() (saved catalog.View, err error) {
	id, err := v.number("view")
	if err != nil {
		return saved, err
	}
	err = v.together(func(r postgres.Reader) (err error) {
		saved, err = inventory.SavedView(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) error { return inventory.ChangesView(v.Context(), r, id) })
	return saved, err
}

func editView(v *visit) error {
	saved, err := v.viewToChange()
	if err != nil {
		return err
	}
	return editViewForm(v, http.StatusOK, view.SavedEdit{View: &saved, Form: view.Edited(view.SavedValues(saved))})
}

func editViewForm(v *visit, status int, e view.SavedEdit) error {
	f, err := v.frame("", "views")
	if err != nil {
		return err
	}
	f.Title = f.T("view.edit")
	return v.render(status, view.EditView(f, e))
}

// updateView renames or shares a view, in one transaction with the look at it. What it
// shows stays, and whoever may not share leaves that as it is.
func updateView(v *visit) error {
	saved, err := v.viewToChange()
	if err != nil {
		return err
	}
	err = v.Carefully(v.Context(), identity.Own, func(s postgres.Scope) error {
		return postgres.Change(v.Context(), s, catalog.ViewUpdated, func(o postgres.Own) error {
			now, err := inventory.SavedView(v.Context(), o.Reader, saved.ID)
			if err != nil {
				return err
			}
			if err := v.merge(view.SavedValues(now)); err != nil {
				return err
			}
			in := catalog.ViewInput{Name: v.text("name"), Resource: now.Resource, Query: now.Query, Shared: v.text("shared") != ""}
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
	return v.answer(err, func(form view.Form) error {
		return editViewForm(v, http.StatusUnprocessableEntity, view.SavedEdit{View: &saved, Form: noticed(form)})
	}, func() error { return v.redirect("/views") })
}

func deleteView(v *visit) error {
	id, err := v.number("view")
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ViewDeleted, func(o postgres.Own) error { return inventory.DeleteView(v.Context(), o, id) })
	if err != nil {
		return err
	}
	return v.redirect("/views")
}

// outlived reports whether a list asks for a value of a field that has been deleted since
// its view was saved: then nothing matches. A sort by such a field is dropped.
func outlived(f *catalog.ItemFilter) bool {
	known := func(id int64) bool {
		return slices.ContainsFunc(f.Known, func(field catalog.CustomField) bool { return field.ID == id })
	}
	if id := f.Sort.FieldID; id != 0 && !known(id) {
		f.Sort = catalog.Sort{Key: "updated_at", Descending: true}
	}
	return slices.ContainsFunc(f.Values, func(v catalog.ValueFilter) bool { return !known(v.FieldID) })
}

// savedAs is the view in the menu that shows the same, for the menu to mark.
func savedAs(f view.Frame, path string) string {
	for _, saved := range f.Shell.Views {
		if view.SavedPath(saved) == path {
			return "view:" + strconv.FormatInt(saved.ID, 10)
		}
	}
	return f.Current
}
