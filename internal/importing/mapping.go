package importing

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Mapping says what the columns of a table are, and what may be made of them.
type Mapping struct {
	Options     Options      `json:"options"`
	Match       Match        `json:"match"`
	Create      Create       `json:"create"`
	Type        *TypeRef     `json:"type"`
	SkipRows    []int64      `json:"skip_rows"`
	Corrections []Correction `json:"corrections"`
	Columns     []Column     `json:"columns"`
}

// Options say how a file is read and its cells are understood. What is empty is found out.
type Options struct {
	Encoding      string  `json:"encoding,omitempty"`
	Delimiter     string  `json:"delimiter,omitempty"`
	HeaderRow     *int64  `json:"header_row,omitempty"`
	Sheet         string  `json:"sheet,omitempty"`
	Decimal       string  `json:"decimal,omitempty"`
	DateFormat    string  `json:"date_format,omitempty"`
	PartialDates  string  `json:"partial_dates,omitempty"`
	CurrencyCode  string  `json:"currency_code,omitempty"`
	PathSeparator string  `json:"path_separator,omitempty"`
	ListSeparator string  `json:"list_separator,omitempty"`
	Empty         string  `json:"empty,omitempty"`
	Tags          string  `json:"tags,omitempty"`
	Copies        string  `json:"copies,omitempty"`
	ZeroIsEmpty   []int64 `json:"zero_is_empty,omitempty"`
}

// Match says how rows find the items that are there.
type Match struct {
	Items   string `json:"items"`
	FieldID *int64 `json:"field_id,string,omitempty"`
	Differs string `json:"differs,omitempty"` // what becomes of objects that an archive has otherwise
}

// Create says what is made on demand.
type Create struct {
	Types      bool  `json:"types"`
	Fields     bool  `json:"fields"`
	Locations  bool  `json:"locations"`
	Categories bool  `json:"categories"`
	Tags       bool  `json:"tags"`
	Sets       bool  `json:"sets"`
	Series     bool  `json:"series"`
	Conditions bool  `json:"conditions"`
	Options    *bool `json:"options"` // nil: as the profile says
}

// CreateAll makes what is missing. Only some profiles add options to fields that are there.
var CreateAll = Create{Types: true, Fields: true, Locations: true, Categories: true, Tags: true, Sets: true, Series: true, Conditions: true}

// TypeRef is the type of items whose rows name none.
type TypeRef struct {
	ID       *int64 `json:"id,string,omitempty"`
	Name     string `json:"name,omitempty"`
	Template string `json:"template,omitempty"`
	Language string `json:"language,omitempty"` // that a type is made in, of a template
}

// Column says where the cells of a column go. One without a number is a constant.
type Column struct {
	Column  *int64   `json:"column,omitempty"`
	To      string   `json:"to"`
	Name    string   `json:"name,omitempty"`
	Kind    string   `json:"kind,omitempty"`
	Format  string   `json:"format,omitempty"`
	Default string   `json:"default,omitempty"`
	Options []string `json:"options,omitempty"` // of a new select
	Warning string   `json:"warning,omitempty"`
}

// Ways to find items, and what options may say.
var (
	differs  = []string{KeepPresent, UpdatePresent}
	matches  = []string{"uuid", "key", "name", "field", "none"}
	keeps    = []string{"keep", "clear"}
	tagging  = []string{"add", "replace"}
	copying  = []string{"one", "if_filled", "none"}
	partials = []string{"refuse", "first_day"}
	decimals = []string{".", ","}
)

const maxSkipped = 1000

// Validate checks what can be checked without the table.
func (m *Mapping) Validate() error {
	var e fault.Invalid
	m.Options.rules(&e)
	e.OneOf("match.items", m.Match.Items, matches)
	e.OneOf("match.differs", m.Match.Differs, differs)
	if m.Match.Items == "field" && m.Match.FieldID == nil {
		e.Add("match.field_id", "The field id is required to match by a field.")
	}
	if len(m.SkipRows) > maxSkipped {
		e.Addf("skip_rows", "The %s field must not have more than %d items.", maxSkipped)
	}
	m.correctionRules(&e)
	if m.Columns != nil {
		m.columnRules(&e)
	}
	return e.Err()
}

