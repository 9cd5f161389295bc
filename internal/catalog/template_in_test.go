package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

// languages are those of the pages, except English.
func languages(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../i18n/locales/*.json")
	if err != nil || len(files) != 7 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		if locale := strings.TrimSuffix(filepath.Base(file), ".json"); locale != "en" {
			all = append(all, locale)
		}
	}
	return all
}

func parsed(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("templates/in", file+".json"))
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// texts are all texts of a template, each as the keys that may translate it, the narrowest
// first.
func texts(template catalog.Template) [][]string {
	slug := template.Slug + ": "
	all := [][]string{{template.Description}, {slug + template.Name, template.Name}}
	for _, g := range template.Document.Type.Groups {
		all = append(all, []string{slug + g.Name, g.Name})
	}
	for _, f := range template.Fields() {
		all = append(all, []string{slug + f.Name, f.Name})
		for _, o := range f.Options {
			all = append(all, []string{slug + f.Name + ": " + o, slug + o, o})
		}
	}
	return all
}

// Every text of every template has a translation in each language, or is listed as a name.
// Nothing is translated that no template says.
func TestTemplatesAreTranslated(t *testing.T) {
	t.Parallel()
	var listed []string
	parsed(t, "names", &listed)
	names := map[string]bool{}
	for _, name := range listed {
		names[name] = true
	}
	for _, locale := range languages(t) {
		words := map[string]string{}
		parsed(t, locale, &words)
		used, named := map[string]bool{}, map[string]bool{}
		for _, template := range catalog.Templates() {
			for _, keys := range texts(template) {
				text := keys[len(keys)-1]
				found := ""
				for _, key := range keys {
					if _, ok := words[key]; ok && found == "" {
						found, used[key] = key, true
					}
				}
				named[text] = true
				if found == "" && !names[text] {
					t.Errorf("%s: %s has no translation of %q", locale, template.Slug, text)
				}
			}
		}
		for key, text := range words {
			if !used[key] || strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "\"'\t\n") {
				t.Errorf("%s: %q is in no template, or is not well written: %q", locale, key, text)
			}
		}
		for name := range names {
			if !named[name] {
				t.Errorf("the name %q is in no template", name)
			}
		}
	}
}

// A template in another language is the same in all but its texts, and as well made.
func TestTranslatedTemplatesAreWellMade(t *testing.T) {
	t.Parallel()
	for _, locale := range languages(t) {
		same := 0
		for _, template := range catalog.Templates() {
			in := template.In(locale)
			if in.ID != template.ID || in.Slug != template.Slug || in.Color != template.Color || in.Description == template.Description {
				t.Errorf("%s in %s is %d %s %s: %s", template.Slug, locale, in.ID, in.Slug, in.Color, in.Description)
			}
			english := template.Fields()
			checkFields(t, locale+" "+in.Slug, in.Fields())
			for i, f := range in.Fields() {
				if f.Type != english[i].Type || len(f.Options) != len(english[i].Options) {
					t.Errorf("%s in %s: %s is not %s", template.Slug, locale, f.Name, english[i].Name)
				}
				folded := map[string]bool{}
				for _, text := range append([]string{f.Name}, f.Options...) {
					if utf8.RuneCountInString(text) > 255 {
						t.Errorf("%s in %s: %q is too long", template.Slug, locale, text)
					}
				}
				for _, o := range f.Options {
					if folded[strings.ToLower(o)] {
						t.Errorf("%s in %s: %s has %q twice", template.Slug, locale, f.Name, o)
					}
					folded[strings.ToLower(o)] = true
				}
			}
			groups := map[string]bool{}
			for _, g := range in.Document.Type.Groups {
				if groups[g.Name] {
					t.Errorf("%s in %s: two groups are called %s", template.Slug, locale, g.Name)
				}
				groups[g.Name] = true
			}
			if in.Name == template.Name {
				same++
			}
			taken := catalog.Import{Template: template.Slug, Language: locale}
			if err := taken.Validate(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(in.Document, taken.Document); diff != "" {
				t.Errorf("%s in %s is imported as (-want +got):\n%s", template.Slug, locale, diff)
			}
		}
		if same > 1 {
			t.Errorf("%s calls %d types as English does", locale, same)
		}
	}
}

// A language that is not ours gets English.
func TestTemplatesInUnknownLanguagesAreEnglish(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"", "en", "tlh_KL", "names"} {
		if diff := cmp.Diff(catalog.Templates(), catalog.TemplatesIn(locale)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", locale, diff)
		}
	}
	coin, _ := catalog.TemplateOf("coin")
	if in := coin.In("de_DE"); in.Name != "Münze" || !strings.Contains(in.JSON, `"Prägestätte"`) {
		t.Error(in.JSON)
	}
	card, _ := catalog.TemplateOf("trading-card")
	if in := card.In("de_DE"); !strings.Contains(in.JSON, `"Makellos"`) {
		t.Error("a card is not mint", in.JSON)
	}
}
