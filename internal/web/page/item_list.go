package page

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
	"vitrine/internal/web/ui"
)

// Blanks reports whether the address has parameters without a value.
func Blanks(v *Visit) bool {
	for name, values := range v.URL.Query() {
		if len(values) > 1 && (name == "cols" || name == "tag") || strings.TrimSpace(values[0]) == "" {
			return true
		}
	}
	return false
}

// ItemList reads a page of a collection's items by the address.
func ItemList(v *Visit) (list ui.ItemList, err error) {
	if list, err = asked(v); err != nil || Outlived(&list.Filter) {
		return list, err
	}
	if err := itemsOf(v, &list); err != nil {
		return list, err
	}
	return list, beside(v, &list)
}

// asked reads what the address asks for of a collection's items.
func asked(v *Visit) (list ui.ItemList, err error) {
	id, err := v.Number("collection")
	if err != nil {
		return list, err
	}
	narrow := narrowing(v, &list, id)
	err = v.Together(append(append(narrow, placing(v, &list)...), func(r postgres.Reader) (err error) {
		list.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		list.Types, err = inventory.TypeForms(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		list.Copies, err = inventory.CopiesIn(v.Context(), r, id)
		return err
	})...)
	if err != nil {
		return list, err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return list, err
	}
	list.CanEdit = f.CanEdit()
	return list, wantedOf(v, f, &list)
}

// wantedOf reads filters, order and view from the address.
func wantedOf(v *Visit, f ui.Frame, list *ui.ItemList) error {
	query := url.Values{}
	for name, values := range v.URL.Query() {
		query[name] = []string{Plain(values[0])}
	}
	var wrong fault.Invalid
	list.Search, list.Type = query.Get("q"), query.Get("type")
	sort := query.Get("sort")
	ofTable, only := catalog.TableSort(sort)
	if sort == "" || only {
		sort = ui.DefaultSort
	}
	list.Filter = catalog.ItemFilter{Search: catalog.NewSearch(&wrong, "q", list.Search), Sort: catalog.NewSort(&wrong, "sort", sort), Values: catalog.NewValueFilters(&wrong, query)}
	list.Filter.Search.Wide = true
	if err := wrong.Err(); err != nil {
		return err
	}
	if only {
		list.Filter.Sort = ofTable
	}
	narrow(&list.Filter, list.By)
	list.Filter.Copies = copiesAsked(&list.By, list.Collection.Currency)
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
	list.Table = habit(v, list.Collection.ID, "view", query.Get("view")) == "table"
	list.Offered = offered(f, *list)
	columnsOf(v, list)
	return nil
}

// offered are the possible columns of the table, in order.
func offered(f ui.Frame, list ui.ItemList) []ui.Column {
	var all []ui.Column
	if len(list.Types) > 1 && list.Type == "" {
		all = append(all, ui.Column{Key: "type", Label: f.T("field.type")})
	}
	for _, t := range list.Types {
		if list.Type != "" && list.Type != strconv.FormatInt(t.ID, 10) {
			continue
		}
		for _, field := range t.Fields {
			id := strconv.FormatInt(field.ID, 10)
			all = append(all, ui.Column{Key: id, Label: field.Name, Kind: field.Kind, Options: field.Options, Type: t, Sort: "custom_fields[" + id + "]"})
		}
	}
	return append(append(all, ui.FigureColumns(f)...),
		ui.Column{Key: "created_at", Label: f.T("field.created"), Sort: "created_at"}, ui.Column{Key: "updated_at", Label: f.T("field.changed"), Sort: "updated_at"})
}

// columnsOf chooses the columns in the address, or those this browser used last.
func columnsOf(v *Visit, list *ui.ItemList) {
	given := strings.Join(v.URL.Query()["cols"], ",")
	if given == "" && v.URL.Query().Has("cols") {
		given = "name" // only the name, which every table has
	}
	keys := strings.Split(habit(v, list.Collection.ID, "cols", Plain(given)), ",")
	list.Columns = ui.DefaultColumns(list.Offered)
	if keys[0] != "" {
		list.Columns = slices.DeleteFunc(slices.Clone(list.Offered), func(c ui.Column) bool { return !slices.Contains(keys, c.Key) })
	}
}

// habit is a display setting of a collection, which this browser remembers.
func habit(v *Visit, collection int64, name, given string) string {
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
	http.SetCookie(v.Out, &http.Cookie{Name: cookie, Value: given, Path: v.Web.Subpath().Join(ui.CollectionPath(collection)), MaxAge: 365 * 24 * 3600, HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode})
	return given
}

// beside reads the data that a list shows beside its items.
func beside(v *Visit, list *ui.ItemList) error {
	ids := IdsOf(list.Page.Items, func(i catalog.Item) int64 { return i.ID })
	var photos []catalog.Photo
	var copies []catalog.Held
	err := v.Together(func(r postgres.Reader) (err error) {
		photos, err = inventory.MainPhotos(v.Context(), r, ids)
		return err
	}, func(r postgres.Reader) (err error) {
		copies, err = inventory.Held(v.Context(), r, ids)
		return err
	}, func(r postgres.Reader) (err error) {
		if list.Table {
			list.Figures, err = inventory.ItemFigures(v.Context(), r, list.Collection.ID, ids, list.Filter.Copies, slices.Contains(ui.ColumnKeys(list.Columns), "insured"))
		}
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

// mostTagsAsked limits the tags in a filter.
const mostTagsAsked = 8

// TagsAsked are the distinct tags in the address.
func TagsAsked(v *Visit) []int64 {
	ids := Numbers(strings.Split(strings.Join(v.URL.Query()["tag"], ","), ","))
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[:min(len(ids), mostTagsAsked)]
}

// sortedBy reads the filters by category, set, series, tags and so on from the address. Invalid ones
// are ignored.
func sortedBy(v *Visit) ui.By {
	b := ui.By{Category: idOrNone(v, "category"), Set: idOrNone(v, "set"), Series: idOrNone(v, "series"), Tags: TagsAsked(v)}
	yesNo := []string{ui.Yes, ui.No}
	b.Photos, b.Copies = oneOf(v, "photos", yesNo), oneOf(v, "copies", yesNo)
	b.Wanted = oneOf(v, "wanted", append(yesNo, catalog.Priorities...))
	b.Place, b.Condition, b.Status = idOrNone(v, "place"), idOrNone(v, "condition"), oneOf(v, "status", catalog.CopyStatuses)
	b.Insured = oneOf(v, "insured", ui.InsuredChoices)
	b.Amounts = map[string]ui.Amounts{}
	for _, figure := range catalog.FigureSorts {
		b.Amounts[figure] = ui.Amounts{Least: v.Param(figure + "_min"), Most: v.Param(figure + "_max")}
	}
	return b
}

func oneOf(v *Visit, name string, all []string) string {
	if param := v.Param(name); slices.Contains(all, param) {
		return param
	}
	return ""
}

// idOrNone is an id in the address, or none.
func idOrNone(v *Visit, name string) string {
	param := v.Param(name)
	if id := AsID(param); param == ui.None || id != nil && *id > 0 && strconv.FormatInt(*id, 10) == param {
		return param
	}
	return ""
}

// narrow adds the filters of the address to the filter of a list.
func narrow(f *catalog.ItemFilter, b ui.By) {
	id := func(param string) catalog.IDFilter { return catalog.IDFilter{Asked: param != "", ID: AsID(param)} }
	f.SortedBy = catalog.SortedBy{CategoryID: id(b.Category), SetID: id(b.Set), SeriesID: id(b.Series), Nested: true, TagIDs: b.Tags}
	f.HasPhotos, f.HasCopies = yesOrNo(b.Photos), yesOrNo(b.Copies)
	if f.Wish.Wanted = yesOrNo(b.Wanted); f.Wish.Wanted == nil {
		f.Wish.Priority = b.Wanted
	}
}

func yesOrNo(param string) *bool {
	switch param {
	case ui.Yes:
		return new(true)
	case ui.No:
		return new(false)
	}
	return nil
}

// narrowing reads the choices of the filters, and the chosen ones. For a part of the page only the
// chosen ones are read.
func narrowing(v *Visit, list *ui.ItemList, collection int64) []func(postgres.Reader) error {
	list.By = sortedBy(v)
	reads := Pick(v, &list.Offers, collection, Chosen{category: AsID(list.By.Category), Set: AsID(list.By.Set), Series: AsID(list.By.Series), Tags: list.By.Tags})
	if v.Fragment() {
		return reads
	}
	return append(reads, OffersOf(v, &list.Offers, collection, true)...)
}
