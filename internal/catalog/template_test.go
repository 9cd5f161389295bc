package catalog_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// given are the ids and slugs that clients may have stored. A new template adds
// a row; rows never change.
var given = map[int64]string{1: "comic", 2: "vinyl-record", 3: "book", 4: "video-game", 5: "coin", 6: "stamp", 7: "trading-card", 8: "watch",
	9: "wine", 10: "camera", 11: "toy", 12: "artwork"}

func TestTemplatesKeepTheirIDs(t *testing.T) {
	t.Parallel()
	got := map[int64]string{}
	for _, template := range catalog.Templates() {
		if slug, taken := got[template.ID]; taken {
			t.Errorf("%s and %s both have the id %d", slug, template.Slug, template.ID)
		}
		got[template.ID] = template.Slug
	}
	if diff := cmp.Diff(given, got); diff != "" {
		t.Errorf("slugs by id (-want +got):\n%s", diff)
	}
	files, err := filepath.Glob("templates/*.json")
	if err != nil || len(files) != len(given)+1 {
		t.Errorf("%d files, error %v; want one a template, and the index", len(files), err)
	}
}

func TestTemplatesAreListedByName(t *testing.T) {
	t.Parallel()
	all := catalog.Templates()
	if !slices.IsSortedFunc(all, func(a, b catalog.Template) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in the order of their names")
	}
	var walked []catalog.Template
	for number := int64(1); number <= 4; number++ {
		page, _ := catalog.TemplatePage(catalog.Paging{Number: number, PerPage: 5})
		if page.Total != int64(len(all)) {
			t.Errorf("page %d: total %d, want %d", number, page.Total, len(all))
		}
		walked = append(walked, page.Items...)
	}
	if diff := cmp.Diff(all, walked); diff != "" {
		t.Errorf("all pages (-want +got):\n%s", diff)
	}
	if far, _ := catalog.TemplatePage(catalog.Paging{Number: 1 << 62, PerPage: 100}); len(far.Items) != 0 {
		t.Errorf("beyond the end there are %d", len(far.Items))
	}
	for _, id := range []int64{-1, 0, 1 << 62} {
		if _, err := catalog.FindTemplate(id); !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("template %d: %v", id, err)
		}
	}
}

// Documents equal what export would write, so import trims, defaults and drops
// nothing.
func TestTemplatesAreExports(t *testing.T) {
	t.Parallel()
	for _, template := range catalog.Templates() {
		var document catalog.TypeDocument
		if err := json.Unmarshal([]byte(template.JSON), &document); err != nil {
			t.Fatal(err)
		}
		in := catalog.Import{JSON: template.JSON, Document: document}
		if err := in.Validate(); err != nil {
			t.Errorf("%s: %v", template.Slug, err)
		}
		var written strings.Builder
		encoder := json.NewEncoder(&written)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(in.Document); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(template.JSON+"\n", written.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", template.Slug, diff)
		}
		same, err := catalog.FindTemplate(template.ID)
		if diff := cmp.Diff(template, same); err != nil || diff != "" {
			t.Errorf("%s by its id: %v\n%s", template.Slug, err, diff)
		}
	}
}

// Qualities of a good template that a program can check.
func TestTemplatesAreWellMade(t *testing.T) {
	t.Parallel()
	colors := map[string]string{}
	for _, template := range catalog.Templates() {
		kind := template.Document.Type
		if want := strings.ToLower(strings.ReplaceAll(kind.Name, " ", "-")); template.Slug != want {
			t.Errorf("the slug of %s is %s, want %s", kind.Name, template.Slug, want)
		}
		if other, taken := colors[kind.Color]; taken || !regexp.MustCompile(`^#[0-9A-F]{6}$`).MatchString(kind.Color) {
			t.Errorf("%s has the color %s, as has %q", template.Slug, kind.Color, other)
		}
		colors[kind.Color] = template.Slug
		if strings.Count(template.Description, ".") != 1 || !strings.HasSuffix(template.Description, ".") {
			t.Errorf("%s is not described in one sentence: %s", template.Slug, template.Description)
		}
		fields := slices.Clone(kind.StandaloneFields)
		groups := map[string]bool{"": true}
		for _, group := range kind.Groups {
			if groups[group.Name] || len(group.Fields) == 0 {
				t.Errorf("%s: the group %q is there already, or has no name or no fields", template.Slug, group.Name)
			}
			groups[group.Name] = true
			fields = append(fields, group.Fields...)
		}
		checkFields(t, template.Slug, fields)
	}
}

func checkFields(t *testing.T, slug string, fields []catalog.DocumentField) {
	t.Helper()
	if len(fields) < 15 || len(fields) > 40 {
		t.Errorf("%s has %d fields", slug, len(fields))
	}
	names := map[string]bool{"": true}
	for _, field := range fields {
		if names[field.Name] {
			t.Errorf("%s: the field %q is there already, or has no name", slug, field.Name)
		}
		names[field.Name] = true
		options := slices.Sorted(slices.Values(field.Options))
		if (field.Type == catalog.Select) != (len(options) > 1) || len(slices.Compact(options)) != len(field.Options) {
			t.Errorf("%s: the options of %s, a %s: %q", slug, field.Name, field.Type, field.Options)
		}
	}
}

// The files are read by people.
func TestTemplateFilesAreTidy(t *testing.T) {
	t.Parallel()
	for _, slug := range given {
		content, err := os.ReadFile(filepath.Join("templates", slug+".json"))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if len([]rune(line)) > 120 || strings.TrimRight(line, " \t\r") != line {
				t.Errorf("%s.json: line %d is too long, or ends in white space", slug, i+1)
			}
		}
	}
}
