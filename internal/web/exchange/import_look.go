package exchange

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/web/ui"
)

// delimiterNames stand for delimiters in forms and texts.
var delimiterNames = map[string]string{",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}

// reading is the options of reading, as parameters of an address.
func (s ImportStep) reading() url.Values {
	query := url.Values{}
	d := s.Look.Detected
	for name, value := range map[string]string{"encoding": d.Encoding, "delimiter": delimiterNames[d.Delimiter], "sheet": d.Sheet} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if s.Look.Choices.HeaderRows >= 0 {
		query.Set("header_row", strconv.Itoa(d.HeaderRow))
	}
	return query
}

// toMapping is the address of the next step.
func (s ImportStep) toMapping() string {
	path := ImportPath(s.Import.ID) + "/mapping"
	if !s.Chosen {
		return path
	}
	return path + "?" + s.reading().Encode()
}

// choices are the options of reading, with the detected ones selected.
func (s ImportStep) choices(f ui.Frame) (all []Choosing) {
	d, c := s.Look.Detected, s.Look.Choices
	add := func(name, label, present string, values []string, say func(string) string) {
		if len(values) < 2 {
			return
		}
		ask := Choosing{Name: name, Label: label, Value: present}
		for _, v := range values {
			said := say(v)
			if v == present {
				said = f.T("import.look.found", "name", said)
			}
			ask.Options = append(ask.Options, ui.Option{Value: v, Label: said})
		}
		all = append(all, ask)
	}
	same := func(v string) string { return v }
	add("sheet", f.T("import.look.sheet"), d.Sheet, c.Sheets, same)
	names := make([]string, len(c.Delimiters))
	for i, v := range c.Delimiters {
		names[i] = delimiterNames[v]
	}
	add("delimiter", f.T("import.look.delimiter"), delimiterNames[d.Delimiter], names, func(v string) string { return f.T("import.delimiter." + v) })
	if c.HeaderRows >= 0 {
		rows := []string{}
		for n := range min(c.HeaderRows, 20) + 1 {
			rows = append(rows, strconv.Itoa(n))
		}
		add("header_row", f.T("import.look.header"), strconv.Itoa(d.HeaderRow), rows, func(v string) string {
			if v == "0" {
				return f.T("import.look.header.none")
			}
			return v
		})
	}
	add("encoding", f.T("import.look.encoding"), d.Encoding, c.Encodings, same)
	return all
}

// Choosing is a choice with its label.
type Choosing struct {
	Name, Label, Value string
	Options            []ui.Option
}

// doubtful reports whether the encoding of the file is only guessed.
func (s ImportStep) doubtful() bool {
	e := s.Look.Detected.Encoding
	return e != "" && !strings.HasPrefix(e, "utf-")
}

// FieldNamed begins the targets that are custom fields.
const FieldNamed = "field:"

// ImportMap is the form that maps columns.
type ImportMap struct {
	ImportStep
	Mapping   importing.Mapping
	Types     []catalog.CollectionType
	Forms     []catalog.TypeForm // of the collection
	Templates []catalog.Template
}

// importLine is a column with its target.
type importLine struct {
	importing.Column
	Header importing.Header
	Nth    int
}

// lines are the columns, each with its samples.
func (m ImportMap) lines() (all []importLine) {
	for i, c := range m.Mapping.Columns {
		line := importLine{Column: c, Nth: i}
		if c.Column != nil {
			if at := slices.IndexFunc(m.Columns, func(h importing.Header) bool { return h.Number == *c.Column }); at >= 0 {
				line.Header = m.Columns[at]
			}
		}
		all = append(all, line)
	}
	return all
}

// used counts the columns with a target.
func (m ImportMap) used() (n int64) {
	for _, c := range m.Mapping.Columns {
		if c.To != "" && c.To != "skip" {
			n++
		}
	}
	return n
}

func (l importLine) skipped() bool { return l.To == "" || l.To == "skip" }

// asked reports whether the user must decide about the line.
func (l importLine) asked() bool { return l.Warning == "ambiguous_date" || l.Header.Guess.Ambiguous }

// value is the target in the form.
func (l importLine) value() string {
	if l.To == "field" {
		return FieldNamed + l.Name
	}
	return l.To
}

// targetGroup is a group of targets.
type targetGroup struct {
	Label   string
	Options []ui.Option
}

// targetGroups are the import columns, grouped for people.
var targetGroups = []struct {
	label string
	keys  []string
}{
	{"import.group.item", []string{"item_name", "description", "type", "category", "tags", "set", "series", "wanted", "wanted_priority", "wanted_max_price", "wanted_currency"}},
	{"import.group.copy", []string{"identifier", "quantity", "status", "condition", "location", "acquired_at", "disposed_at", "note"}},
	{"import.group.purchase", []string{"purchase_price", "purchase_currency", "purchase_date", "purchase_from", "purchase_reference"}},
	{"import.group.value", []string{"value", "value_currency", "value_date", "value_type", "value_by"}},
	{"import.group.insurance", []string{"insurer", "policy_number", "insured_value", "insured_currency", "insured_from", "insured_until", "coverage_type"}},
	{"import.group.other", []string{"photo_files", "item_key", "copy_key", "item_uuid", "copy_uuid", "collection", "collection_uuid"}},
}

// targetsOf are the possible targets of a column, including the present one.
func (m ImportMap) targetsOf(f ui.Frame, l importLine) []targetGroup {
	fields := targetGroup{Label: f.T("import.group.fields")}
	known := map[string]bool{}
	addField := func(value, label string) {
		if !known[value] {
			known[value] = true
			fields.Options = append(fields.Options, ui.Option{Value: value, Label: label})
		}
	}
	for _, t := range m.Forms {
		for _, field := range t.Fields {
			addField(FieldNamed+field.Name, field.Name)
		}
	}
	switch {
	case strings.HasPrefix(l.To, "field["):
		addField(l.To, columnName(f, l.To))
	case l.To == "field":
		addField(l.value(), f.T("import.map.field", "name", m.fieldName(f, l.Name)))
	}
	if l.Header.Name != "" {
		addField(FieldNamed+l.Header.Name, f.T("import.map.field", "name", l.Header.Name))
	}
	all := []targetGroup{}
	for i, g := range targetGroups {
		shown := targetGroup{Label: f.T(g.label)}
		for _, key := range g.keys {
			shown.Options = append(shown.Options, ui.Option{Value: key, Label: f.T("column." + key)})
		}
		if all = append(all, shown); i == 0 {
			all = append(all, fields)
		}
	}
	return all
}

func (m ImportMap) kinds(f ui.Frame) (all []ui.Option) {
	for _, kind := range []string{"text", "number", "date", "boolean", "select", "rating"} {
		all = append(all, ui.Option{Value: kind, Label: f.Kind(kind)})
	}
	return all
}

// dayFormats are the formats of days, with the last day of a year as an example.
var dayFormats = []ui.Option{{Value: "Y-M-D", Label: "2026-12-31"}, {Value: "D.M.Y", Label: "31.12.2026"}, {Value: "D/M/Y", Label: "31/12/2026"}, {Value: "M/D/Y", Label: "12/31/2026"}, {Value: "D-M-Y", Label: "31-12-2026"}, {Value: "D MMM Y", Label: "31 Dec 2026"}, {Value: "MMM D, Y", Label: "Dec 31, 2026"}}

func (l importLine) formats(f ui.Frame) []ui.Option {
	all := append([]ui.Option{{Value: "", Label: f.T("import.map.format.found")}, {Value: ".", Label: "1,234.50"}, {Value: ",", Label: "1.234,50"}}, dayFormats...)
	if l.Format != "" && !slices.ContainsFunc(all, func(o ui.Option) bool { return o.Value == l.Format }) {
		all = append(all, ui.Option{Value: l.Format, Label: l.Format})
	}
	return all
}

// how describes in short how the cells of a line are read.
func (l importLine) how(f ui.Frame) string {
	if l.Kind != "" && l.To == "field" {
		return f.Kind(l.Kind)
	}
	for _, o := range l.formats(f)[1:] {
		if o.Value == l.Format {
			return o.Label
		}
	}
	return f.T("import.map.how")
}

// typeValue is the type in the form.
func (m ImportMap) typeValue() string {
	switch t := m.Mapping.Type; {
	case t == nil:
		return ""
	case t.ID != nil:
		return "id:" + ui.Number(*t.ID)
	case t.Template != "":
		return "template:" + t.Template
	case t.Name != "":
		return "new"
	}
	return ""
}

// typeName is the name of a new type.
func (m ImportMap) typeName() string {
	if t := m.Mapping.Type; t != nil && t.Name != "" {
		return t.Name
	}
	return m.Collection
}
