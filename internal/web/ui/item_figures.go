package ui

import (
	"strings"

	"vitrine/internal/catalog"
)

// InsuredChoices are how copies can be insured, and InsuredAsked what the list of copies calls it.
var (
	InsuredChoices = []string{No, "partly", Yes}
	InsuredAsked   = map[string]string{No: "false", "partly": "partly", Yes: "true"}
)

// Amounts are the bounds of a figure, as typed.
type Amounts struct{ Least, Most string }

// FigureColumns are the columns of a table that its copies and what it is sorted by give.
func FigureColumns(f Frame) []Column {
	all := []Column{{Key: "copies", Label: f.T("copies.title")}}
	for _, figure := range catalog.FigureSorts {
		all = append(all, Column{Key: figure, Label: FigureName(f, figure), Sort: figure})
	}
	for _, c := range []Column{{Key: "place", Label: f.T("field.location")}, {Key: "condition", Label: f.T("field.condition")}, {Key: "status", Label: f.T("field.status")},
		{Key: "tags", Label: f.T("field.tags")}, {Key: "set", Label: f.T("field.set")}} {
		c.Sort = c.Key
		all = append(all, c)
	}
	return append(all, Column{Key: "insured", Label: f.T("filter.insured")})
}

// FigureName is a figure in words.
func FigureName(f Frame, figure string) string {
	return f.T(map[string]string{"value": "value.title", "paid": "copy.cost", "gain": "copy.gain"}[figure])
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

// InsuredNames are how copies are insured, in words.
func InsuredNames(f Frame, insured []string) string {
	names := make([]string, len(insured))
	for i, s := range insured {
		names[i] = f.T("filter.insured." + s)
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

// InsuredOptions are the options of the filter by insurance.
func InsuredOptions(f Frame) (all []Option) {
	for _, c := range InsuredChoices {
		all = append(all, Option{c, f.T("filter.insured." + c)})
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
func (l ItemList) Savable() bool { return !l.Filter.Copies.Asked() && !l.Filter.Sort.OfTable() }

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
	is(f.T("filter.insured"), "insured", l.By.Insured, InsuredOptions(f))
	money := func(n *int64) string { return f.Amount(ValueOr(n, 0), l.Collection.Currency) }
	for _, figure := range catalog.FigureSorts {
		asked, path, label := l.Filter.Copies.Amounts()[figure], l.Path(figure+"_min", "", figure+"_max", ""), FigureName(f, figure)
		switch {
		case asked.Min != nil && asked.Max != nil:
			all = append(all, Applied{f.T("filter.between", "field", label, "min", money(asked.Min), "max", money(asked.Max)), path})
		case asked.Min != nil:
			all = append(all, Applied{f.T("filter.from", "field", label, "min", money(asked.Min)), path})
		case asked.Max != nil:
			all = append(all, Applied{f.T("filter.to", "field", label, "max", money(asked.Max)), path})
		}
	}
	return all
}
