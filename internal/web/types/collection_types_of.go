package types

import (
	"net/http"
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var typesOfCollectionPages = []page.Row{
	page.Edit("GET /collections/{collection}/types", "GET /api/collection-types", typesOfCollection),
	page.Edit("POST /collections/{collection}/types", "PUT /api/collection-types/{collectionType}/collections", chooseTypes),
}

func typesOfCollection(v *page.Visit) error {
	_, c, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	var all []catalog.TypeSummary
	err = v.Together(func(r postgres.Reader) (err error) {
		all, err = inventory.TypeSummaries(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(c.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("type.of", "name", c.Name)
	return v.Render(http.StatusOK, TypesOfCollection(f, c, all))
}

// chooseTypes links exactly the chosen types, except those that others linked or unlinked meanwhile.
// It links them one by one like the API, all or none.
func chooseTypes(v *page.Visit) error {
	_, c, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	_ = v.ParseForm() // an unreadable form is empty
	chosen := v.PostForm["type"]
	err = v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) error {
		reader, err := s.View(identity.Edit)
		if err != nil {
			return err
		}
		all, err := inventory.TypeSummaries(v.Context(), reader)
		if err != nil {
			return err
		}
		for _, t := range all {
			ids := make([]int64, len(t.Collections))
			for i, link := range t.Collections {
				ids[i] = link.ID
			}
			id := strconv.FormatInt(t.ID, 10)
			linked, wanted, was := slices.Contains(ids, c.ID), slices.Contains(chosen, id), slices.Contains(v.PostForm["was"], id)
			if linked == wanted || v.PostForm.Has("shown") && wanted == was { // left unchanged by this user
				continue
			}
			ids = slices.DeleteFunc(ids, func(id int64) bool { return id == c.ID })
			if wanted {
				ids = append(ids, c.ID)
			}
			err := postgres.Change(v.Context(), s, catalog.CollectionTypeCollectionsUpdated, func(change postgres.Writer) error {
				_, err := inventory.SetCollections(v.Context(), change, t.ID, catalog.Links{CollectionIDs: ids})
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.CollectionPath(c.ID))
}
