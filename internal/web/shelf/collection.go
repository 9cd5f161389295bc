package shelf

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var collectionPages = []page.Row{
	page.Show("GET /collections", "GET /api/collections", collections),
	page.Edit("GET /collections/new", "GET /api/collection-type-templates", newCollection),
	page.Edit("GET /collections/new/empty", "", emptyCollection),
	page.Edit("POST /collections", "POST /api/collections", createCollection),
	page.Edit("GET /collections/{collection}/edit", "", editCollection),
	page.Edit("POST /collections/{collection}", "PUT /api/collections/{collection}", updateCollection),
	page.Edit("POST /collections/{collection}/delete", "DELETE /api/collections/{collection}", deleteCollection),
}

func collections(v *page.Visit) error {
	f, shelves, err := shelves(v, "collections")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.collections")
	return v.Render(http.StatusOK, Collections(f, shelves))
}

// shelves reads a page of collections with their covers, together with other reads.
func shelves(v *page.Visit, current string, also ...func(postgres.Reader) error) (f ui.Frame, shelves catalog.Page[catalog.Shelf], err error) {
	err = v.Together(append(also, func(r postgres.Reader) (err error) {
		shelves, err = inventory.Shelves(v.Context(), r, v.Paging())
		return err
	})...)
	if err == nil {
		f, err = v.Frame("", current)
	}
	return f, shelves, err
}

func emptyCollection(v *page.Visit) error {
	return collectionForm(v, http.StatusOK, nil, ui.Form{Values: map[string]string{"emoji": "📦"}})
}

// collectionForm shows the form of a new or existing collection.
func collectionForm(v *page.Visit, status int, of *catalog.Collection, form ui.Form) error {
	f, err := v.Frame("", "collections")
	if err != nil {
		return err
	}
	f.Title = f.T("collection.new")
	if of != nil {
		f.Title = f.T("collection.edit")
	}
	return v.Render(status, CollectionForm(f, of, form))
}

// collectionInput reads the form. Visibility has its own page.
func collectionInput(v *page.Visit, visibility string) catalog.CollectionInput {
	return catalog.CollectionInput{Name: v.Text("name"), Description: v.Optional("description"), Emoji: v.Text("emoji"), Visibility: visibility, Currency: v.Optional("currency")}
}

func createCollection(v *page.Visit) error {
	in := collectionInput(v, "private")
	var made catalog.Collection
	err := in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CollectionCreated, func(c postgres.Writer) (err error) {
			made, err = inventory.CreateCollection(v.Context(), c, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return collectionForm(v, http.StatusUnprocessableEntity, nil, form)
	}, func() error { return v.Redirect(ui.CollectionPath(made.ID)) })
}

func editCollection(v *page.Visit) error {
	_, c, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	return collectionForm(v, http.StatusOK, &c, ui.Edited(ui.CollectionValues(c)))
}

func updateCollection(v *page.Visit) error {
	_, c, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	var now catalog.Collection
	err = v.AmendBy(catalog.CollectionUpdated, func(r postgres.Reader) (_ map[string]string, err error) {
		now, err = inventory.Collection(v.Context(), r, c.ID)
		return ui.CollectionValues(now), err
	}, func(change postgres.Writer) error {
		in := collectionInput(v, now.Visibility)
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCollection(v.Context(), change, c.ID, in)
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return collectionForm(v, http.StatusUnprocessableEntity, &c, form)
	}, func() error { return v.Redirect(ui.CollectionPath(c.ID)) })
}

func deleteCollection(v *page.Visit) error {
	return v.Delete("collection", catalog.CollectionDeleted, "/collections", inventory.DeleteCollection)
}
