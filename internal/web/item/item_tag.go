package item

import (
	"errors"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// itemTagPages edit the tags and the wish at the top of an item's page.
var itemTagPages = []page.Row{
	page.Edit("POST /items/{item}/tags", "POST /api/items/{item}/tags", attachTag),
	page.Edit("POST /items/{item}/tags/{tag}/delete", "DELETE /api/items/{item}/tags/{tag}", detachTag),
	page.Edit("POST /items/{item}/wanted", "PATCH /api/items/{item}", wantItem),
}

// attachTag puts a tag on an item by name. Without scripts it shows the item's page again.
func attachTag(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	tag := catalog.TagName{Name: v.Text("name")}
	if err = tag.Validate(); err == nil {
		err = attach(v, v.Scope, item.ID, []catalog.TagName{tag})
	}
	return v.Answer(err, func(form ui.Form) error {
		if _, err := v.Frame("", ""); err != nil { // sets the language
			return err
		}
		form.Message = v.Wrong(form.Invalid)
		return tagsAgain(v, http.StatusUnprocessableEntity, item.ID, form)
	}, func() error { return tagsAgain(v, http.StatusOK, item.ID, ui.Form{}) })
}

// detachTag removes a tag from an item; a tag already removed is no error.
func detachTag(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	tag, err := v.Number("tag")
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemTagDetached, func(change postgres.Writer) error {
		return inventory.DetachTag(v.Context(), change, item.ID, tag)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return tagsAgain(v, http.StatusOK, item.ID, ui.Form{})
}

// tagsAgain shows the present tags of an item.
func tagsAgain(v *page.Visit, status int, id int64, form ui.Form) error {
	if !v.Fragment() && status == http.StatusOK {
		return v.Redirect(ui.ItemPath(id) + "#item-tags")
	}
	v.Status, v.TagForm = status, form
	if !v.Fragment() {
		return item(v)
	}
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	return v.Render(status, ItemTags(f, item, form, true))
}

// wantItem marks an item as wanted or not. The priority is set in its form.
func wantItem(v *page.Visit) error {
	id, err := v.Number("item")
	if err != nil {
		return err
	}
	err = v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		reader, err := s.View(identity.Amend)
		if err != nil {
			return err
		}
		now, err := inventory.Item(v.Context(), reader, id)
		if err != nil {
			return err
		}
		in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true, Wanted: catalog.Now(v.Text("wanted") != "")}
		if err := in.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.ItemUpdated, func(w postgres.Writer) error {
			_, err := inventory.UpdateItemOf(v.Context(), w, now.CollectionID, id, in)
			return err
		})
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.ItemPath(id))
}
