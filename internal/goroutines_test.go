package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// started lists who may start goroutines by themselves, and why no panic in them ends the
// process with everybody's requests.
var started = map[string]string{
	"internal/aside/aside.go":                           "catches them",
	"internal/aside/few.go":                             "catches them",
	"internal/postgres/internal/engine/photo_lookup.go": "a lookup catches its own, and nothing else is done",
	"internal/postgres/admin/several.go":                "is a command of the operator",
	"internal/pglocal/server.go":                        "is of vitrine local, and waits for a process",
	"cmd/vitrine/metrics.go":                            "net/http catches them",
	"cmd/vitrine/serve.go":                              "net/http catches them",
	"cmd/vitrine/local.go":                              "is of vitrine local, and waits for a process",
}

// A goroutine is started by package aside, so that its panic is somebody's.
func TestGoroutinesAreStartedAside(t *testing.T) {
	for _, f := range source(t) {
		if f.test || !strings.HasPrefix(f.path, "internal/") && !strings.HasPrefix(f.path, "cmd/") || started[f.path] != "" ||
			strings.HasSuffix(f.dir, "test") {
			continue
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, filepath.Join("..", f.path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine: aside.All, AtMost or Go do so, and its panic is somebody's", files.Position(n.Pos()))
			case *ast.SelectorExpr:
				if of, _ := n.X.(*ast.Ident); n.Sel.Name == "Go" && (of == nil || of.Name != "aside") {
					t.Errorf("%s starts a goroutine: aside.All, AtMost or Go do so, and its panic is somebody's", files.Position(n.Pos()))
				}
			}
			return true
		})
	}
}
