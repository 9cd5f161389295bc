package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is committed is what the pages say.
func TestDocumentIsUpToDate(t *testing.T) {
	t.Parallel()
	asJSON, asYAML, err := assemble("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"openapi.json": asJSON, "openapi.yaml": asYAML} {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what go generate makes (-want +got):\n%s", name, diff)
		}
	}
}

func TestAssemble(t *testing.T) {
	t.Parallel()
	const top = "openapi: 3.1.1\npaths: {}\ncomponents: {schemas: {Id: {type: string}}}\n"
	for _, c := range []struct{ name, page, want, err string }{
		{"an alias is replaced", "components: {schemas: {A: &a {type: integer}, B: *a}}", `"B":{"type":"integer"}`, ""},
		{"order is kept", "components: {schemas: {Z: {type: string}, A: {type: string}}}", `"Z":{"type":"string"},"A"`, ""},
		{"texts and numbers differ", `components: {schemas: {A: {enum: ["1", 1, "null", null, "a<b", 📦]}}}`, `["1",1,"null",null,"a<b","📦"]`, ""},
		{"tags are sorted", "tags: [{name: B, x-order: 2}, {name: A, x-order: 1}]", `[{"name":"A","x-order":1},{"name":"B","x-order":2}]`, ""},
		{"a body can be wrong", "paths: {/a: {put: {x-access: anyone, requestBody: {}, responses: {}}}}", `"422":{"$ref":"#/components/responses/Invalid"}`, ""},
		{"a page speaks for itself", `paths: {/a: {get: {x-access: members, responses: {"401": {description: No}}}}}`, `"401":{"description":"No"}`, ""},
		{"twice is a mistake", "components: {schemas: {Id: {type: integer}}}", "", "page.yaml: Id is written twice"},
		{"a tag has its place", "tags: [{name: A}]", "", "the tag A has no x-order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"base.yaml": top, "page.yaml": c.page, "openapi.yaml": "not a page"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			asJSON, _, err := assemble(dir)
			if c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Fatalf("error %v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(string(asJSON)), ""); !strings.Contains(got, c.want) {
				t.Errorf("no %s in %s", c.want, got)
			}
		})
	}
}
