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

// Importing a template gives what it promises.
func TestEveryTemplateImports(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	list := u.Send(t, "GET", templatesPath+"?per_page=100", nil).Want(t, http.StatusOK)
	shown, _ := list.Dig(t, "data").([]any)
	same(t, "templates", len(shown), len(catalog.Templates()))
	for _, v := range shown {
		id, attributes := v.(M)["id"].(string), v.(M)["attributes"].(M)
		t.Run(attributes["slug"].(string), func(t *testing.T) {
			single := u.Send(t, "GET", templatesPath+"/"+id, nil).Want(t, http.StatusOK)
			same(t, "alone", single.Dig(t, "data"), v)

			made := u.Send(t, "POST", "/api/collection-types/import", M{"json": attributes["json"]}).Want(t, http.StatusCreated)
			same(t, "name", made.Dig(t, "data.attributes.name"), attributes["name"])
			same(t, "color", made.Dig(t, "data.attributes.color"), attributes["color"])

			exported := u.Send(t, "GET", "/api/collection-types/"+made.ID(t)+"/export", nil).Want(t, http.StatusOK)
			same(t, "export", exported.Dig(t, "data.attributes.schema"), attributes["schema"])
			if !strings.Contains(string(exported.Content), attributes["json"].(string)) {
				t.Errorf("the export has other bytes than the template: %s", exported.Content)
			}
		})
	}
}

func TestTemplatesAreListedInPages(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	var names []string
	for _, template := range catalog.Templates() {
		names = append(names, template.Name)
	}
	var walked []any
	for path := templatesPath + "?per_page=5"; path != ""; {
		r := u.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		same(t, "total", r.Dig(t, "meta.total"), len(names))
		for _, v := range r.Dig(t, "data").([]any) {
			walked = append(walked, v.(M)["attributes"].(M)["name"])
		}
		next, _ := r.Dig(t, "links.next").(string)
		path = strings.TrimPrefix(next, "https://vitrine.example")
	}
	same(t, "names", walked, names)
	same(t, "beyond the end", u.Send(t, "GET", templatesPath+"?page=99", nil).Want(t, http.StatusOK).Dig(t, "data"), []any{})
	for _, id := range []string{"0", "999", "9223372036854775807", "9223372036854775808", "wine"} {
		u.Send(t, "GET", templatesPath+"/"+id, nil).Want(t, http.StatusNotFound)
	}
}

// A new account has no types: templates are not imported by themselves.
func TestANewAccountIsEmpty(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	u.Send(t, "GET", templatesPath, nil).Want(t, http.StatusOK)
	for _, path := range []string{"/api/collection-types", "/api/collections", "/api/locations"} {
		same(t, path, u.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "meta.total"), 0)
	}
}

// Templates need no database, yet a revoked token does not get one.
func TestTemplatesAreForMembers(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := &world{Person: h.Owner(t)}
	w.Viewer(t).Send(t, "GET", templatesPath, nil).Want(t, http.StatusOK)

	key := w.Send(t, "POST", "/api/administration/api", M{"label": "Soon gone"}).Want(t, http.StatusCreated)
	former := &person{Harness: h, Email: w.Email, Token: key.Dig(t, "token").(string)}
	paths := []string{templatesPath, templatesPath + "/1", templatesPath + "/999"}
	former.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK) // cached from now on
	for i, status := range []int{http.StatusOK, http.StatusOK, http.StatusNotFound} {
		former.Send(t, "GET", paths[i], nil).Want(t, status)
	}
	w.Send(t, "DELETE", "/api/administration/api/"+key.ID(t), nil).Want(t, http.StatusNoContent)
	for _, path := range paths {
		former.Send(t, "GET", path, nil).Want(t, http.StatusUnauthorized)
		h.Nobody().Send(t, "GET", path, nil).Want(t, http.StatusUnauthorized)
	}
}

func TestTemplatesAreCounted(t *testing.T) {
	t.Parallel()
	u := newHarness(t, settings{APILimit: 4, AuthLimit: 4, PublicURL: "https://vitrine.example"}).Owner(t)
	for i, path := range []string{templatesPath, templatesPath + "/1", templatesPath + "/999", templatesPath} {
		r := u.Send(t, "GET", path, nil)
		same(t, "remaining", r.Header.Get("X-RateLimit-Remaining"), fmt.Sprint(3-i))
	}
	for _, path := range []string{templatesPath, templatesPath + "/1", templatesPath + "/999"} {
		u.Send(t, "GET", path, nil).Want(t, http.StatusTooManyRequests)
	}
}

// docs/templates.md lists the templates; -update writes it.
func TestTemplatesAreDocumented(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "docs", "templates.md")
	want := templatesPage()
	if *updateGolden {
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

// fieldList names fields, with the kind of those other than texts.
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
