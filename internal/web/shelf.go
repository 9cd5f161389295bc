package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// shelf are the pages of what is in a collection.
var shelfPages = []row{
	show("GET /collections/{collection}", "GET /api/collections/{collection}/items", collection),
	show("GET /items/{item}/peek", "GET /api/items/{item}", peek),
}

func collection(v *visit) error {
	list, err := v.itemList()
	if err != nil {
		return err
	}
	f, err := v.frame(list.Collection.Name, view.CurrentCollection(list.Collection.ID))
	if err != nil {
		return err
	}
	f.Current = savedAs(f, list.Path("view", "", "cols", ""))
	switch address := list.Path("after", v.asked("after")); {
	case v.fragment():
		v.out.Header().Set("HX-Push-Url", list.Path())
		if v.asked("after") != "" {
			v.out.Header().Set("HX-Push-Url", "false")
		}
		return v.render(http.StatusOK, view.Results(f, list, true))
	case v.blanks(): // of a form without scripts
		return v.redirect(address)
	}
	list.Done = view.Done{Moved: v.count("moved"), Deleted: v.count("deleted"), Restored: v.count("restored"), Tagged: v.count("tagged"), Untagged: v.count("untagged"), Saved: v.count("saved"), To: v.count("to")}
	return v.render(http.StatusOK, view.Collection(f, list))
}

// count is a number of the address, 0 for none.
func (v *visit) count(name string) int64 {
	n, _ := strconv.ParseInt(v.asked(name), 10, 64)
	return max(0, n)
}

// blanks reports whether the address has parameters without a value.
func (v *visit) blanks() bool {
	for name, values := range v.URL.Query() {
		if len(values) > 1 && (name == "cols" || name == "tag") || strings.TrimSpace(values[0]) == "" {
			return true
		}
	}
	return false
}

