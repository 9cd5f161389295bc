package rooms

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

var (
	declared = regexp.MustCompile(`(\w+)\s+Action = "(\w+)"`)
	inGo     = regexp.MustCompile(`catalog\.(\w+)|"([a-z_]+)"`)
	inText   = regexp.MustCompile(`"?\baction"?: ?"?([a-z]+_[a-z_]+)`)
)

// Actions are named like their values, used, and written out in one place only.
func TestActionsAreConstants(t *testing.T) {
	actions, used := actions(t), map[string]bool{}
	for value, name := range actions {
		if want := strings.ReplaceAll(value, "_", ""); strings.ToLower(name) != want {
			t.Errorf("%s stands for %q", name, value)
		}
	}
	for _, f := range source(t) {
		if f.test || !within(f.dir, []string{"cmd", "internal"}) || f.dir == "internal/catalog" || f.dir == "internal/mail" {
			continue
		}
		for _, m := range inGo.FindAllStringSubmatch(contentOf(t, f.path), -1) {
			used[m[1]] = true
			if name, ok := actions[m[2]]; ok {
				t.Errorf(`%s: write catalog.%s for "%s"`, f.path, name, m[2])
			}
		}
	}
	for _, name := range actions {
		if !used[name] {
			t.Errorf("nothing is logged as catalog.%s", name)
		}
	}
}

// Every action is in one part of the log, so that pages can tell it.
func TestActionsAreInTheLog(t *testing.T) {
	missing := actions(t)
	for _, a := range catalog.Actions() {
		if missing[string(a)] == "" {
			t.Errorf("%s is there twice", a)
		}
		delete(missing, string(a))
	}
	for _, name := range missing {
		t.Errorf("catalog.LogKinds lacks %s", name)
	}
}

// The actions that documentation shows exist.
func TestDocumentedActionsExist(t *testing.T) {
	actions, shown := actions(t), 0
	for _, pattern := range []string{"README.md", "docs/*.md", "internal/*/openapi/*.yaml", "internal/openapi/*.yaml"} {
		files, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			for _, m := range inText.FindAllStringSubmatch(contentOf(t, strings.TrimPrefix(name, "../")), -1) {
				shown++
				if actions[m[1]] == "" {
					t.Errorf("%s shows the action %s, which does not exist", name, m[1])
				}
			}
		}
	}
	if shown < 4 {
		t.Errorf("only %d actions found; have the documents moved?", shown)
	}
}

// actions are the constants of package catalog, by their values.
func actions(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	for _, m := range declared.FindAllStringSubmatch(contentOf(t, "internal/catalog/action.go"), -1) {
		if other, twice := names[m[2]]; twice {
			t.Errorf("%s and %s are both %q", other, m[1], m[2])
		}
		names[m[2]] = m[1]
	}
	return names
}

func contentOf(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
