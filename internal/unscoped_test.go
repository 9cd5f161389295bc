package rooms

import (
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
	"exchange/export_work.go":    "a job ends what nobody may be left for",
	"exchange/import_end.go":     "the same",
	"exchange/import_work.go":    "the same, and jobs of all accounts",
	"inventory/exchange_rate.go": "rates are the installation's",
	"inventory/file_sweep.go":    "asks which files of an account are named",
	"ledger/trash.go":            "finds an account whose trash is due",
	"people/address.go":          "finds a user by the token of a mail",
	"people/invitation.go":       "the same",
	"people/key_use.go":          "writes for keys of all accounts",
	"people/operator.go":         "for the operator",
	"people/password_reset.go":   "finds a user by the token of a mail",
	"people/preauth.go":          "finds who a caller is",
	"people/reminder.go":         "finds users who are due",
	"sharing/showcase.go":        "finds what a visitor's pass opens",
	"people/two_factor.go":       "counts wrong codes before a login",
}

var sendsUnscoped = regexp.MustCompile(`engine\.(Unscoped|UnscopedSteps|Lookup|LeavingScope|Unconfirmed|ToScope|OpenByOperator|Visitor)\b`)

func TestStatementsWithoutAnAccountAreFew(t *testing.T) {
	files, err := filepath.Glob("postgres/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	left := maps.Clone(unscoped)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.ToSlash(file), "postgres/")
		if strings.HasSuffix(name, "_test.go") || !sendsUnscoped.Match(text) {
			continue
		}
		if unscoped[name] == "" {
			t.Errorf("%s runs a statement without an account: take a Reader or a Writer, or say why not", name)
		}
		delete(left, name)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("%s runs no statement without an account", name)
	}
}
