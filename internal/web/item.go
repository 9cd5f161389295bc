package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var items = []page{
	show("GET /items/{item}", "GET /api/items/{item}", (*Web).item),
	edit("GET /items/{item}/edit", "", (*Web).editItem),
	edit("POST /items/{item}", "PUT /api/collections/{collection}/items/{item}", (*Web).updateItem),
	edit("POST /items/{item}/delete", "DELETE /api/collections/{collection}/items/{item}", (*Web).deleteItem),
}

// itemOf reads the item of the path.
func (v *visit) itemOf() (reader postgres.Reader, item catalog.ItemSheet, err error) {
	id, err := v.number("item")
	if err != nil {
		return reader, item, err
	}
	if reader, err = v.reader(); err == nil {
		item, err = reader.ItemSheet(v.Context(), id)
	}
	return reader, item, err
}

// copiesShown is how many copies the page of an item shows at once.
const copiesShown = 24

func (w *Web) item(v *visit) error {
	reader, item, err := v.itemOf()
	if err != nil {
		return err
	}
	shown := view.ItemShown{Item: item, Name: v.nameOf(item), About: v.descriptionOf(item), Groups: grouped(item, identity.Edit.Allows(v.Actor)), Refused: v.refused}
	for _, name := range v.URL.Query()["refused"] {
		shown.Refused = append(shown.Refused, view.Refused{Name: plain(name), Why: v.texts.T("photos.refused")})
	}
	from, _ := strconv.Atoi(v.asked("from"))
	shown.From = max(0, from)
	shown.Copies, err = reader.PlacedCopies(v.Context(), item.ID, catalog.Paging{Number: 1, PerPage: copiesShown, After: v.asked("after")})
	if err != nil {
		return err
	}
	f, err := v.frame(item.Name, "collection:"+strconv.FormatInt(item.CollectionID, 10))
	if err != nil {
		return err
	}
	if v.fragment() && v.asked("after") != "" {
		return v.render(http.StatusOK, view.MoreCopies(f, shown))
	}
	pictures, err := reader.PhotosOf(v.Context(), item.ID, catalog.Paging{Number: 1, PerPage: catalog.MaxPhotos})
	if err != nil {
		return err
	}
	shown.Photos = pictures.Items
	return v.render(cmp.Or(v.status, http.StatusOK), view.Item(f, shown))
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

func (w *Web) deleteItem(v *visit) error {
	_, item, err := v.itemOf()
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemDeleted, func(change postgres.Writer) error {
		return change.DeleteItem(v.Context(), item.CollectionID, item.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return v.redirect(view.CollectionPath(item.CollectionID))
}
