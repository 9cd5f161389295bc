package ui

import (
	"strings"

	"vitrine/internal/catalog"
)

// FigureColumns are the columns of a table that its copies and what it is sorted by give. Sums can be
// sorted by while the collection is not too long.
func FigureColumns(f Frame, copies int64) []Column {
	sort := func(key string) string {
		if copies > catalog.MostFigured {
			return ""
		}
		return key
	}
	return []Column{
		{Key: "copies", Label: f.T("copies.title")},
		{Key: "value", Label: f.T("value.title"), Sort: sort("value")}, {Key: "paid", Label: f.T("copy.cost"), Sort: sort("paid")}, {Key: "gain", Label: f.T("copy.gain"), Sort: sort("gain")},
		{Key: "place", Label: f.T("field.location")}, {Key: "condition", Label: f.T("field.condition")}, {Key: "status", Label: f.T("field.status")},
		{Key: "tags", Label: f.T("field.tags")}, {Key: "set", Label: f.T("field.set")},
	}
}

// Right reports whether a column has numbers.
func (c Column) Right() bool {
	return c.Kind == catalog.Number || c.Key == "copies" || c.Key == "value" || c.Key == "paid" || c.Key == "gain"
}

// FigureSort is the order by a figure, the greatest first unless the list has it the other way.
func (l ItemList) FigureSort(key string) string {
	if l.Filter.Sort.Key == key {
		return l.Filter.Sort.String()
	}
	return "-" + key
}

// SomeNames are names in a cell: the first, and how many more there are.
func SomeNames(f Frame, names []string) string {
	const shown = 3
	if n := len(names); n > shown {
		return strings.Join(names[:shown], ", ") + " +" + f.Number(int64(n-shown))
	}
	return strings.Join(names, ", ")
}

// StatusNames are the statuses of copies, in words.
func StatusNames(f Frame, statuses []string) string {
	names := make([]string, len(statuses))
	for i, s := range statuses {
		names[i] = f.T("status." + s)
	}
	return SomeNames(f, names)
}

// Statuses are the options of the filter by status.
func Statuses(f Frame) (all []Option) {
	for _, s := range catalog.CopyStatuses {
		all = append(all, Option{s, f.T("status." + s)})
	}
	return all
}

// ConditionOptions are the conditions that are offered.
func (l ItemList) ConditionOptions() (all []Option) {
	for _, c := range l.Conditions {
		all = append(all, Named(c.ID, c.Name))
	}
	return all
}

// Savable reports whether the API has the filters and the order of the list, as a view needs.
func (l ItemList) Savable() bool { return !l.Filter.Copies.Asked() && !l.Filter.Sort.ByFigure() }

// appliedCopies are the filters by copies, in words.
func (l ItemList) appliedCopies(f Frame) (all []Applied) {
	named := func(options []Option, value string) string {
		if value == None {
			return f.T("filter.none")
		}
		for _, o := range options {
			if o.Value == value {
				return o.Label
			}
		}
		return "–"
	}
	is := func(label, name, asked string, options []Option) {
		if asked != "" {
			all = append(all, Applied{f.T("filter.is", "field", label, "value", named(options, asked)), l.Path(name, "")})
		}
	}
	is(f.T("field.location"), "place", l.By.Place, PlaceOptions(l.Places))
	is(f.T("field.condition"), "condition", l.By.Condition, l.ConditionOptions())
	is(f.T("field.status"), "status", l.By.Status, Statuses(f))
	money := func(n *int64) string { return f.Amount(ValueOr(n, 0), l.Collection.Currency) }
	asked, path, label := l.Filter.Copies, l.Path("value_min", "", "value_max", ""), f.T("value.title")
	switch {
	case asked.ValueMin != nil && asked.ValueMax != nil:
		all = append(all, Applied{f.T("filter.between", "field", label, "min", money(asked.ValueMin), "max", money(asked.ValueMax)), path})
	case asked.ValueMin != nil:
		all = append(all, Applied{f.T("filter.from", "field", label, "min", money(asked.ValueMin)), path})
	case asked.ValueMax != nil:
		all = append(all, Applied{f.T("filter.to", "field", label, "max", money(asked.ValueMax)), path})
	}
	return all
}
