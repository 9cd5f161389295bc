// Package rooms enforces the shape of the source: which package may import which,
// package names, and the length of files.
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
//	fault <- catalog, identity <- postgres <- account, httpserver <- api <- cmd/vitrine
//	                              postgres <- postgres/admin, jobs <- cmd/vitrine
var rooms = map[string][]string{
	"internal/fault":                    {},
	"test/fixture":                      {},
	"internal/code":                     {},
	"internal/catalog":                  {"vitrine/internal/fault", "vitrine/internal/code", "golang.org/x/text"},
	"internal/identity":                 {"vitrine/internal/fault", "golang.org/x/crypto", "github.com/pquerna/otp", "github.com/boombuler/barcode"},
	"internal/importing":                {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/tabular", "vitrine/internal/portable", "github.com/go-json-experiment/json"},
	"internal/share":                    {"vitrine/internal/fault"},
	"internal/spool":                    {"vitrine/internal/fault", "vitrine/internal/share"},
	"internal/aside":                    {},
	"internal/postgres/internal/engine": {"vitrine/internal/fault", "vitrine/internal/aside", "vitrine/internal/share", "vitrine/internal/catalog", "vitrine/internal/identity", "github.com/jackc/pgx/v5", "github.com/riverqueue/river"},
	"internal/postgres":                 {"vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres/internal/engine", "github.com/jackc/pgx/v5"},
	"internal/postgres/inventory":       {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/postgres/internal/engine", "github.com/jackc/pgx/v5", "github.com/go-json-experiment/json"},
	"internal/postgres/ledger":          {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/postgres/internal/engine", "vitrine/internal/postgres/inventory", "github.com/jackc/pgx/v5", "github.com/go-json-experiment/json"},
	"internal/postgres/people":          {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres/internal/engine", "vitrine/internal/postgres/inventory", "github.com/jackc/pgx/v5", "github.com/riverqueue/river"},
	"internal/postgres/figures":         {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres/internal/engine", "vitrine/internal/postgres/inventory", "vitrine/internal/postgres/ledger", "vitrine/internal/postgres/people", "github.com/jackc/pgx/v5"},
	"internal/postgres/exchange": {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/importing", "vitrine/internal/portable", "vitrine/internal/postgres/internal/engine", "vitrine/internal/postgres/inventory", "vitrine/internal/postgres/ledger", "vitrine/internal/postgres/people",
		"github.com/jackc/pgx/v5", "github.com/go-json-experiment/json", "github.com/riverqueue/river"},
	"internal/postgres/sharing": {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres/internal/engine", "vitrine/internal/postgres/inventory", "github.com/jackc/pgx/v5"},
	"internal/intake":           {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/importing", "vitrine/internal/postgres", "vitrine/internal/tabular"},
	"internal/jobs": {"vitrine/internal/fault", "vitrine/internal/intake", "vitrine/internal/aside", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/mail", "vitrine/internal/importing", "vitrine/internal/share",
		"vitrine/internal/tabular", "vitrine/internal/attachment", "vitrine/internal/export", "vitrine/internal/portable", "vitrine/internal/pack", "vitrine/internal/typeset",
		"github.com/riverqueue/river"},
	"internal/postgres/admin": {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/archive", "vitrine/internal/files", "vitrine/internal/postgres",
		"github.com/jackc/pgx/v5", "github.com/pressly/goose/v3", "github.com/riverqueue/river"},
	"internal/files":          {"github.com/minio/minio-go/v7"},
	"internal/files/picture":  {"vitrine/internal/share", "golang.org/x/image", "golang.org/x/sync", "golang.org/x/sys"},
	"internal/files/document": {"vitrine/internal/files/picture", "vitrine/internal/ziplist"},
	"internal/attachment":     {"vitrine/internal/fault", "vitrine/internal/share", "vitrine/internal/spool", "vitrine/internal/aside", "vitrine/internal/catalog", "vitrine/internal/files", "golang.org/x/sync"},
	"internal/portable":       {"vitrine/internal/ziplist", "github.com/go-json-experiment/json"},
	"internal/ziplist":        {},
	"internal/export":         {"vitrine/internal/fault", "vitrine/internal/share", "vitrine/internal/spool", "vitrine/internal/catalog", "vitrine/internal/importing", "vitrine/internal/postgres", "vitrine/internal/i18n", "vitrine/internal/tabular"},
	"internal/rates":          {"vitrine/internal/catalog"},
	"internal/releases":       {},
	"internal/demo":           {"vitrine/internal/catalog"},
	"internal/demo/art":       {"golang.org/x/image"},
	"internal/demo/fill": {"vitrine/internal/fault", "vitrine/internal/aside", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/attachment", "vitrine/internal/furnish",
		"vitrine/internal/importing", "vitrine/internal/files/picture", "vitrine/internal/demo"},
	"internal/furnish":   {"vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/attachment"},
	"internal/sample":    {"vitrine/internal/fault", "vitrine/internal/aside", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/attachment", "vitrine/internal/furnish"},
	"internal/operator":  {"vitrine/internal/account", "vitrine/internal/attachment", "vitrine/internal/config", "vitrine/internal/files", "vitrine/internal/identity", "vitrine/internal/mail", "vitrine/internal/postgres", "vitrine/internal/spool", "github.com/spf13/cobra"},
	"internal/typeset":   {"codeberg.org/go-pdf/fpdf", "github.com/boombuler/barcode", "golang.org/x/image", "golang.org/x/text"},
	"internal/label":     {"vitrine/internal/typeset", "github.com/boombuler/barcode"},
	"internal/pack":      {"vitrine/internal/fault", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/i18n", "vitrine/internal/tabular", "vitrine/internal/typeset", "codeberg.org/go-pdf/fpdf", "golang.org/x/image"},
	"internal/pglocal":   {},
	"internal/archive":   {},
	"internal/mail":      {"vitrine/internal/i18n", "github.com/wneessen/go-mail", "github.com/a-h/templ"},
	"internal/ratelimit": {"github.com/gomodule/redigo"},
	"internal/traces":    {"go.opentelemetry.io", "github.com/exaring/otelpgx", "google.golang.org/protobuf"},
	"internal/calendar":  {},
	"internal/subpath":   {},
	"internal/remote":    {"vitrine/internal/importing"},
	"internal/openapi":   {"github.com/go-json-experiment/json"},
	"internal/reference": {"vitrine/internal/subpath", "vitrine/internal/httpserver", "vitrine/internal/openapi", "github.com/go-json-experiment/json", "github.com/a-h/templ"},
	"internal/config":    {"vitrine/internal/identity"},
	"internal/metrics":   {"vitrine/internal/files", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/ratelimit", "github.com/prometheus/client_golang"},

	// Tables from files of strangers.
	"internal/tabular":         {"vitrine/internal/catalog", "vitrine/internal/tabular", "vitrine/internal/ziplist", "golang.org/x/text"},
	"internal/tabular/cell":    {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/i18n", "vitrine/internal/tabular/own", "golang.org/x/text"},
	"internal/tabular/profile": {"vitrine/internal/catalog", "vitrine/internal/tabular/cell", "vitrine/internal/tabular/own"},
	"internal/tabular/guess":   {"vitrine/internal/tabular"},
	"internal/tabular/markup":  {},
	"internal/tabular/own":     {},
	"internal/tabular/write":   {"vitrine/internal/tabular/own", "github.com/go-json-experiment/json"},

	// The faces and what they build on.
	"internal/i18n":          {"golang.org/x/text"},
	"internal/web/assets":    {"vitrine/internal/httpserver", "vitrine/internal/subpath"},
	"internal/web":           {"vitrine/internal/subpath", "vitrine/internal/account", "vitrine/internal/attachment", "vitrine/internal/httpserver", "vitrine/internal/web/entrance", "vitrine/internal/web/exchange", "vitrine/internal/web/item", "vitrine/internal/web/locations", "vitrine/internal/web/page", "vitrine/internal/web/settings", "vitrine/internal/web/shelf", "vitrine/internal/web/showcase", "vitrine/internal/web/types"},
	"internal/web/ui":        {"github.com/a-h/templ", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/i18n", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/assets"},
	"internal/web/page":      {"github.com/a-h/templ", "vitrine/internal/account", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/export", "vitrine/internal/fault", "vitrine/internal/files/picture", "vitrine/internal/httpserver", "vitrine/internal/i18n", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/sample", "vitrine/internal/share", "vitrine/internal/spool", "vitrine/internal/typeset", "vitrine/internal/web/assets", "vitrine/internal/web/ui"},
	"internal/web/shelf":     {"github.com/a-h/templ", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/types":     {"github.com/a-h/templ", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/httpserver", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/locations": {"github.com/a-h/templ", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/label", "vitrine/internal/postgres", "vitrine/internal/typeset", "vitrine/internal/web/assets", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/item":      {"github.com/a-h/templ", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/httpserver", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/exchange":  {"github.com/a-h/templ", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/export", "vitrine/internal/fault", "vitrine/internal/httpserver", "vitrine/internal/i18n", "vitrine/internal/identity", "vitrine/internal/importing", "vitrine/internal/intake", "vitrine/internal/pack", "vitrine/internal/portable", "vitrine/internal/postgres", "vitrine/internal/tabular", "vitrine/internal/web/page", "vitrine/internal/web/ui", "vitrine/samples/import"},
	"internal/web/settings":  {"github.com/a-h/templ", "vitrine/internal/account", "vitrine/internal/calendar", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/httpserver", "vitrine/internal/i18n", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/entrance":  {"github.com/a-h/templ", "vitrine/internal/account", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/httpserver", "vitrine/internal/i18n", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/web/showcase":  {"github.com/a-h/templ", "vitrine/internal/attachment", "vitrine/internal/catalog", "vitrine/internal/fault", "vitrine/internal/files/picture", "vitrine/internal/httpserver", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/web/page", "vitrine/internal/web/ui"},
	"internal/account":       {"vitrine/internal/fault", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/mail", "vitrine/internal/postgres"},
	"internal/httpserver":    {"vitrine/internal/fault", "vitrine/internal/aside", "vitrine/internal/share", "vitrine/internal/spool", "vitrine/internal/catalog", "vitrine/internal/identity", "vitrine/internal/postgres", "vitrine/internal/ratelimit", "vitrine/internal/metrics", "vitrine/internal/subpath"},
}

// fences names imports reserved to some packages, apart from tests.
var fences = []struct {
	what    string
	allowed []string
	why     string
}{
	{"github.com/jackc/pgx/v5", []string{"internal/postgres", "internal/postgres/internal/engine", "internal/postgres/inventory", "internal/postgres/ledger", "internal/postgres/people", "internal/postgres/figures", "internal/postgres/exchange", "internal/postgres/sharing", "internal/postgres/admin", "internal/pgtest", "internal/apitest", "test/faults", "test/faults/gallery", "test/faults/load", "test/bench/floor"}, "only internal/postgres speaks SQL, and what checks it from outside"},
	{"github.com/pressly/goose/v3", []string{"internal/postgres/admin"}, "only internal/postgres/admin migrates"},
	{"database/sql", []string{"internal/postgres/admin"}, "only goose wants it, to migrate"},
	{"github.com/riverqueue/river", []string{"internal/postgres/internal/engine", "internal/postgres/people", "internal/postgres/exchange", "internal/postgres/admin", "internal/jobs"}, "the engine keeps the queue, internal/jobs works on it"},
	{"vitrine/internal/jobs", []string{"cmd/vitrine"}, "a change queues a job by Enqueue, and does not wait for it"},
	{"vitrine/internal/postgres/admin", []string{"cmd/vitrine", "internal/operator", "internal/pgtest"}, "it is for operators; requests have a Reader or a Writer"},
	{"github.com/prometheus/client_golang", []string{"internal/metrics"}, "what is counted is counted in plain numbers"},
	{"go.opentelemetry.io", []string{"internal/traces"}, "only internal/traces decides what a span tells"},
	{"vitrine/internal/api", []string{"cmd/vitrine"}, "the API and the pages never import each other, and nothing is built on them"},
	{"vitrine/internal/web", []string{"cmd/vitrine", "internal/web", "internal/web/ui", "internal/web/page", "internal/web/shelf", "internal/web/types", "internal/web/locations", "internal/web/item", "internal/web/exchange", "internal/web/settings", "internal/web/entrance", "internal/web/showcase"}, "the API and the pages never import each other, and nothing is built on them"},
	{"vitrine/internal/pgtest", []string{"internal/apitest"}, "it is for tests only"},
	{"vitrine/internal/apitest", nil, "it is for tests only"},
	{"vitrine/internal/testkind", []string{"test/again"}, "it is for tests only"},
	{"vitrine/test/fixture", []string{"internal/apitest", "test/faults/load"}, "it is for tests only"},
	{"codeberg.org/go-pdf/fpdf", []string{"internal/typeset", "internal/pack"}, "only internal/typeset and what is written with it draw PDF"},
	{"github.com/minio/minio-go/v7", []string{"internal/files"}, "only internal/files speaks to the store"},
	{"vitrine/internal/demo", []string{"cmd/vitrine-demo", "internal/demo/fill", "internal/sample/draw"}, "the service carries neither the generator of the demo nor its drawings"},
	{"vitrine/internal/files/hostile", nil, "it is for tests only"},
	{"vitrine/internal/files/filestest", nil, "it is for tests only"},
	{"vitrine/test/versitygw", []string{"internal/files/filestest", "test/faults"}, "it is for tests only"},
}

// forbidden lists what a package must not import from the standard library.
var forbidden = map[string][]string{
	"internal/ratelimit":                {"net/http"},
	"internal/catalog":                  {"net/http", "database/sql", "os"},
	"internal/demo":                     {"net/http", "database/sql", "os"},
	"internal/demo/art":                 {"net/http", "database/sql", "os", "time"},
	"internal/label":                    {"net/http", "database/sql", "os"},
	"internal/typeset":                  {"net/http", "database/sql", "os"},
	"internal/pack":                     {"net/http", "database/sql", "os"},
	"internal/postgres":                 {"net/http"},
	"internal/postgres/internal/engine": {"net/http"},
	"internal/postgres/inventory":       {"net/http"},
	"internal/postgres/ledger":          {"net/http"},
	"internal/postgres/people":          {"net/http"},
	"internal/postgres/figures":         {"net/http"},
	"internal/postgres/exchange":        {"net/http"},
	"internal/postgres/sharing":         {"net/http"},
	"internal/account":                  {"net/http", "encoding/json", "database/sql"},
	"internal/attachment":               {"net/http", "encoding/json", "database/sql"},

	"internal/tabular":         {"net/http", "net", "database/sql"},
	"internal/tabular/cell":    {"net/http", "net", "database/sql", "os"},
	"internal/tabular/guess":   {"net/http", "net", "database/sql", "os"},
	"internal/tabular/profile": {"net/http", "net", "database/sql", "os"},
	"internal/tabular/own":     {"net/http", "net", "database/sql", "os"},
	"internal/export":          {"net/http", "database/sql"},
	"internal/portable":        {"net", "net/http", "database/sql"},
	"internal/remote":          {"database/sql"},
}

// vague are names that do not say what a package holds.
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
	explained := map[string]bool{} // outside tests, if there are other files
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
	path, dir, pkg             string // from the root of the repository
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

// standard reports whether a package comes with Go: its path has no domain.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".") && first != "vitrine"
}

// within reports whether a package is one of those or inside one.
func within(imported string, those []string) bool {
	return slices.ContainsFunc(those, func(one string) bool { return imported == one || strings.HasPrefix(imported, one+"/") })
}
