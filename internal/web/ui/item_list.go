package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// ExportPath is the address of the export of this list.
func (l ItemList) ExportPath() string {
	path := CollectionPath(l.Collection.ID) + "/export"
	query := l.Query()
	query.Del("view")
	query.Del("cols")
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// Saved is the API query of this list.
func (l ItemList) Saved() string {
	shown, query := l.Query(), url.Values{}
	query.Set("collection_id", Number(l.Collection.ID))
	query.Set("sort", l.Filter.Sort.String())
	for name := range shown {
		value := shown.Get(name)
		switch {
		case strings.HasPrefix(name, "custom_fields["):
			query.Set(name, value)
		case name == "wanted" && value != "yes" && value != "no":
			query.Set("wanted_priority", value)
		default:
			for param, page := range shelfParams {
				if page == name && param != "wanted_priority" {
					query.Set(param, inList(param, value))
				}
			}
		}
	}
	if id := query.Get("category_id"); id != "" && id != "none" {
		query.Set("include_nested", "true")
	}
	return query.Encode()
}

// Query is the parameters of the address, without defaults.
func (l ItemList) Query() url.Values {
	query := url.Values{}
	set := func(name, value string) {
		if value != "" {
			query.Set(name, value)
		}
	}
	set("q", l.Search)
	set("type", l.Type)
	if sort := l.Filter.Sort.String(); sort != DefaultSort {
		set("sort", sort)
	}
	for _, v := range l.Filter.Values {
		c := Column{Key: Number(v.FieldID)}
		set(c.Param(""), v.Text)
		set(c.Param("min"), v.Min)
		set(c.Param("max"), v.Max)
	}
	for name, value := range l.By.params() {
		set(name, value)
	}
	if l.Table {
		set("view", "table")
	}
	if keys := ColumnKeys(l.Columns); l.Table && !slices.Equal(keys, ColumnKeys(DefaultColumns(l.Offered))) {
		set("cols", strings.Join(keys, ","))
	}
	return query
}

// Path is the address of this list with some parameters changed; an empty value removes one.
func (l ItemList) Path(changes ...string) string {
	query := l.Query()
	for i := 0; i+1 < len(changes); i += 2 {
		query.Del(changes[i])
		if changes[i+1] != "" {
			query.Set(changes[i], changes[i+1])
		}
	}
	if len(query) == 0 {
		return CollectionPath(l.Collection.ID)
	}
	return CollectionPath(l.Collection.ID) + "?" + query.Encode()
}

// Fields are the custom fields to sort and to filter by.
func (l ItemList) Fields() []Column {
	return slices.DeleteFunc(slices.Clone(l.Offered), func(c Column) bool { return c.Kind == "" })
}

// Value is the filter value of a field: min, max or neither.
func (l ItemList) Value(c Column, bound string) string {
	for _, v := range l.Filter.Values {
		if Number(v.FieldID) == c.Key {
			return map[string]string{"": v.Text, "min": v.Min, "max": v.Max}[bound]
		}
	}
	return ""
}

// Applied are the filters in words.
func (l ItemList) Applied(f Frame) (all []Applied) {
	if l.Search != "" {
		all = append(all, Applied{f.T("filter.text", "text", l.Search), l.Path("q", "")})
	}
	for _, t := range l.Types {
		if Number(t.ID) == l.Type {
			all = append(all, Applied{f.T("filter.is", "field", f.T("field.type"), "value", t.Name), l.Path("type", "")})
		}
	}
	all = append(append(all, l.appliedBy(f)...), l.appliedCopies(f)...)
	for _, c := range l.Fields() {
		text, least, most := l.Value(c, ""), l.Value(c, "min"), l.Value(c, "max")
		path := l.Path(c.Param(""), "", c.Param("min"), "", c.Param("max"), "")
		if text != "" {
			all = append(all, Applied{f.T("filter.is", "field", c.Label, "value", c.InWords(f, text)), path})
		}
		switch {
		case least != "" && most != "":
			all = append(all, Applied{f.T("filter.between", "field", c.Label, "min", c.InWords(f, least), "max", c.InWords(f, most)), path})
		case least != "":
			all = append(all, Applied{f.T("filter.from", "field", c.Label, "min", c.InWords(f, least)), path})
		case most != "":
			all = append(all, Applied{f.T("filter.to", "field", c.Label, "max", c.InWords(f, most)), path})
		}
	}
	return all
}

// params are the parameters of the address.
func (b By) params() map[string]string {
	all := map[string]string{"category": b.Category, "set": b.Set, "series": b.Series, "tag": joined(b.Tags), "wanted": b.Wanted, "photos": b.Photos, "copies": b.Copies,
		"place": b.Place, "condition": b.Condition, "status": b.Status, "insured": b.Insured}
	for figure, amounts := range b.Amounts {
		all[figure+"_min"], all[figure+"_max"] = amounts.Least, amounts.Most
	}
	return all
}

// appliedBy are the filters in words.
func (l ItemList) appliedBy(f Frame) (all []Applied) {
	is := func(field, name, asked, value string) {
		switch {
		case asked == None:
			value = f.T("filter.none")
			fallthrough
		case asked != "":
			all = append(all, Applied{f.T("filter.is", "field", field, "value", value), l.Path(name, "")})
		}
	}
	is(f.T("field.category"), "category", l.By.Category, l.Offers.Category())
	is(f.T("field.set"), "set", l.By.Set, l.Offers.Set())
	is(f.T("field.series"), "series", l.By.Series, l.Offers.OfSeries())
	for i, id := range l.By.Tags {
		name, others := "–", joined(slices.Concat(l.By.Tags[:i], l.By.Tags[i+1:]))
		for _, t := range l.Offers.Tagged() {
			if t.ID == id {
				name = t.Name
			}
		}
		all = append(all, Applied{f.T("filter.is", "field", f.T("field.tag"), "value", name), l.Path("tag", others)})
	}
	for _, o := range Wishes(f) {
		if o.Value == l.By.Wanted && l.By.Wanted != "" {
			all = append(all, Applied{o.Label, l.Path("wanted", "")})
		}
	}
	said := map[string]string{Yes: f.T("yes"), No: f.T("no")}
	is(f.T("filter.photos"), "photos", l.By.Photos, said[l.By.Photos])
	is(f.T("filter.copies"), "copies", l.By.Copies, said[l.By.Copies])
	return all
}

// ItemList is a page of a collection's items as its address asks for it.
type ItemList struct {
	Collection catalog.Collection
	Types      []catalog.TypeForm
	Page       catalog.Page[catalog.Item]
	Photos     map[int64]catalog.Photo       // main photos, by item
	Held       map[int64]catalog.Held        // copies, by item
	Copies     int64                         // of the whole collection
	Figures    map[int64]catalog.ItemFigures // of a table, by item
	Added      bool                          // the sums are there
	Sums       catalog.Figures               // of all that a table lists
	Filter     catalog.ItemFilter
	By         By
	Offers     Offers // the choices of its filters
	Places     catalog.PlaceChoice
	Conditions []catalog.ItemCondition
	Search     string
	Type       string // id of the only type shown; empty for all
	Table      bool
	Columns    []Column // shown in the table
	Offered    []Column
	CanEdit    bool
	Done       Done // just now
}

// Applied is a filter in words, and the address without it.
type Applied struct{ Label, Path string }

// DefaultSort puts the latest changes first.
const DefaultSort = "-updated_at"

func groupName(f Frame, g Group) string {
	if g.Name == "" {
		return f.T("item.details")
	}
	return g.Name
}

// copySub is the status and location of a copy.
func copySub(f Frame, c catalog.PlacedCopy) string {
	if len(c.Place) == 0 || c.Gone() {
		return f.T("status." + c.Status)
	}
	return f.T("status."+c.Status) + " · " + c.Place[len(c.Place)-1]
}

func copyName(f Frame, n int, c catalog.PlacedCopy) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.nth", "n", f.Number(int64(n+1)))
}

