package ui

import (
	"net/url"
	"slices"
	"strings"
)

// ExportPath is where the file of what is shown is asked for.
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

// Saved is the query of the items that the page shows.
func (l ItemList) Saved() string {
	shown, asked := l.Query(), url.Values{}
	asked.Set("collection_id", Number(l.Collection.ID))
	asked.Set("sort", l.Filter.Sort.String())
	for name := range shown {
		value := shown.Get(name)
		switch {
		case strings.HasPrefix(name, "custom_fields["):
			asked.Set(name, value)
		case name == "wanted" && value != "yes" && value != "no":
			asked.Set("wanted_priority", value)
		default:
			for param, page := range shelfParams {
				if page == name && param != "wanted_priority" {
					asked.Set(param, inList(param, value))
				}
			}
		}
	}
	if id := asked.Get("category_id"); id != "" && id != "none" {
		asked.Set("include_nested", "true")
	}
	return asked.Encode()
}

// Query is what the address asks for, without what is asked for by default.
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

// Path is the address of this list with some of it changed; an empty value removes.
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

// Value is what the address filters a field by: min, max or neither.
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
	all = append(all, l.appliedBy(f)...)
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
	return map[string]string{"category": b.Category, "set": b.Set, "series": b.Series, "tag": joined(b.Tags), "wanted": b.Wanted, "photos": b.Photos, "copies": b.Copies}
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
