package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unscoped are the files of rooms that run statements without an account, each with the
// reason. Everything else has a Reader or a Writer.
var unscoped = map[string]string{
	"exchange/export_work.go":     "a job ends what nobody may be left for",
	"exchange/import_end.go":      "the same",
	"exchange/import_work.go":     "the same, and jobs of all accounts",
	"exchange/proposal_accept.go": "accepting works like an import, in one transaction",
	"figures/due_dates.go":        "a job writes reminders",
	"inventory/exchange_rate.go":  "rates are the installation's",
	"inventory/file_sweep.go":     "asks which files of an account are named",
	"inventory/installation.go":   "reads what is of no account",
	"ledger/trash.go":             "finds an account whose trash is due",
	"people/address.go":           "finds a user by the token of a mail",
	"people/invitation.go":        "the same",
	"people/key_use.go":           "writes for keys of all accounts",
	"people/operator.go":          "for the operator",
	"people/password_reset.go":    "finds a user by the token of a mail",
	"people/preauth.go":           "finds who a caller is",
	"people/register.go":          "makes an account, and asks whether there is any",
	"people/reminder.go":          "finds users who are due",
	"people/trial.go":             "makes an account, and finds one that ends",
	"sharing/showcase.go":         "finds what a visitor's pass opens",
	"people/two_factor.go":        "counts wrong codes before a login",
}

var sendsUnscoped = regexp.MustCompile(`engine\.(Unscoped|UnscopedSteps|Lookup|LeavingScope|Unconfirmed|ToScope|OpenByOperator|Visitor|ByOperator|ReaderOf|Unlogged)\b`)

// silent are the files of rooms that write an entry of the log themselves, give it another
// action, or say that there is nothing to log, each with the reason.
var silent = map[string]string{
	"exchange/import.go":          "what is asked for twice is done once",
	"exchange/import_part.go":     "parts of a file are not told",
	"exchange/proposal_accept.go": "what is accepted is told by the changes to the item",
	"inventory/file.go":           "a file that is there already",
	"inventory/item_move.go":      "items that are there already",
	"inventory/item_tag.go":       "a tag that the item has already",
	"inventory/photo.go":          "a main photo that is it already",
	"inventory/sample.go":         "marks of a sample are not told",
	"ledger/location_period.go":   "a copy that is there already; a stay of the past is told as one",
	"ledger/record.go":            "the entry also tells what became of the copy",
	"ledger/trash.go":             "the entry depends on whether it came back",
	"people/account.go":           "nothing was changed",
	"people/operator.go":          "the same",
	"people/password_reset.go":    "a link that is mailed is not told",
	"people/session.go":           "the same",
	"people/two_factor.go":        "the count of wrong codes is not told",
}

var silences = regexp.MustCompile(`engine\.(Unlogged|Unchanged|LeavesEntry|NamedAs)\b`)

func TestStatementsWithoutAnAccountAreFew(t *testing.T) { areFew(t, unscoped, sendsUnscoped) }

func TestChangesWithoutAnEntryAreFew(t *testing.T) { areFew(t, silent, silences) }

// areFew compares the files of rooms that call some functions with a list.
func areFew(t *testing.T, listed map[string]string, calls *regexp.Regexp) {
	t.Helper()
	files, err := filepath.Glob("postgres/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	left := maps.Clone(listed)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "postgres/")
		if strings.HasSuffix(name, "_test.go") || !calls.Match(text) {
			continue
		}
		if listed[name] == "" {
			t.Errorf("%s calls %s: do without, or say why not", name, calls.Find(text))
		}
		delete(left, name)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("%s is listed, and does not need it", name)
	}
}

// What rooms return is data. A Reader with a reach, a Scope or a change in progress would let
// handlers choose what the function is there to choose.
func TestRoomsReturnNoScope(t *testing.T) {
	files, err := filepath.Glob("postgres/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	looked := 0
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Type.Results == nil {
				continue
			}
			for _, result := range f.Type.Results.List {
				looked++
				kind := result.Type
				if pointer, ok := kind.(*ast.StarExpr); ok {
					kind = pointer.X
				}
				if of, ok := kind.(*ast.SelectorExpr); ok && slices.Contains([]string{"Reader", "Scope", "Writer", "Sharer", "Own", "Manager", "Leaver", "Fetcher", "Proposer", "Edit"}, of.Sel.Name) {
					t.Errorf("%s: %s returns a %s", file, f.Name, of.Sel.Name)
				}
			}
		}
	}
	if looked < 300 {
		t.Errorf("only %d results were looked at", looked)
	}
}