// By is the filters of a list, besides type and fields.
type By struct {
	Category, Set, Series  string // an id, or none
	Tags                   []int64
	Wanted, Photos, Copies string // yes or no; Wanted may also be a priority

	Place, Condition string // of a copy: an id, or none
	Status, Insured  string
	Amounts          map[string]Amounts // by figure
}

// Yes, No and None are values of filters.
const Yes, No, None = "yes", "no", "none"

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

// Wishes are the options of the filter for wishes.
func Wishes(f Frame) []Option {
	all := []Option{{Yes, f.T("filter.wanted")}}
	for _, p := range slices.Backward(catalog.Priorities) {
		all = append(all, Option{p, f.T("filter.wanted") + ": " + f.T("priority."+p)})
	}
	return append(all, Option{No, f.T("filter.unwanted")})
}

// ListPath is the address of a collection's list, with further parameters.
func ListPath(collection int64, list string, further ...string) string {
	query, err := url.ParseQuery(list)
	if err != nil {
		query = url.Values{}
	}
	for i := 0; i+1 < len(further); i += 2 {
		query.Set(further[i], further[i+1])
	}
	if len(query) == 0 {
		return CollectionPath(collection)
	}
	return CollectionPath(collection) + "?" + query.Encode()
}

// Done is the last change of items in the list.
type Done struct{ Moved, Deleted, Restored, Tagged, Untagged, Changed, Undone, Saved, To int64 }

// Unsaid are the parameters of a list without what was said of the last change, and with what is said now.
func Unsaid(list url.Values, name, value string) url.Values {
	for _, said := range []string{"deleted", "moved", "to", "tagged", "untagged", "changed", "undone", "restored", "saved"} {
		list.Del(said)
	}
	list.Set(name, value)
	return list
}
