package importing

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// typeByID finds a type.
func (s *Structure) typeByID(id *int64) *Type {
	if id == nil {
		return nil
	}
	if i := slices.IndexFunc(s.Types, func(t *Type) bool { return t.ID == *id }); i >= 0 {
		return s.Types[i]
	}
	return nil
}

// TypeNamed is the type of a name that is there, nil if none is.
func (s *Structure) TypeNamed(name string) *Type {
	forbidden := &Structure{Types: s.Types, Collection: s.Collection}
	return forbidden.typeNamed(name, nil)
}

// typeNamed finds a type by its name, or makes it one that will be, linked to the
// collection. It is nil if it may not be made. Of several it is the preferred one, then one
// that is linked, then the oldest.
func (s *Structure) typeNamed(name string, preferred *int64) *Type {
	if t := s.typeByID(preferred); t != nil && fold(t.Name) == fold(name) {
		return t
	}
	var best *Type
	for _, t := range s.Types {
		if fold(t.Name) == fold(name) && (best == nil || s.linked(t) && !s.linked(best) || s.linked(t) == s.linked(best) && t.ID > 0 && t.ID < best.ID) {
			best = t
		}
	}
	if best == nil {
		if !s.create.Types {
			return nil
		}
		best = &Type{ID: s.demand(Demand{Kind: "types", Path: []string{strings.TrimSpace(name)}}), Name: strings.TrimSpace(name)}
		s.Types = append(s.Types, best)
	}
	return best
}

// useType notes that the row needs a type, and the collection to have it.
func (s *Structure) useType(t *Type) {
	s.use(t.ID)
	if s.linked(t) {
		return
	}
	c := s.Collection
	if c.links[t.ID] == 0 {
		if c.links == nil {
			c.links = map[int64]int64{}
		}
		c.links[t.ID] = s.demand(Demand{Kind: "links", Path: []string{t.Name}, In: s.in()})
	}
	s.use(c.links[t.ID])
}

// named is the n-th field of a name: as it is written, or else however it is written.
func (t *Type) named(name string, nth int) *catalog.CustomField {
	for _, same := range []func(string) bool{func(other string) bool { return other == name }, func(other string) bool { return fold(other) == fold(name) }} {
		n := 0
		for i := range t.Fields {
			if same(t.Fields[i].Name) {
				if n++; n == max(nth, 1) {
					return &t.Fields[i]
				}
			}
		}
	}
	return nil
}

// nth is which of the fields of one name a field is, from 1.
func (t *Type) nth(f *catalog.CustomField) (n int) {
	for i := range t.Fields {
		if t.Fields[i].Name == f.Name {
			n++
		}
		if t.Fields[i].ID == f.ID {
			break
		}
	}
	return n
}

// field finds the n-th field of a name, or makes it one that will be, after those before it.
// It is nil if it may not be made.
func (s *Structure) field(t *Type, f fieldTarget, options []string) (found *catalog.CustomField) {
	for n := 1; n <= max(f.nth, 1); n++ {
		if found = t.named(f.name, n); found == nil {
			found = s.newField(t, f, options)
		}
		if found == nil {
			return nil
		}
		s.use(found.ID)
	}
	return found
}

func (s *Structure) newField(t *Type, f fieldTarget, options []string) *catalog.CustomField {
	if !s.create.Fields {
		return nil
	}
	kind := f.kind
	if kind == "" {
		kind = catalog.Text
	}
	made := catalog.CustomField{Name: strings.TrimSpace(f.name), FieldType: kind}
	if kind == catalog.Select {
		made.Options = slices.Clone(options)
	}
	made.ID = s.demand(Demand{Kind: "fields", Path: []string{t.Name, made.Name}, Field: kind, Options: made.Options})
	t.Fields = append(t.Fields, made)
	return &t.Fields[len(t.Fields)-1]
}

// option adds a choice to a select and reports whether it may: those of a new field always.
func (s *Structure) option(t *Type, f *catalog.CustomField, value string) bool {
	if f.ID > 0 && !s.create.allows("options") {
		return false
	}
	f.Options = append(f.Options, value)
	d := Demand{Kind: "options", Path: []string{t.Name, f.Name, value}}
	if f.ID < 0 && f.ID > ofTemplate {
		d.of = f.ID
	}
	if s.options == nil {
		s.options = map[choice]int64{}
	}
	s.options[choice{t, f.ID, value}] = s.demand(d)
	return true
}

// choice is an option of a select.
type choice struct {
	of    *Type
	field int64
	value string
}

// useOption notes that the row has a choice, which another row may have named first.
func (s *Structure) useOption(t *Type, f *catalog.CustomField, value string) {
	s.use(s.options[choice{t, f.ID, value}])
}

// valueOf is what a column of a custom field shows of an item.
func (s *Structure) valueOf(item catalog.Item, column string) string {
	target, ok := parseField(column)
	t := s.typeByID(item.CollectionTypeID)
	if !ok || t == nil || fold(t.Name) != fold(target.typeName) {
		return ""
	}
	values := map[string]json.RawMessage{}
	_ = json.Unmarshal(item.CustomFields, &values) // the database holds objects
	if f := t.named(target.name, target.nth); f != nil {
		return valueText(values[strconv.FormatInt(f.ID, 10)])
	}
	return ""
}
