package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository is a copy of what the command reads, with the paths of sets, whose current document edit
// has changed.
func repository(t *testing.T, edit func(document map[string]any)) (dir, root string) {
	t.Helper()
	root, dir = t.TempDir(), t.TempDir()
	text, err := os.ReadFile(filepath.Join("..", "..", "internal", "openapi", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(dig(document, "paths"), func(path string, _ any) bool { return !strings.HasPrefix(path, "/api/sets") })
	write(t, filepath.Join(dir, "accepted"), "# reasons\n")
	write(t, filepath.Join(dir, "released.json"), written(t, document))
	edit(document)
	write(t, filepath.Join(root, "internal", "openapi", "openapi.json"), written(t, document))
	write(t, filepath.Join(root, "docs", "api-changes.md"), "# Changes\n\n## Unreleased\n\nNothing.\n\n## 0.1.0\n\n- before\n")
	return dir, root
}

func written(t *testing.T, document any) string {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func dig(in any, names ...string) map[string]any {
	for _, name := range names {
		in = in.(map[string]any)[name]
	}
	return in.(map[string]any)
}

// Each of these breaks a program that was written for the last release.
func TestUndeclaredBreakingChangesFail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		edit func(map[string]any)
		want string
	}{
		"an operation is gone": {func(d map[string]any) { delete(dig(d, "paths", "/api/sets"), "post") }, "POST /api/sets: "},
		"a path is gone":       {func(d map[string]any) { delete(dig(d, "paths"), "/api/sets") }, "GET /api/sets: "},
		"an attribute is gone": {func(d map[string]any) {
			attributes := dig(d, "components", "schemas", "Set", "properties", "attributes")
			delete(dig(attributes, "properties"), "target_count")
			attributes["required"] = []any{"uuid", "collection_id", "name", "description", "created_at", "updated_at"}
		}, "target_count"},
		"a member of a body is required": {func(d map[string]any) {
			dig(d, "components", "schemas", "SetInput")["required"] = []any{"name", "description"}
		}, "PUT /api/sets/{set}: "},
		"a text may be less long": {func(d map[string]any) {
			dig(d, "components", "schemas", "SetInput", "properties", "name")["maxLength"] = 100
		}, "PUT /api/sets/{set}: "},
		"a parameter is gone": {func(d map[string]any) {
			delete(dig(d, "paths", "/api/sets", "get"), "parameters")
		}, "GET /api/sets: "},
		"a member of a body is gone": {func(d map[string]any) {
			delete(dig(d, "components", "schemas", "SetInput", "properties"), "description")
		}, "PUT /api/sets/{set}: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, root := repository(t, c.edit)
			err := run(dir, root, true, "")
			if err == nil || !strings.Contains(err.Error(), "break clients") || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the check says %v, want %q", err, c.want)
			}
		})
	}
}

// A declared change passes, and the page names it with its reason.
func TestADeclaredChangePasses(t *testing.T) {
	t.Parallel()
	dir, root := repository(t, func(d map[string]any) { delete(dig(d, "paths", "/api/sets"), "post") })
	changes, err := compare(filepath.Join(dir, "released.json"), filepath.Join(root, "internal", "openapi", "openapi.json"))
	if err != nil || len(changes) != 1 {
		t.Fatalf("%v, %v", changes, err)
	}
	write(t, filepath.Join(dir, "accepted"), "# reasons\n"+changes[0].name()+"\n")
	if err := run(dir, root, false, ""); err == nil || !strings.Contains(err.Error(), "no reason") {
		t.Fatalf("a change without a reason: %v", err)
	}
	write(t, filepath.Join(dir, "accepted"), "# reasons\n"+changes[0].name()+" because nobody made sets.\n")
	if err := run(dir, root, true, ""); err == nil || !strings.Contains(err.Error(), "not current") {
		t.Fatalf("the page lacks the change: %v", err)
	}
	if err := run(dir, root, false, ""); err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "docs", "api-changes.md"))
	if !strings.Contains(page, "`POST /api/sets`: "+changes[0].Text+", because nobody made sets.") || !strings.Contains(page, "## 0.1.0\n\n- before") {
		t.Fatal(page)
	}
	if err := run(dir, root, true, ""); err != nil {
		t.Fatal(err)
	}

	if err := run(dir, root, false, "0.2.0"); err != nil {
		t.Fatal(err)
	}
	page = read(t, filepath.Join(root, "docs", "api-changes.md"))
	if !strings.Contains(page, "## Unreleased\n\nNothing.\n\n## 0.2.0\n\nBreaks clients:") {
		t.Fatal(page)
	}
	if err := run(dir, root, true, ""); err != nil {
		t.Fatalf("after a release there is something to say: %v", err)
	}
	write(t, filepath.Join(dir, "accepted"), "# reasons\n"+changes[0].name()+" because nobody made sets.\n")
	if err := run(dir, root, true, ""); err == nil || !strings.Contains(err.Error(), "not there") {
		t.Fatalf("a reason for nothing: %v", err)
	}
}

// What the promise allows needs no reason.
func TestAdditionsPass(t *testing.T) {
	t.Parallel()
	dir, root := repository(t, func(d map[string]any) {
		attributes := dig(d, "components", "schemas", "Set", "properties", "attributes")
		dig(attributes, "properties")["colour"] = map[string]any{"type": "string"}
		attributes["required"] = append(attributes["required"].([]any), "colour")
		dig(d, "paths", "/api/sets", "post")["deprecated"] = true
	})
	if err := run(dir, root, false, ""); err != nil {
		t.Fatal(err)
	}
	if page := read(t, filepath.Join(root, "docs", "api-changes.md")); !strings.Contains(page, "colour") || !strings.Contains(page, "deprecated") {
		t.Fatal(page)
	}
}

func TestAnEmptyDocumentIsRefused(t *testing.T) {
	t.Parallel()
	dir, root := repository(t, func(map[string]any) {})
	write(t, filepath.Join(dir, "released.json"), `{"openapi": "3.1.1", "paths": {}}`)
	if err := run(dir, root, true, ""); err == nil || !strings.Contains(err.Error(), "no paths") {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
