// Package rooms holds the shape of the source: which package may import which,
// what a package may be called, and how long a file may be.
package rooms

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const maxLines = 300

// rooms lists what a package may import besides the standard library; another
// package is free. Imports point one way:
//
//	fault <- catalog, identity <- postgres <- metrics <- api <- cmd/vitrine
var rooms = map[string][]string{
	"internal/fault":    {},
	"internal/catalog":  {"vitrine/internal/fault", "golang.org/x/text"},
	"internal/identity": {"vitrine/internal/fault", "golang.org/x/crypto", "github.com/pquerna/otp", "github.com/boombuler/barcode"},
	"internal/postgres": {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "github.com/jackc/pgx/v5", "github.com/pressly/goose/v3",
		"vitrine/internal/mail", "vitrine/internal/archive", "github.com/riverqueue/river"},
	"internal/demo":      {"vitrine/internal/catalog"},
	"internal/archive":   {},
	"internal/mail":      {"github.com/wneessen/go-mail"},
	"internal/ratelimit": {"github.com/gomodule/redigo"},
	"internal/traces":    {"go.opentelemetry.io", "github.com/exaring/otelpgx", "google.golang.org/protobuf"},
	"internal/config":    {"vitrine/internal/identity"},
	"internal/metrics":   {"vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/ratelimit", "github.com/prometheus/client_golang"},
}

// fences names what only some may import, of those who are not tests.
var fences = []struct {
	what    string
	allowed []string
	why     string
}{
	{"github.com/jackc/pgx/v5", []string{"internal/postgres", "internal/pgtest", "test/faults", "test/faults/load"}, "only internal/postgres speaks SQL, and what checks it from outside"},
	{"github.com/pressly/goose/v3", []string{"internal/postgres"}, "only internal/postgres speaks SQL"},
	{"database/sql", []string{"internal/postgres"}, "only internal/postgres speaks SQL"},
	{"github.com/prometheus/client_golang", []string{"internal/metrics"}, "what is counted is counted in plain numbers"},
	{"go.opentelemetry.io", []string{"internal/traces"}, "only internal/traces decides what a span tells"},
	{"vitrine/internal/api", []string{"cmd/vitrine"}, "nothing is built on the HTTP side"},
	{"vitrine/internal/pgtest", nil, "it is for tests only"},
}

// forbidden holds what a single package must not know of the standard library.
var forbidden = map[string][]string{
	"internal/ratelimit": {"net/http"},
	"internal/catalog":   {"net/http", "database/sql", "os"},
	"internal/demo":      {"net/http", "database/sql", "os"},
	"internal/postgres":  {"net/http"},
}

// vague are names that say nothing of what a package holds.
var vague = []string{"util", "utils", "common", "model", "models", "service", "services", "store", "helper", "helpers"}

func TestImportsPointOneWay(t *testing.T) {
	for _, f := range source(t) {
		if f.test {
			continue
		}
		allowed, listed := rooms[f.dir]
		for _, imported := range f.imports {
			if listed && !standard(imported) && !within(imported, allowed) {
				t.Errorf("%s imports %s; %s may import the standard library and %q", f.path, imported, f.dir, allowed)
			}
			if within(imported, forbidden[f.dir]) {
				t.Errorf("%s imports %s, of which %s knows nothing", f.path, imported, f.dir)
			}
			for _, fence := range fences {
				if within(imported, []string{fence.what}) && !slices.Contains(fence.allowed, f.dir) {
					t.Errorf("%s imports %s: %s", f.path, imported, fence.why)
				}
			}
		}
	}
}

func TestFilesAreShort(t *testing.T) {
	for _, f := range source(t) {
		if !f.generated && f.lines > maxLines {
			t.Errorf("%s has %d lines; beyond %d it holds more than one idea", f.path, f.lines, maxLines)
		}
	}
}

func TestPackagesAreNamedForWhatTheyHold(t *testing.T) {
	for _, f := range source(t) {
		if slices.Contains(vague, path.Base(f.dir)) || slices.Contains(vague, strings.TrimSuffix(f.pkg, "_test")) {
			t.Errorf("%s: a package called %s could hold anything", f.path, f.pkg)
		}
	}
}

func TestPackagesAreExplained(t *testing.T) {
	files := source(t)
	explained := map[string]bool{} // by those who are not tests, where there are any
	for _, f := range files {
		onlyTests := !slices.ContainsFunc(files, func(other file) bool { return other.dir == f.dir && !other.test })
		explained[f.dir] = explained[f.dir] || f.explained && (!f.test || onlyTests)
	}
	for dir, ok := range explained {
		if !ok {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

type file struct {
	path, dir, pkg             string // from the top of the repository
	imports                    []string
	lines                      int
	test, generated, explained bool
}

// source reads every Go file of the repository.
func source(t *testing.T) []file {
	t.Helper()
	var files []file
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		f, err := read(name)
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("only %d files found; is this the repository?", len(files))
	}
	return files
}

func read(name string) (file, error) {
	content, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		return file{}, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return file{}, err
	}
	f := file{path: name, dir: path.Dir(name), pkg: parsed.Name.Name, lines: bytes.Count(content, []byte("\n")),
		test: strings.HasSuffix(name, "_test.go"), generated: ast.IsGenerated(parsed), explained: parsed.Doc != nil}
	for _, i := range parsed.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return file{}, err
		}
		f.imports = append(f.imports, imported)
	}
	return f, nil
}

// standard tells whether a package comes with Go: its path has no domain.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".") && first != "vitrine"
}

// within tells whether a package is one of those, or inside one.
func within(imported string, those []string) bool {
	return slices.ContainsFunc(those, func(one string) bool { return imported == one || strings.HasPrefix(imported, one+"/") })
}
