package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/openapi"
)

// The committed document matches the pages.
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
	if !bytes.Equal(openapi.JSON, asJSON) || !bytes.Equal(openapi.YAML, asYAML) {
		t.Error("the packed document is not what go generate makes")
	}
}

func TestAssemble(t *testing.T) {
	t.Parallel()
	const top = "openapi: 3.1.1\npaths: {}\ncomponents: {schemas: {Id: {type: string}}, responses: {Unauthenticated: {description: Who, headers: {}, content: {a: b}}}}\n"
	// thing is a page with a readable and writable object.
	thing := func(input string) string {
		const one = `{content: {application/json: {schema: {properties: {data: {$ref: "#/components/schemas/Thing"}}}}}}`
		return `
components: {schemas: {Thing: {type: object}, ThingInput: {required: [a], properties: {a: {type: string}, b: ` + input + `}}}}
paths:
  /things:
    post: {x-access: editors, responses: {"201": ` + one + `}}
  /things/{thing}:
    get: {x-access: members, responses: {"200": ` + one + `}}
    put:
      operationId: updateThing
      tags: [Things]
      summary: Update
      x-access: editors
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/ThingInput"}, example: {a: x, b: y}}}}
      responses: {"200": ` + one + `}
    delete: {x-access: editors, responses: {"204": {description: Gone}}}
  /things/{thing}/order:
    put: {x-access: editors, responses: {"200": ` + one + `}}
`
	}
	for _, c := range []struct{ name, page, want, err string }{
		{"an alias is replaced", "components: {schemas: {A: &a {type: integer}, B: *a}}", `"B":{"type":"integer"}`, ""},
		{"order is kept", "components: {schemas: {Z: {type: string}, A: {type: string}}}", `"Z":{"type":"string"},"A"`, ""},
		{"texts and numbers differ", `components: {schemas: {A: {enum: ["1", 1, "null", null, "a<b", 📦]}}}`, `["1",1,"null",null,"a<b","📦"]`, ""},
		{"tags are sorted", "tags: [{name: B, x-order: 2}, {name: A, x-order: 1}]", `[{"name":"A","x-order":1},{"name":"B","x-order":2}]`, ""},
		{"a body can be wrong", "paths: {/a: {put: {x-access: anyone, requestBody: {}, responses: {}}}}", `"422":{"$ref":"#/components/responses/Invalid"}`, ""},
		{"a page speaks for itself", `paths: {/a: {get: {x-access: members, responses: {"401": {description: No, content: {}}}}}}`, `"401":{"description":"No","content":{}}`, ""},
		{"a failure may only be described", `paths: {/a: {get: {x-access: members, responses: {"401": {description: No}}}}}`, `"401":{"description":"No","headers":{},"content":{"a":"b"}}`, ""},
		{"a patch requires nothing", thing(`{type: [string, "null"], description: Absent or ` + "`null`" + ` is none., default: z}`),
			`"ThingPatch":{"properties":{"a":{"type":"string"},"b":{"type":["string","null"],"description":"` + "`null`isnone.`null`bringsbackthedefault,`z`." + `"}}}`, ""},
		{"a patch comes after its put", thing("{}"), `"patch":{"operationId":"patchThing","tags":["Things"],"summary":"Update,inpart"`, ""},
		{"a patch shows one member", thing("{}"), `"application/merge-patch+json":{"schema":{"$ref":"#/components/schemas/ThingPatch"},"example":{"a":"x"}}`, ""},
		{"a patch does not guess", thing("{description: May be absent.}"), "", `/things/{thing}: b of ThingInput: what does "May be absent." mean in a PATCH? inPatch does not know`},
		{"an object has an ETag", thing("{}"), `"Cache-Control":{"$ref":"#/components/headers/Revalidate"},"ETag":{"$ref":"#/components/headers/ETag"}`, ""},
		{"it can be asked for again", thing("{}"), `"get":{"x-access":"members","parameters":[{"$ref":"#/components/parameters/IfNoneMatch"}]`, ""},
		{"a change shows what is there now", thing("{}"), `"412":{"$ref":"#/components/responses/ThingChanged"}`, ""},
		{"a deletion has a condition", thing("{}"), `"delete":{"x-access":"editors","parameters":[{"$ref":"#/components/parameters/IfMatch"}]`, ""},
		{"so has a part of the object", thing("{}"), `/order":{"put":{"x-access":"editors","parameters":[{"$ref":"#/components/parameters/IfMatch"}]`, ""},
		{"a post can be repeated", thing("{}"), `"post":{"x-access":"editors","parameters":[{"$ref":"#/components/parameters/IdempotencyKey"}]`, ""},
		{"a secret is no object", "paths: {/a: {post: {x-access: self, responses: {\"201\": {content: {application/json: {schema: {properties: {data: {}, token: {}}}}}}}}}}",
			`"headers":{"X-Request-Id":{"$ref":"#/components/headers/RequestId"},"Cache-Control":{"$ref":"#/components/headers/NoStore"}`, ""},
		{"twice is a mistake", "components: {schemas: {Id: {type: integer}}}", "", "page.yaml: Id is written twice"},
		{"a tag has its place", "tags: [{name: A}]", "", "the tag A has no x-order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expect(t, top, c.page, c.want, c.err)
		})
	}
}

// expect assembles a document of two pages and looks for a part of it or an
// error.
func expect(t *testing.T, top, page, want, wantErr string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"base.yaml": top, "page.yaml": page, "openapi.yaml": "not a page"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	asJSON, _, err := assemble(dir)
	if wantErr != "" {
		if err == nil || err.Error() != wantErr {
			t.Fatalf("error %v, want %s", err, wantErr)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(string(asJSON)), ""); !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
}
