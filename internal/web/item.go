package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var itemPages = []row{
	show("GET /items/{item}", "GET /api/items/{item}", item),
	edit("GET /items/{item}/edit", "", editItem),
	edit("POST /items/{item}", "PUT /api/collections/{collection}/items/{item}", updateItem),
	edit("POST /items/{item}/delete", "DELETE /api/collections/{collection}/items/{item}", deleteItem),
}

// itemOf reads the item of the path.
func (v *visit) itemOf() (reader postgres.Reader, item catalog.ItemSheet, err error) {
	id, err := v.number("item")
	if err != nil {
		return reader, item, err
	}
	if reader, err = v.reader(); err == nil {
		item, err = inventory.ItemSheet(v.Context(), reader, id)
	}
	return reader, item, err
}

// copiesShown is how many copies the page of an item shows at once.
const copiesShown = 24

func item(v *visit) error {
	shown, err := v.itemShown()
	if err != nil {
		return err
	}
	item := shown.Item
	shown.Name, shown.About, shown.Groups, shown.Refused = v.nameOf(item), v.descriptionOf(item), grouped(item, identity.Edit.Allows(v.Actor)), append(v.refused, v.refusedBefore()...)
	shown.Tag = v.tagForm
	from, _ := strconv.Atoi(v.asked("from"))
	shown.From = max(0, from)
	f, err := v.frame(item.Name, view.CurrentCollection(item.CollectionID))
	if err != nil {
		return err
	}
	if v.fragment() && v.asked("after") != "" {
		return v.render(http.StatusOK, view.MoreCopies(f, shown))
	}
	return v.render(cmp.Or(v.status, http.StatusOK), view.Item(f, shown))
}

// itemShown reads the item of the path, what belongs to it, and what is beside it in
// the list that the address names.
func (v *visit) itemShown() (shown view.ItemShown, err error) {
	id, err := v.number("item")
	if err != nil {
		return shown, err
	}
	var filter catalog.ItemFilter
	filter, shown.List = v.listed()
	err = v.together(func(r postgres.Reader) (err error) {
		shown.Item, err = inventory.ItemSheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Copies, err = inventory.PlacedCopies(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: copiesShown, After: v.asked("after")})
		return err
	}, func(r postgres.Reader) error {
		pictures, err := inventory.PhotosOf(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: catalog.MaxPhotos})
		shown.Photos = pictures.Items
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Worth, err = figures.ItemWorth(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		var invalid *fault.Invalid
		if shown.Beside, err = inventory.Neighbours(v.Context(), r, id, filter); errors.As(err, &invalid) {
			err = nil // the list is gone, the item is not
		}
		return err
	})
	return shown, err
}

// listed is the order and the type of the list that an item was opened from, and the
// same as parameters.
func (v *visit) listed() (catalog.ItemFilter, string) {
	kept := url.Values{}
	for _, name := range []string{"sort", "type"} {
		if value := v.asked(name); value != "" {
			kept.Set(name, value)
		}
	}
	var wrong fault.Invalid
	f := catalog.ItemFilter{Sort: catalog.NewSort(&wrong, "sort", cmp.Or(kept.Get("sort"), view.DefaultSort))}
	if id, err := strconv.ParseInt(kept.Get("type"), 10, 64); err == nil {
		f.CollectionTypeID = &id
	}
	if wrong.Err() != nil {
		return catalog.ItemFilter{Sort: catalog.NewSort(&wrong, "sort", view.DefaultSort)}, ""
	}
	return f, kept.Encode()
}

// grouped are the values of an item by group, in order. Who may fill in the others
// sees them too.
func grouped(item catalog.ItemSheet, empty bool) (groups []view.Group) {
	if item.Type == nil {
		return nil
	}
	values := valuesOf(item.Item)
	for _, f := range item.Type.Fields {
		v := newValue(f)
		raw, ok := values[v.Key]
		if !ok && !empty {
			continue
		}
		if v.Item = item.ID; ok {
			v.Text = plainText(raw)
		}
		if n := len(groups); n == 0 || groups[n-1].Name != f.Group {
			groups = append(groups, view.Group{Name: f.Group})
		}
		last := &groups[len(groups)-1]
		last.Values = append(last.Values, v)
	}
	return groups
}

// valuesOf are the values of an item by field.
func valuesOf(item catalog.Item) (values map[string]json.RawMessage) {
	_ = json.Unmarshal(item.CustomFields, &values) // the database keeps an object
	return values
}

func plainText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func deleteItem(v *visit) error {
	_, item, err := v.itemOf()
	if err != nil {
		return err
	}
	err = v.discard(catalog.ItemDeleted, func(change postgres.Writer) error {
		return inventory.DeleteItemOf(v.Context(), change, item.CollectionID, item.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return v.redirect(view.CollectionPath(item.CollectionID))
}
