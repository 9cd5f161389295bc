package testkind_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Whatever waits for the night names tests that run with every change, and
// docs/testing.md says so.
func TestTheNightIsGuardedByDay(t *testing.T) {
	const root = "../.."
	tests, nightly := map[string]bool{}, map[string][]string{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && name != root && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || f.Body == nil || !strings.HasPrefix(f.Name.Name, "Test") {
				continue
			}
			tests[f.Name.Name] = true
			if guards, ok := guardsIn(f.Body); ok {
				nightly[f.Name.Name] = guards
			}
		}
		return nil
	})
	if err != nil || len(nightly) == 0 {
		t.Fatalf("%d tests run at night: %v", len(nightly), err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, guards := range nightly {
		if len(guards) == 0 {
			t.Errorf("%s names no test that runs with every change", name)
		}
		for _, guard := range guards {
			if !tests[guard] || nightly[guard] != nil {
				t.Errorf("%s is guarded by %s, which does not run with every change", name, guard)
			}
			if !saidTogether(string(page), name, guard) {
				t.Errorf("docs/testing.md does not say in one row that %s is guarded by %s", name, guard)
			}
		}
	}
}

// guardsIn finds the call of testkind.Nightly, and the tests that it names.
func guardsIn(body *ast.BlockStmt) (guards []string, found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		called, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || called.Sel.Name != "Nightly" {
			return true
		}
		found = true
		for _, arg := range call.Args[1:] {
			if text, ok := arg.(*ast.BasicLit); ok {
				guard, _ := strconv.Unquote(text.Value)
				guards = append(guards, guard)
			}
		}
		return false
	})
	return guards, found
}

func saidTogether(page, name, guard string) bool {
	for line := range strings.Lines(page) {
		if strings.Contains(line, "`"+name+"`") && strings.Contains(line, "`"+guard+"`") {
			return true
		}
	}
	return false
}