// itemList reads a page of the collection's items as the address asks for it.
func (v *visit) itemList() (list view.ItemList, err error) {
	id, err := v.number("collection")
	if err != nil {
		return list, err
	}
	err = v.together(append(v.narrowing(&list, id), func(r postgres.Reader) (err error) {
		list.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		list.Types, err = inventory.TypeForms(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		if !v.fragment() {
			list.Copies, err = inventory.CopiesIn(v.Context(), r, id)
		}
		return err
	})...)
	if err != nil {
		return list, err
	}
	f, err := v.frame("", "")
	if err != nil {
		return list, err
	}
	list.CanEdit = f.CanEdit()
	if err := v.wanted(f, &list); err != nil {
		return list, err
	}
	reader, err := v.reader()
	if err != nil {
		return list, err
	}
	if outlived(&list.Filter) {
		return list, nil
	}
	if list.Page, err = inventory.ItemsOf(v.Context(), reader, id, list.Filter, v.paging()); err != nil {
		return list, err
	}
	return list, v.beside(&list)
}

// wanted reads from the address which items are shown, and how.
func (v *visit) wanted(f view.Frame, list *view.ItemList) error {
	query := url.Values{}
	for name, values := range v.URL.Query() {
		query[name] = []string{plain(values[0])}
	}
	var wrong fault.Invalid
	list.Search, list.Type = query.Get("q"), query.Get("type")
	sort := query.Get("sort")
	if sort == "" {
		sort = view.DefaultSort
	}
	list.Filter = catalog.ItemFilter{Search: catalog.NewSearch(&wrong, "q", list.Search), Sort: catalog.NewSort(&wrong, "sort", sort), Values: catalog.NewValueFilters(&wrong, query)}
	if err := wrong.Err(); err != nil {
		return err
	}
	narrow(&list.Filter, list.By)
	for _, t := range list.Types {
		for _, field := range t.Fields {
			list.Filter.Known = append(list.Filter.Known, catalog.CustomField{ID: field.ID, CollectionTypeID: t.ID, FieldType: field.Kind, Options: field.Options})
			if field.ID == list.Filter.Sort.FieldID { // only items of its type have it
				list.Type = strconv.FormatInt(t.ID, 10)
			}
		}
	}
	if id, err := strconv.ParseInt(list.Type, 10, 64); err == nil {
		list.Filter.CollectionTypeID = &id
	} else {
		list.Type = ""
	}
	list.Table = v.habit(list.Collection.ID, "view", query.Get("view")) == "table"
	list.Offered = offered(f, *list)
	v.columns(list)
	return nil
}

// offered are the columns that the table can have, in their order.
func offered(f view.Frame, list view.ItemList) []view.Column {
	var all []view.Column
	if len(list.Types) > 1 && list.Type == "" {
		all = append(all, view.Column{Key: "type", Label: f.T("field.type")})
	}
	for _, t := range list.Types {
		if list.Type != "" && list.Type != strconv.FormatInt(t.ID, 10) {
			continue
		}
		for _, field := range t.Fields {
			id := strconv.FormatInt(field.ID, 10)
			all = append(all, view.Column{Key: id, Label: field.Name, Kind: field.Kind, Options: field.Options, Type: t, Sort: "custom_fields[" + id + "]"})
		}
	}
	return append(all, view.Column{Key: "copies", Label: f.T("copies.title")},
		view.Column{Key: "created_at", Label: f.T("field.created"), Sort: "created_at"}, view.Column{Key: "updated_at", Label: f.T("field.changed"), Sort: "updated_at"})
}

// columns chooses those that the address names, or that this browser was shown last.
func (v *visit) columns(list *view.ItemList) {
	given := strings.Join(v.URL.Query()["cols"], ",")
	if given == "" && v.URL.Query().Has("cols") {
		given = "name" // none but the name, which every table has
	}
	keys := strings.Split(v.habit(list.Collection.ID, "cols", plain(given)), ",")
	list.Columns = view.DefaultColumns(list.Offered)
	if keys[0] != "" {
		list.Columns = slices.DeleteFunc(slices.Clone(list.Offered), func(c view.Column) bool { return !slices.Contains(keys, c.Key) })
	}
}

// habit is a way to show a collection, which this browser remembers.
func (v *visit) habit(collection int64, name, given string) string {
	cookie := "vitrine-" + name
	if given == "" {
		if c, err := v.Cookie(cookie); err == nil {
			return c.Value
		}
		return ""
	}
	if len(given) > 2000 || strings.Trim(given, "abcdefghijklmnopqrstuvwxyz_0123456789,") != "" {
		return ""
	}
	http.SetCookie(v.out, &http.Cookie{Name: cookie, Value: given, Path: view.CollectionPath(collection), MaxAge: 365 * 24 * 3600, HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode})
	return given
}

// beside reads what a list shows beside its items.
func (v *visit) beside(list *view.ItemList) error {
	ids := idsOf(list.Page.Items, func(i catalog.Item) int64 { return i.ID })
	var photos []catalog.Photo
	var copies []catalog.Held
	err := v.together(func(r postgres.Reader) (err error) {
		photos, err = inventory.MainPhotos(v.Context(), r, ids)
		return err
	}, func(r postgres.Reader) (err error) {
		copies, err = inventory.Held(v.Context(), r, ids)
		return err
	})
	list.Photos, list.Held = map[int64]catalog.Photo{}, map[int64]catalog.Held{}
	for _, p := range photos {
		list.Photos[p.ItemID] = p
	}
	for _, h := range copies {
		list.Held[h.ItemID] = h
	}
	return err
}

// peek is an item beside the list it is in.
func peek(v *visit) error {
	id, err := v.number("item")
	if err != nil {
		return err
	}
	var shown view.ItemShown
	err = v.together(func(r postgres.Reader) (err error) {
		shown.Item, err = inventory.ItemSheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Photos, err = inventory.MainPhotos(v.Context(), r, []int64{id})
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Copies, err = inventory.PlacedCopies(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: 20})
		return err
	})
	if err != nil {
		return err
	}
	shown.Groups = grouped(shown.Item, false)
	f, err := v.frame(shown.Item.Name, "")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.Peek(f, shown))
}
