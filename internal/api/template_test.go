package api

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

const templatesPath = "/api/collection-type-templates"

// What a template promises is what an account gets of it.
func TestEveryTemplateImports(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	list := u.send(t, "GET", templatesPath+"?per_page=100", nil).want(t, http.StatusOK)
	shown, _ := list.dig(t, "data").([]any)
	same(t, "templates", len(shown), len(catalog.Templates()))
	for _, v := range shown {
		id, attributes := v.(M)["id"].(string), v.(M)["attributes"].(M)
		t.Run(attributes["slug"].(string), func(t *testing.T) {
			single := u.send(t, "GET", templatesPath+"/"+id, nil).want(t, http.StatusOK)
			same(t, "alone", single.dig(t, "data"), v)

			made := u.send(t, "POST", "/api/collection-types/import", M{"json": attributes["json"]}).want(t, http.StatusCreated)
			same(t, "name", made.dig(t, "data.attributes.name"), attributes["name"])
			same(t, "color", made.dig(t, "data.attributes.color"), attributes["color"])

			exported := u.send(t, "GET", "/api/collection-types/"+made.id(t)+"/export", nil).want(t, http.StatusOK)
			same(t, "export", exported.dig(t, "data.attributes.schema"), attributes["schema"])
			if !strings.Contains(string(exported.body), attributes["json"].(string)) {
				t.Errorf("the export has other bytes than the template: %s", exported.body)
			}
		})
	}
}

func TestTemplatesAreListedInPages(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	var names []string
	for _, template := range catalog.Templates() {
		names = append(names, template.Name)
	}
	var walked []any
	for path := templatesPath + "?per_page=5"; path != ""; {
		r := u.send(t, "GET", path, nil).want(t, http.StatusOK)
		same(t, "total", r.dig(t, "meta.total"), len(names))
		for _, v := range r.dig(t, "data").([]any) {
			walked = append(walked, v.(M)["attributes"].(M)["name"])
		}
		next, _ := r.dig(t, "links.next").(string)
		path = strings.TrimPrefix(next, "https://vitrine.example")
	}
	same(t, "names", walked, names)
	same(t, "beyond the end", u.send(t, "GET", templatesPath+"?page=99", nil).want(t, http.StatusOK).dig(t, "data"), []any{})
	for _, id := range []string{"0", "999", "9223372036854775807", "9223372036854775808", "wine"} {
		u.send(t, "GET", templatesPath+"/"+id, nil).want(t, http.StatusNotFound)
	}
}

// Templates are there for the taking: an account has no type it did not make.
func TestANewAccountIsEmpty(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	u.send(t, "GET", templatesPath, nil).want(t, http.StatusOK)
	for _, path := range []string{"/api/collection-types", "/api/collections", "/api/locations"} {
		same(t, path, u.send(t, "GET", path, nil).want(t, http.StatusOK).dig(t, "meta.total"), 0)
	}
}

// No database stands between the caller and a template, yet nobody gets one by
// a token that was theirs a moment ago.
func TestTemplatesAreForMembers(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := &world{person: h.owner(t)}
	w.viewer(t).send(t, "GET", templatesPath, nil).want(t, http.StatusOK)

	key := w.send(t, "POST", "/api/administration/api", M{"label": "Soon gone"}).want(t, http.StatusCreated)
	former := &person{h, w.email, key.dig(t, "token").(string)}
	paths := []string{templatesPath, templatesPath + "/1", templatesPath + "/999"}
	former.send(t, "GET", "/api/me", nil).want(t, http.StatusOK) // known from now on
	for i, status := range []int{http.StatusOK, http.StatusOK, http.StatusNotFound} {
		former.send(t, "GET", paths[i], nil).want(t, status)
	}
	w.send(t, "DELETE", "/api/administration/api/"+key.id(t), nil).want(t, http.StatusNoContent)
	for _, path := range paths {
		former.send(t, "GET", path, nil).want(t, http.StatusUnauthorized)
		h.nobody().send(t, "GET", path, nil).want(t, http.StatusUnauthorized)
	}
}

func TestTemplatesAreCounted(t *testing.T) {
	t.Parallel()
	u := newHarness(t, Options{APILimit: 4, AuthLimit: 4, PublicURL: "https://vitrine.example"}).owner(t)
	for i, path := range []string{templatesPath, templatesPath + "/1", templatesPath + "/999", templatesPath} {
		r := u.send(t, "GET", path, nil)
		same(t, "remaining", r.Header.Get("X-RateLimit-Remaining"), fmt.Sprint(3-i))
	}
	for _, path := range []string{templatesPath, templatesPath + "/1", templatesPath + "/999"} {
		u.send(t, "GET", path, nil).want(t, http.StatusTooManyRequests)
	}
}

// docs/templates.md lists what there is; -update writes it.
func TestTemplatesAreDocumented(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "docs", "templates.md")
	want := templatesPage()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s (-want +got); write it with -update:\n%s", file, diff)
	}
}

func templatesPage() string {
	var out strings.Builder
	out.WriteString(`# Templates

Collection types that are ready to be imported. A new account has none of them: ` + "`GET " + templatesPath + "`" + ` lists
them, and the attribute ` + "`json`" + ` of one, sent as ` + "`json` to `POST /api/collection-types/import`" + `, makes a type of it that is
yours to change. The name of an item, its description, and of each copy the quantity, location and dates are there
without a custom field. A custom field below is a text, unless its kind stands beside it.

They stand in ` + "`internal/catalog/templates`, one file each; `index.json`" + ` gives each its id, which is never given to another.
This page is made of them: ` + "`go test ./internal/api -run TestTemplatesAreDocumented -update`" + `.

| id | template | slug | for |
|---|---|---|---|
`)
	for _, t := range catalog.Templates() {
		fmt.Fprintf(&out, "| %d | [%s](#%s) | `%s` | %s |\n", t.ID, t.Name, t.Slug, t.Slug, t.Description)
	}
	for _, t := range catalog.Templates() {
		fmt.Fprintf(&out, "\n## %s\n\n| group | custom fields |\n|---|---|\n| | %s |\n", t.Name, fieldList(t.Document.Type.StandaloneFields))
		for _, group := range t.Document.Type.Groups {
			fmt.Fprintf(&out, "| %s | %s |\n", group.Name, fieldList(group.Fields))
		}
	}
	return out.String()
}

// fieldList names fields, with the kind of those that are no texts.
func fieldList(fields []catalog.DocumentField) string {
	var list []string
	for _, field := range fields {
		name := field.Name
		if field.Type != catalog.Text {
			name += " *" + field.Type + "*"
		}
		list = append(list, name)
	}
	return strings.Join(list, "; ")
}