// Placed refuses a mapping that does not tell a collection for an import without one.
func (m *Mapping) Placed(i Import) error {
	tells := slices.ContainsFunc(m.Columns, func(c Column) bool { return targets[c.To] == ofPlace })
	if i.CollectionID != nil || len(i.NewCollection) > 0 || tells {
		return nil
	}
	return fault.On("columns", "No column is the collection, and none was chosen.")
}

func (o Options) rules(e *fault.Invalid) {
	if o.HeaderRow != nil && (*o.HeaderRow < 0 || *o.HeaderRow > 20) {
		e.Add("options.header_row", "The header row must be between 0 and 20.")
	}
	for _, c := range []struct {
		name, value string
		of          []string
	}{{"decimal", o.Decimal, decimals}, {"partial_dates", o.PartialDates, partials}, {"empty", o.Empty, keeps}, {"tags", o.Tags, tagging}, {"copies", o.Copies, copying}} {
		e.OneOf("options."+c.name, c.value, c.of)
	}
}

// columnRules refuse targets that are none, and one that is given twice.
func (m *Mapping) columnRules(e *fault.Invalid) {
	taken := map[string]bool{}
	named := false
	for i, c := range m.Columns {
		field := "columns." + strconv.Itoa(i) + ".to"
		t, ok := parseTarget(c)
		switch {
		case !ok:
			e.Add(field, "The target is not one that can be imported.")
			continue
		case utf8.RuneCountInString(t.field.name) > catalog.MaxName || utf8.RuneCountInString(t.field.typeName) > catalog.MaxName:
			e.Addf(field, "The %s field must not be greater than %d characters.", catalog.MaxName)
		case t.name == "item_name":
			named = true
		}
		key := t.key()
		if t.group != skipped && taken[key] && !t.addsUp() {
			e.Add(field, "Another column has this target already.")
		}
		taken[key] = true
	}
	if !named {
		e.Add("columns", "No column is the name of the item.")
	}
}

// Rereads reports whether options ask for another reading of the file.
func (o Options) Rereads(read Options) bool {
	return o.Encoding != "" && o.Encoding != read.Encoding || o.Delimiter != "" && o.Delimiter != read.Delimiter || o.Sheet != "" && o.Sheet != read.Sheet ||
		o.HeaderRow != nil && (read.HeaderRow == nil || *o.HeaderRow != *read.HeaderRow)
}

// Over fills what a mapping leaves open from another.
func (m Mapping) Over(guessed Mapping) Mapping {
	m.Options = m.Options.over(guessed.Options)
	m.Match.Differs = cmp.Or(m.Match.Differs, guessed.Match.Differs)
	if m.Match.Items == "" {
		m.Match.Items, m.Match.FieldID = guessed.Match.Items, guessed.Match.FieldID
	}
	if m.Create.Options == nil {
		m.Create.Options = guessed.Create.Options
	}
	if m.Type == nil {
		m.Type = guessed.Type
	}
	if m.Columns == nil {
		m.Columns = guessed.Columns
	}
	return m
}

func (o Options) over(other Options) Options {
	for _, p := range []struct{ to, from *string }{
		{&o.Encoding, &other.Encoding}, {&o.Delimiter, &other.Delimiter}, {&o.Sheet, &other.Sheet}, {&o.Decimal, &other.Decimal}, {&o.DateFormat, &other.DateFormat},
		{&o.PartialDates, &other.PartialDates}, {&o.CurrencyCode, &other.CurrencyCode}, {&o.PathSeparator, &other.PathSeparator}, {&o.ListSeparator, &other.ListSeparator},
		{&o.Empty, &other.Empty}, {&o.Tags, &other.Tags}, {&o.Copies, &other.Copies},
	} {
		if *p.to == "" {
			*p.to = *p.from
		}
	}
	if o.HeaderRow == nil {
		o.HeaderRow = other.HeaderRow
	}
	if o.ZeroIsEmpty == nil {
		o.ZeroIsEmpty = slices.Clone(other.ZeroIsEmpty)
	}
	return o
}
