package web

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var collectionPages = []row{
	show("GET /collections", "GET /api/collections", collections),
	edit("GET /collections/new", "", newCollection),
	edit("POST /collections", "POST /api/collections", createCollection),
	edit("GET /collections/{collection}/edit", "", editCollection),
	edit("POST /collections/{collection}", "PUT /api/collections/{collection}", updateCollection),
	edit("POST /collections/{collection}/delete", "DELETE /api/collections/{collection}", deleteCollection),
}

// perPage is how many things a page shows.
const perPage = 48

// mostCounted is how many of what filters find are counted: nobody reads further, and
// counting ten times as many took longer than all else on the page.
const mostCounted = 1_000

// number is an id of the path.
func (v *visit) number(name string) (int64, error) {
	id, err := strconv.ParseInt(v.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return 0, fault.ErrNotFound
	}
	return id, nil
}

func collections(v *visit) error {
	f, shelves, err := v.shelves("collections")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.collections")
	return v.render(http.StatusOK, view.Collections(f, shelves))
}

// shelves are the collections with their covers, from where the address says, and
// what else a page reads with them.
func (v *visit) shelves(current string, also ...func(postgres.Reader) error) (f view.Frame, shelves catalog.Page[catalog.Shelf], err error) {
	err = v.together(append(also, func(r postgres.Reader) (err error) {
		shelves, err = inventory.Shelves(v.Context(), r, v.paging())
		return err
	})...)
	if err == nil {
		f, err = v.frame("", current)
	}
	return f, shelves, err
}

// paging is the page of a list that the address asks for.
func (v *visit) paging() catalog.Paging {
	return catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after"), Most: mostCounted}
}

func newCollection(v *visit) error {
	return collectionForm(v, http.StatusOK, nil, view.Form{Values: map[string]string{"emoji": "📦"}})
}

// collectionForm shows the form of a new collection, or of one that is there.
func collectionForm(v *visit, status int, of *catalog.Collection, form view.Form) error {
	f, err := v.frame("", "collections")
	if err != nil {
		return err
	}
	f.Title = f.T("collection.new")
	if of != nil {
		f.Title = f.T("collection.edit")
	}
	return v.render(status, view.CollectionForm(f, of, form))
}

// collectionInput reads the form. The visibility has a page of its own.
func (v *visit) collectionInput(visibility string) catalog.CollectionInput {
	return catalog.CollectionInput{Name: v.text("name"), Description: v.optional("description"), Emoji: v.text("emoji"), Visibility: visibility, Currency: v.optional("currency")}
}

func createCollection(v *visit) error {
	in := v.collectionInput("private")
	var made catalog.Collection
	err := in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CollectionCreated, func(c postgres.Writer) (err error) {
			made, err = inventory.CreateCollection(v.Context(), c, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return collectionForm(v, http.StatusUnprocessableEntity, nil, form)
	}, func() error { return v.redirect(view.CollectionPath(made.ID)) })
}

// collectionOf reads the collection of the path.
func (v *visit) collectionOf() (postgres.Reader, catalog.Collection, error) {
	id, err := v.number("collection")
	if err != nil {
		return postgres.Reader{}, catalog.Collection{}, err
	}
	reader, err := v.reader()
	if err != nil {
		return reader, catalog.Collection{}, err
	}
	c, err := inventory.Collection(v.Context(), reader, id)
	return reader, c, err
}

func editCollection(v *visit) error {
	_, c, err := v.collectionOf()
	if err != nil {
		return err
	}
	return collectionForm(v, http.StatusOK, &c, view.Edited(view.CollectionValues(c)))
}

func updateCollection(v *visit) error {
	_, c, err := v.collectionOf()
	if err != nil {
		return err
	}
	var now catalog.Collection
	err = v.amendBy(catalog.CollectionUpdated, func(r postgres.Reader) (_ map[string]string, err error) {
		now, err = inventory.Collection(v.Context(), r, c.ID)
		return view.CollectionValues(now), err
	}, func(change postgres.Writer) error {
		in := v.collectionInput(now.Visibility)
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCollection(v.Context(), change, c.ID, in)
		return err
	})
	return v.answer(err, func(form view.Form) error {
		return collectionForm(v, http.StatusUnprocessableEntity, &c, form)
	}, func() error { return v.redirect(view.CollectionPath(c.ID)) })
}

// rewrite changes a collection by what it is at that moment. What somebody else changes
// at the same time stays: what they made private does not become public again.
func (v *visit) rewrite(id int64, as func(catalog.Collection) catalog.CollectionInput) error {
	return v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) error {
		reader, err := s.View(identity.Edit)
		if err != nil {
			return err
		}
		now, err := inventory.Collection(v.Context(), reader, id)
		if err != nil {
			return err
		}
		in := as(now)
		if err := in.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.CollectionUpdated, func(change postgres.Writer) error {
			_, err := inventory.UpdateCollection(v.Context(), change, id, in)
			return err
		})
	})
}

func deleteCollection(v *visit) error {
	return v.delete("collection", catalog.CollectionDeleted, "/collections", inventory.DeleteCollection)
}

// delete deletes an object of the path and goes elsewhere.
func (v *visit) delete(name string, action catalog.Action, to string, do func(context.Context, postgres.Writer, int64) error) error {
	id, err := v.number(name)
	if err != nil {
		return err
	}
	if err := v.discard(action, func(w postgres.Writer) error { return do(v.Context(), w, id) }); err != nil {
		return err
	}
	return v.redirect(to)
}

// optional is a field of a form, nil if it is empty.
func (v *visit) optional(name string) *string {
	if s := v.text(name); s != "" {
		return &s
	}
	return nil
}
