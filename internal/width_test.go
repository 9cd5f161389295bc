package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// maxFiles is how many files written by hand a package may have, apart from tests and
// from one for each resource of the API, which has the name of the resource.
const maxFiles = 45

func TestPackagesAreNotWide(t *testing.T) {
	resources := map[string]bool{}
	described, err := fs.Glob(os.DirFS(".."), "internal/openapi/*.yaml")
	if err != nil || len(described) < 30 {
		t.Fatalf("%d resources, %v", len(described), err)
	}
	for _, name := range described {
		resources[strings.TrimSuffix(path.Base(name), ".yaml")+".go"] = true
	}
	files := map[string]int{}
	for _, f := range source(t) {
		if !f.test && !f.generated && !resources[path.Base(f.path)] {
			files[f.dir]++
		}
	}
	templates, err := fs.Glob(os.DirFS(".."), "internal/web/*/*.templ")
	if err != nil || len(templates) < 50 {
		t.Fatalf("%d templates, %v", len(templates), err)
	}
	for _, name := range templates {
		files[path.Dir(name)]++
	}
	for dir, n := range files {
		if n > maxFiles {
			t.Errorf("%s has %d files beside its resources; beyond %d nobody finds one by walking", dir, n, maxFiles)
		}
	}
}

// maxMethods is how many methods a type may have.
const maxMethods = 60

// wideTypes are those that may have more, each with the reason.
var wideTypes = map[string]string{
	"internal/demo/art canvas": "draws the pictures of the demo, a method for each thing",
	"test/bench bench":         "a method for each thing that is measured",
}

func TestTypesAreNotWide(t *testing.T) {
	methods := map[string]int{}
	for _, f := range source(t) {
		if f.test || f.generated {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", f.path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil {
				methods[f.dir+" "+receiver(m.Recv.List[0].Type)]++
			}
		}
	}
	for kind, n := range methods {
		if n > maxMethods && wideTypes[kind] == "" {
			t.Errorf("%s has %d methods; beyond %d it is a room of its own", kind, n, maxMethods)
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
