package rooms

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/testkind"
)

// systems are those that scripts/release makes archives for, as GOOS and GOARCH.
var systems = [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"freebsd", "amd64"}}

// Everything a file takes from syscall is there on each system that the file is built for. That is
// what usually breaks on another system; nothing is compiled for it.
func TestSystemCallsAreThereOnEverySystem(t *testing.T) {
	found, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(strings.TrimSpace(string(found)), "src", "syscall")
	used := 0
	for _, system := range systems {
		if system[0] == "linux" {
			continue // where tests run
		}
		context := build.Default
		context.GOOS, context.GOARCH, context.CgoEnabled = system[0], system[1], false
		there := namesOf(t, context, library)
		if !there["ENOSPC"] || len(there) < 200 {
			t.Fatalf("%s has %d names in syscall", system[0], len(there))
		}
		for _, file := range sources(t, "..") {
			if match, err := context.MatchFile(filepath.Split(file)); err != nil || !match {
				continue
			}
			for name, at := range calls(t, file) {
				if used++; !there[name] {
					t.Errorf("%s: syscall.%s is not there on %s: put it into a file of systems that have it, as internal/spool/free_unix.go", at, name, system[0])
				}
			}
		}
	}
	if used < 20 {
		t.Errorf("only %d uses of syscall were looked at", used)
	}
}

// sources are the files of the programs, without tests.
func sources(t *testing.T, root string) (all []string) {
	t.Helper()
	for _, top := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, entry os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// namesOf are the names of a package on a system.
func namesOf(t *testing.T, context build.Context, dir string) map[string]bool {
	t.Helper()
	of, err := context.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, name := range of.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names[spec.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range spec.Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
	}
	return names
}

// calls are the names that a file takes from syscall, and where.
func calls(t *testing.T, path string) map[string]token.Position {
	t.Helper()
	set, found := token.NewFileSet(), map[string]token.Position{}
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := s.X.(*ast.Ident); ok && of.Name == "syscall" {
				found[s.Sel.Name] = set.Position(s.Pos())
			}
		}
		return true
	})
	return found
}

// The compiler and go vet accept both programs on each system of a release.
func TestEverySystemCompiles(t *testing.T) {
	testkind.Nightly(t, "TestSystemCallsAreThereOnEverySystem")
	for _, system := range systems {
		vet := exec.Command("go", "vet", "./cmd/vitrine", "./cmd/vitrine-demo")
		vet.Dir, vet.Env = "..", append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system[0], "GOARCH="+system[1])
		if out, err := vet.CombinedOutput(); err != nil {
			t.Errorf("%s/%s: %v\n%s", system[0], system[1], err, out)
		}
	}
}
