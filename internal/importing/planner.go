package importing

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/tabular"
)

// Planner plans rows in their order. What one of them makes, the next ones know.
type Planner struct {
	Structure *Structure
	Mapping   Mapping
	Source    string
	Locale    string
	Today     time.Time
	FirstWins bool          // rows of one key may differ: the first tells the item
	First     map[int64]Row // first rows of items that are not among those to be planned

	columns  []source
	byTarget map[string][]*source
	type_    *Type // of items whose rows name none
	groups   map[string]*Group
	copyKeys map[string]int64 // rows by the keys and uuids of copies
	skip     map[int64]bool
	photos   tabular.Photos
	sums     map[string]string // of photos by name
}

// source is where the cells of a target come from.
type source struct {
	Column
	target    target
	index     int    // of the cell; -1 for a constant
	title     string // of the column
	decimal   string
	day       string // how days are written
	zeroEmpty bool
}

// Group is an item that rows of the file share.
type Group struct {
	Row    int64    // the first
	first  []string // its cells, where rows may differ
	Name   string
	Item   *Item           // nil if the first row makes it
	ItemID int64           // once it is made
	photos map[string]bool // by hash, that rows before add
	cells  string
	rows   int64 // after the first
}

// Prepare reads the mapping against the columns of the table.
func (p *Planner) Prepare(headers []Header) {
	p.Structure.create = p.Mapping.Create
	p.groups, p.copyKeys, p.skip = map[string]*Group{}, map[string]int64{}, map[int64]bool{}
	for _, row := range p.Mapping.SkipRows {
		p.skip[row] = true
	}
	p.columns = p.columns[:0]
	for _, c := range p.Mapping.Columns {
		t, ok := parseTarget(c)
		if !ok || t.group == skipped && c.Warning == "" {
			continue
		}
		s := source{Column: c, target: t, index: -1, title: c.To}
		var h Header
		if c.Column != nil {
			at := slices.IndexFunc(headers, func(h Header) bool { return h.Number == *c.Column })
			if at < 0 {
				continue
			}
			h = headers[at]
			s.index, s.title = at, h.Name
			s.zeroEmpty = slices.Contains(p.Mapping.Options.ZeroIsEmpty, h.Number)
		}
		s.decimal, s.day = p.decimalOf(c, h), p.dayOf(c, h)
		p.columns = append(p.columns, s)
	}
	p.byTarget = map[string][]*source{}
	for i := range p.columns {
		s := &p.columns[i]
		p.byTarget[s.target.name] = append(p.byTarget[s.target.name], s)
	}
	p.type_ = p.defaultType()
	p.speak()
	for _, s := range p.byTarget["field"] { // new fields get the order of their columns
		if s.target.field.typeName == "" && p.type_ != nil {
			p.Structure.field(p.type_, s.target.field, s.Options)
		}
	}
}

// defaultType is what items get whose rows name no type: the one that was chosen, or the
// only one that columns name.
func (p *Planner) defaultType() *Type {
	if ref := p.Mapping.Type; ref != nil {
		if t := p.Structure.typeByID(ref.ID); t != nil {
			return t
		}
		if ref.Template != "" {
			return p.Structure.typeOf(*ref)
		}
		if ref.Name != "" {
			return p.Structure.typeNamed(ref.Name, nil)
		}
	}
	name := ""
	for _, s := range p.byTarget["field"] {
		switch {
		case s.target.field.typeName == "" || fold(name) == fold(s.target.field.typeName):
		case name != "":
			return nil
		default:
			name = s.target.field.typeName
		}
	}
	if name == "" || len(p.byTarget["type"]) > 0 {
		return nil
	}
	return p.Structure.typeNamed(name, nil)
}

// mapped reports whether a column has a target.
func (p *Planner) mapped(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return len(p.byTarget[name]) > 0 })
}

// mappedGroup reports whether a column is of a group.
func (p *Planner) mappedGroup(in func(group) bool) bool {
	return slices.ContainsFunc(p.columns, func(s source) bool { return in(s.target.group) })
}

// Lookup is what to look for before rows are planned.
func (p *Planner) Lookup(rows []Row) Lookup {
	l := Lookup{Source: p.Source, FieldID: p.Mapping.Match.FieldID}
	for _, c := range append([]*Collection{p.Structure.Own}, p.Structure.Collections...) {
		if c != nil && c.ID != 0 {
			l.Collections = append(l.Collections, c.ID)
		}
	}
	by := p.Mapping.Match.Items
	for _, row := range rows {
		r := &rowPlanner{p: p, row: row}
		id := r.identity()
		if id.uuid != "" {
			l.ItemUUIDs = append(l.ItemUUIDs, id.uuid)
		}
		if id.key != "" {
			l.ItemKeys = append(l.ItemKeys, id.key)
		}
		if id.copyUUID != "" {
			l.CopyUUIDs = append(l.CopyUUIDs, id.copyUUID)
		}
		if id.copyKey != "" {
			l.CopyKeys = append(l.CopyKeys, id.copyKey)
		}
		if uuid, ok := uuidOf(r.text("collection_uuid")); ok && p.Structure.Own == nil && p.Structure.CollectionOf(&Ref{UUID: uuid}) == nil {
			l.CollectionUUIDs = append(l.CollectionUUIDs, uuid)
		}
		if by == "name" {
			l.Names = append(l.Names, fold(r.text("item_name")))
		}
		if by == "field" {
			l.Values = append(l.Values, r.matchValue())
		}
	}
	l.Values = slices.DeleteFunc(l.Values, func(v string) bool { return v == "" })
	return l
}

// Register notes that a row stands, for those after it.
func (p *Planner) Register(done *RowPlan) {
	if done.Action == "error" || done.Action == "skip" {
		return
	}
	p.Structure.need(done.used)
	if done.groupKey != "" && p.groups[done.groupKey] == nil {
		p.groups[done.groupKey] = done.Group
	}
	for sum := range done.photos {
		if done.Group.photos == nil {
			done.Group.photos = map[string]bool{}
		}
		done.Group.photos[sum] = true
	}
	for _, key := range done.copyKeys {
		p.copyKeys[key] = done.Row
	}
	if done.copy != nil {
		done.copy.Claimed = true
	}
}

// decimalOf is the sign before what is less than one in a column.
func (p *Planner) decimalOf(c Column, h Header) string {
	for _, sign := range []string{p.Mapping.Options.Decimal, c.Format, h.Decimal} {
		if sign == "." || sign == "," {
			return sign
		}
	}
	return decimalSign(p.Locale)
}

// dayOf is how the days of a column are written.
func (p *Planner) dayOf(c Column, h Header) string {
	for _, format := range []string{p.Mapping.Options.DateFormat, c.Format} {
		if strings.Contains(format, "Y") {
			return format
		}
	}
	return dayFormat(h.Days, p.Locale)
}
