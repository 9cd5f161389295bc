package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// templatesIn are the templates in each language that has a file of translations, made on
// first use.
var templatesIn = func() map[string]func() []Template {
	files, err := templateFiles.ReadDir("templates/in")
	if err != nil {
		panic(err)
	}
	all := map[string]func() []Template{}
	for _, file := range files {
		if locale := strings.TrimSuffix(file.Name(), path.Ext(file.Name())); locale != "names" {
			all[locale] = sync.OnceValue(func() []Template { return translated(locale) })
		}
	}
	return all
}()

// TemplatesIn lists all templates in a language, by their names in it: in English if it is
// not one of ours.
func TemplatesIn(locale string) []Template {
	if in, ok := templatesIn[locale]; ok {
		return in()
	}
	return Templates()
}

// In is the template in a language: the names of its type, groups, fields and options, in
// the same order. Id, slug and colour stay.
func (t Template) In(locale string) Template {
	all := TemplatesIn(locale)
	return all[slices.IndexFunc(all, func(o Template) bool { return o.ID == t.ID })]
}

// TemplateOf is the template of a slug.
func TemplateOf(slug string) (Template, bool) {
	all := Templates()
	if i := slices.IndexFunc(all, func(t Template) bool { return t.Slug == slug }); i >= 0 {
		return all[i], true
	}
	return Template{}, false
}

// Fields are the fields of the type: first those in no group, then group by group.
func (t Template) Fields() []DocumentField {
	all := slices.Clone(t.Document.Type.StandaloneFields)
	for _, g := range t.Document.Type.Groups {
		all = append(all, g.Fields...)
	}
	return all
}

// FieldIn is what a field of the template that is called so in English is called in the
// first language in which there is such a field; empty if there is none.
func (t Template) FieldIn(name string, there func(string) bool) string {
	at := slices.IndexFunc(t.Fields(), func(f DocumentField) bool { return Fold(f.Name) == Fold(name) })
	if at < 0 {
		return ""
	}
	for _, locale := range slices.Sorted(maps.Keys(templatesIn)) {
		if in := t.In(locale).Fields()[at].Name; there(in) {
			return in
		}
	}
	return ""
}

// optionsIn are what options of templates are called in all languages, by their folded
// English names.
var optionsIn = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, locale := range slices.Sorted(maps.Keys(templatesIn)) {
		for _, t := range Templates() {
			in := t.In(locale).Fields()
			for i, f := range t.Fields() {
				for n, option := range f.Options {
					if key, text := Fold(option), in[i].Options[n]; !slices.Contains(all[key], text) {
						all[key] = append(all[key], text)
					}
				}
			}
		}
	}
	return all
})

// OptionIn finds an English option of a template among options in another language; empty
// if it is not there.
func OptionIn(english string, options []string) string {
	for _, text := range optionsIn()[Fold(strings.TrimSpace(english))] {
		if slices.Contains(options, text) {
			return text
		}
	}
	return ""
}

// wording is the file of a language: translations by English text. A key with a template
// before it, or a template and a field, goes before the text alone: "coin: Mint".
type wording map[string]string

// of is the translation of the first key that has one. A text without any is a name, which
// is the same in all languages; the tests know which are.
func (w wording) of(keys ...string) string {
	for _, key := range keys {
		if text, ok := w[key]; ok {
			return text
		}
	}
	return keys[len(keys)-1]
}

// translated makes all templates in a language. A translation that breaks a rule is a bug,
// and panics.
func translated(locale string) []Template {
	var words wording
	parseTemplateFile("in/"+locale, &words)
	all := slices.Clone(Templates())
	for i := range all {
		t := &all[i]
		in := func(text string) string { return words.of(t.Slug+": "+text, text) }
		fields := func(of []DocumentField) []DocumentField {
			made := slices.Clone(of)
			for n, f := range of {
				made[n].Name, made[n].Options = in(f.Name), slices.Clone(f.Options)
				for o, option := range f.Options {
					made[n].Options[o] = words.of(t.Slug+": "+f.Name+": "+option, t.Slug+": "+option, option)
				}
			}
			return made
		}
		kind := *t.Document.Type
		kind.Name, kind.StandaloneFields, kind.Groups = in(kind.Name), fields(kind.StandaloneFields), slices.Clone(kind.Groups)
		for n, g := range kind.Groups {
			kind.Groups[n] = DocumentGroup{in(g.Name), fields(g.Fields)}
		}
		t.Name, t.Description, t.Document = kind.Name, words.of(t.Description), TypeDocument{t.Document.SchemaVersion, &kind}
		document, err := json.Marshal(t.Document)
		if err == nil {
			err = t.Document.validate()
		}
		if err != nil {
			panic(fmt.Sprintf("catalog: template %s in %s: %v", t.Slug, locale, err))
		}
		t.JSON = string(document)
	}
	slices.SortFunc(all, func(a, b Template) int { return CompareNames(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return all
}
