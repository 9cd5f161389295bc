package catalog

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/internal/fault"
)

// Template is a collection type ready to be imported. Templates are part of the
// program and belong to no account.
type Template struct {
	ID                int64 // never reused
	Slug, Description string
	Name, Color       string // of the type
	JSON              string // the document for Import, without white space
	Document          TypeDocument
}

//go:embed templates/*.json templates/in/*.json
var templateFiles embed.FS

// Templates lists all templates by name. They are parsed on first use; a
// malformed one is a bug, and panics.
var Templates = sync.OnceValue(func() []Template {
	var all []Template
	parseTemplateFile("index", &all)
	for i := range all {
		t := &all[i]
		t.JSON = parseTemplateFile(t.Slug, &t.Document)
		if err := t.Document.validate(); err != nil {
			panic(fmt.Sprintf("catalog: template %s: %v", t.Slug, err))
		}
		t.Name, t.Color = t.Document.Type.Name, t.Document.Type.Color
	}
	slices.SortFunc(all, func(a, b Template) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return all
})

// TemplatePage is a page of the templates. They never change, so names serve as
// positions.
func TemplatePage(p Paging) (Page[Template], error) {
	all, from := Templates(), p.Offset()
	if p.After != "" {
		c, err := ParseCursor("templates", p.After)
		if err != nil || len(c.Place) != 1 || c.Place[0] == nil {
			return Page[Template]{}, WrongCursor()
		}
		i := slices.IndexFunc(all, func(t Template) bool { return strings.ToLower(t.Name) > *c.Place[0] })
		from = int64(len(all))
		if i >= 0 {
			from = int64(i)
		}
	}
	total := int64(len(all))
	from = min(from, total)
	page := Page[Template]{Paging: p, Total: total, Items: all[from:min(from+p.PerPage, total)]}
	if n := len(page.Items); n > 0 && from+int64(n) < total {
		page.NextAfter = Cursor{"templates", []*string{new(strings.ToLower(page.Items[n-1].Name))}}.String()
	}
	return page, nil
}

// FindTemplate returns the template with an id, or ErrNotFound.
func FindTemplate(id int64) (Template, error) {
	all := Templates()
	i := slices.IndexFunc(all, func(t Template) bool { return t.ID == id })
	if i < 0 {
		return Template{}, fault.ErrNotFound
	}
	return all[i], nil
}

// parseTemplateFile parses an embedded file into a value and returns it without
// white space.
func parseTemplateFile(name string, into any) string {
	content, err := templateFiles.ReadFile("templates/" + name + ".json")
	if err != nil {
		panic(err)
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		panic(fmt.Sprintf("catalog: template %s: %v", name, err))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, content); err != nil { // also refuses trailing content, which the decoder ignores
		panic(fmt.Sprintf("catalog: template %s: %v", name, err))
	}
	return compact.String()
}
