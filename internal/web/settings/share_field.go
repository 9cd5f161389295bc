package settings

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

// SharedType is a type of a collection that is shared, with its fields.
type SharedType struct {
	ID     int64
	Name   string
	Fields []catalog.CustomField
}

// sharedTypes are the types of a collection, without their fields.
func sharedTypes(v *page.Visit, r postgres.Reader, collection int64) (types []*SharedType, err error) {
	all, err := inventory.TypeSummaries(v.Context(), r)
	for _, t := range all {
		if slices.ContainsFunc(t.Collections, func(c catalog.CollectionLink) bool { return c.ID == collection }) {
			types = append(types, &SharedType{ID: t.ID, Name: t.Name})
		}
	}
	return types, err
}

// readFields reads the fields of types, in one round trip.
func readFields(v *page.Visit, types []*SharedType) error {
	var reads []func(postgres.Reader) error
	for _, t := range types {
		reads = append(reads, func(r postgres.Reader) error {
			found, err := inventory.CustomFields(v.Context(), r, t.ID, catalog.Paging{Number: 1, PerPage: 100})
			t.Fields = found.Items
			return err
		})
	}
	if reads == nil {
		return nil
	}
	return v.Together(reads...)
}

// chooseFields shows visitors the ticked fields of those that the form had, all or none.
func chooseFields(v *page.Visit) error {
	_, c, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	_ = v.ParseForm() // an unreadable form is empty
	had, ticked := v.PostForm["had"], v.PostForm["field"]
	err = v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) error {
		reader, err := s.View(identity.Edit)
		if err != nil {
			return err
		}
		types, err := sharedTypes(v, reader, c.ID)
		if err != nil {
			return err
		}
		for _, t := range types {
			found, err := inventory.CustomFields(v.Context(), reader, t.ID, catalog.Paging{Number: 1, PerPage: 100})
			if err != nil {
				return err
			}
			for _, field := range found.Items {
				name := strconv.FormatInt(field.ID, 10)
				if shown := slices.Contains(ticked, name); shown == field.IsPublic || !slices.Contains(had, name) {
					continue
				}
				in := catalog.CustomFieldInput{FieldType: field.FieldType, Options: field.Options, IsPublic: catalog.Now(!field.IsPublic)}
				err := postgres.Change(v.Context(), s, catalog.CustomFieldUpdated, func(w postgres.Writer) error {
					_, err := inventory.UpdateCustomField(v.Context(), w, t.ID, field.ID, in)
					return err
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return v.Answer(err, func(form ui.Form) error {
		form.Values = UsualShows()
		return shared(v, http.StatusUnprocessableEntity, Sharing{Form: form})
	}, func() error { return v.Redirect(ui.SharePath(c.ID) + "?saved") })
}
