package exchange

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// newFields are the custom fields that the mapping makes.
func (m ImportMap) newFields(f ui.Frame) (names []string) {
	known := map[string]bool{}
	if t := m.Mapping.Type; t != nil {
		for _, form := range m.Forms {
			for _, field := range form.Fields {
				known[strings.ToLower(field.Name)] = known[strings.ToLower(field.Name)] || t.ID != nil && form.ID == *t.ID
			}
		}
		if template, ok := catalog.TemplateOf(t.Template); ok {
			for _, field := range append(template.Fields(), template.In(f.Locale).Fields()...) {
				known[strings.ToLower(field.Name)] = true
			}
		}
	}
	for _, c := range m.Mapping.Columns {
		if c.To == "field" && !known[strings.ToLower(c.Name)] {
			names = append(names, c.Name)
		}
	}
	return names
}

// fieldName is what a field that a template calls so in English will be called: as in the
// language of the page, unless there is a type of the template in English.
func (m ImportMap) fieldName(f ui.Frame, name string) string {
	if m.Mapping.Type == nil {
		return name
	}
	template, ok := catalog.TemplateOf(m.Mapping.Type.Template)
	if !ok {
		return name
	}
	in := template.In(f.Locale)
	there := func(name string) bool {
		return slices.ContainsFunc(m.Types, func(t catalog.CollectionType) bool { return strings.EqualFold(t.Name, name) })
	}
	at := slices.IndexFunc(template.Fields(), func(field catalog.DocumentField) bool { return strings.EqualFold(field.Name, name) })
	if at < 0 || there(template.Name) && !there(in.Name) {
		return name
	}
	return in.Fields()[at].Name
}

// offered is the name of the template that is offered because the columns fit it, empty if none is.
func (m ImportMap) offered(f ui.Frame) string {
	was := m.Import.Guessed
	if m.Import.Profile != nil || was == nil || was.Type == nil || m.Mapping.Type == nil || was.Type.Template != m.Mapping.Type.Template {
		return ""
	}
	template, _ := catalog.TemplateOf(was.Type.Template)
	if template.Slug == "" {
		return ""
	}
	return template.In(f.Locale).Name
}
