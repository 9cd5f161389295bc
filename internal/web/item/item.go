package item

import (
	"cmp"
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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var itemPages = []page.Row{
	page.Show("GET /items/{item}", "GET /api/items/{item}", item),
	page.Edit("GET /items/{item}/edit", "", editItem),
	page.Edit("POST /items/{item}", "PUT /api/collections/{collection}/items/{item}", updateItem),
	page.Edit("POST /items/{item}/delete", "DELETE /api/collections/{collection}/items/{item}", deleteItem),
}

// itemOf reads the item of the path.
func itemOf(v *page.Visit) (reader postgres.Reader, item catalog.ItemSheet, err error) {
	id, err := v.Number("item")
	if err != nil {
		return reader, item, err
	}
	if reader, err = v.Reader(); err == nil {
		item, err = inventory.ItemSheet(v.Context(), reader, id)
	}
	return reader, item, err
}

// copiesShown is how many copies an item's page shows at once.
const copiesShown = 24

func item(v *page.Visit) error {
	shown, err := itemShown(v)
	if err != nil {
		return err
	}
	item := shown.Item
	shown.Name, shown.About, shown.Refused = nameOf(v, item), descriptionOf(v, item), append(v.Refused, v.RefusedBefore()...)
	if shown.Groups, shown.Empty = page.Grouped(item); !identity.Edit.Allows(v.Actor) {
		shown.Empty = nil
	}
	shown.Tag = v.TagForm
	from, _ := strconv.Atoi(v.Param("from"))
	shown.From = max(0, from)
	f, err := v.Frame(item.Name, ui.CurrentCollection(item.CollectionID))
	if err != nil {
		return err
	}
	if v.Fragment() && v.Param("after") != "" {
		return v.Render(http.StatusOK, MoreCopies(f, shown))
	}
	return v.Render(cmp.Or(v.Status, http.StatusOK), Item(f, shown))
}

// itemShown reads the item of the path, its parts, and its neighbours in the list that the address names.
func itemShown(v *page.Visit) (shown ui.ItemShown, err error) {
	id, err := v.Number("item")
	if err != nil {
		return shown, err
	}
	var filter catalog.ItemFilter
	filter, shown.List = openedFrom(v)
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Item, err = inventory.ItemSheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Copies, err = inventory.PlacedCopies(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: copiesShown, After: v.Param("after")})
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
			err = nil // only the list is gone
		}
		return err
	})
	return shown, err
}

// openedFrom is the order and type of the list that an item was opened from, also as parameters.
func openedFrom(v *page.Visit) (catalog.ItemFilter, string) {
	kept := url.Values{}
	for _, name := range []string{"sort", "type"} {
		if value := v.Param(name); value != "" {
			kept.Set(name, value)
		}
	}
	var wrong fault.Invalid
	f := catalog.ItemFilter{Sort: catalog.NewSort(&wrong, "sort", cmp.Or(kept.Get("sort"), ui.DefaultSort))}
	if id, err := strconv.ParseInt(kept.Get("type"), 10, 64); err == nil {
		f.CollectionTypeID = &id
	}
	if wrong.Err() != nil {
		return catalog.ItemFilter{Sort: catalog.NewSort(&wrong, "sort", ui.DefaultSort)}, ""
	}
	return f, kept.Encode()
}

func deleteItem(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	err = v.Discard(catalog.ItemDeleted, func(change postgres.Writer) error {
		return inventory.DeleteItemOf(v.Context(), change, item.CollectionID, item.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return v.Redirect(ui.CollectionPath(item.CollectionID))
}
