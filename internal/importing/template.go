package importing

import (
	"slices"

	"vitrine/internal/catalog"
)

// ofTemplate is above the ids of fields that come with a type that is made of a template.
const ofTemplate = -1 << 40

// typeOf is the type of a template, by its name in the language or in English, or one that
// will be made of it in the language.
func (s *Structure) typeOf(ref TypeRef) *Type {
	english, ok := catalog.TemplateOf(ref.Template)
	if !ok {
		return nil
	}
	in := english.In(ref.Language)
	for _, name := range []string{in.Name, english.Name} {
		if t := s.TypeNamed(name); t != nil {
			return t
		}
	}
	if !s.create.Types {
		return nil
	}
	made := &Type{Name: in.Name, ID: s.demand(Demand{Kind: "types", Path: []string{in.Name}, Template: ref.Template, Language: ref.Language})}
	for n, f := range in.Fields() {
		made.Fields = append(made.Fields, catalog.CustomField{ID: ofTemplate - int64(n), Name: f.Name, FieldType: f.Type, Options: f.Options})
	}
	s.Types = append(s.Types, made)
	return made
}

// speak lets columns that go to fields of a template by their English names go to those of
// the type, which was made of it in another language.
func (p *Planner) speak() {
	ref := p.Mapping.Type
	if ref == nil || ref.Template == "" || p.type_ == nil {
		return
	}
	var names []*string
	for i := range p.columns {
		if f := &p.columns[i].target.field; p.columns[i].target.name == "field" && f.typeName == "" {
			names = append(names, &f.name)
		}
	}
	p.type_.call(ref.Template, names)
}

// Into lets columns that go to fields of a template by their English names go to those of a
// type that was made of it in another language.
func (m Mapping) Into(t *Type) {
	if m.Type == nil || m.Type.Template == "" {
		return
	}
	var names []*string
	for i := range m.Columns {
		if c := &m.Columns[i]; c.To == "field" {
			names = append(names, &c.Name)
		}
	}
	t.call(m.Type.Template, names)
}

// call replaces English names of fields of a template by those that the type has, unless
// one of the others is called so.
func (t *Type) call(template string, names []*string) {
	of, ok := catalog.TemplateOf(template)
	if !ok {
		return
	}
	for _, name := range names {
		if t.named(*name, 1) != nil {
			continue
		}
		free := func(in string) bool {
			return t.named(in, 1) != nil && !slices.ContainsFunc(names, func(other *string) bool { return fold(*other) == fold(in) })
		}
		if in := of.FieldIn(*name, free); in != "" {
			*name = in
		}
	}
}
