package own_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"vitrine/internal/tabular/own"
)

func TestPathsAndLists(t *testing.T) {
	for _, c := range []struct {
		parts      []string
		path, list string
	}{
		{nil, ``, ``},
		{[]string{"House", "Shelf"}, `House > Shelf`, `House; Shelf`},
		{[]string{"House > Home", `Shelf \ one`}, `House\ > Home > Shelf \\ one`, `House > Home; Shelf \\ one`},
		{[]string{"red; blue", `back\slash`}, `red; blue > back\\slash`, `red\; blue; back\\slash`},
		{[]string{"a >", "> b"}, `a\ > > > b`, `a >; > b`},
		{[]string{"a;", "; b"}, `a; > ; b`, `a;; \; b`},
	} {
		if got := own.JoinPath(c.parts); got != c.path {
			t.Errorf("the path of %q is %s, want %s", c.parts, got, c.path)
		}
		if got := own.JoinList(c.parts); got != c.list {
			t.Errorf("the list of %q is %s, want %s", c.parts, got, c.list)
		}
	}
}

// hostile makes texts that are hard to write.
func hostile(seed []byte) string {
	pieces := []string{"'", "=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\x01", `\`, " ", ">", " > ", ";", "; ", "/", "#", "2", "]:", "x", "ü", ","}
	var b strings.Builder
	for _, s := range seed {
		b.WriteString(pieces[int(s)%len(pieces)])
	}
	return b.String()
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	formula, guarded := regexp.MustCompile(`^'*[=+\-@＝＋－＠\t\r]`), regexp.MustCompile(`^'+[=+\-@＝＋－＠\t\r]`)
	check := func(seeds [][]byte, kind bool) bool {
		parts := make([]string, 0, len(seeds)+1)
		for _, s := range append(seeds, []byte{1}) { // a single empty part is written as none
			parts = append(parts, hostile(s))
		}
		for _, s := range parts {
			safe := own.Guard(s)
			if own.Unguard(safe) != s || formula.MatchString(s) != (safe != s) || safe != s && !guarded.MatchString(safe) {
				t.Errorf("%q is written as %q and read as %q", s, safe, own.Unguard(safe))
				return false
			}
		}
		if path, list := own.SplitPath(own.JoinPath(parts)), own.SplitList(own.JoinList(parts)); !slices.Equal(path, parts) || !slices.Equal(list, parts) {
			t.Errorf("%q is read as the path %q and the list %q", parts, path, list)
			return false
		}
		fields := []own.Field{{Kind: "text", Type: parts[0], Name: parts[len(parts)-1]}, {Kind: "number", Type: parts[0], Name: parts[len(parts)-1]}, {Kind: "date", Name: parts[0]}}
		own.Count(fields)
		for _, f := range fields {
			if got, ok := own.ParseField(f.Header()); !ok || got != f {
				t.Errorf("%+v is written as %s and read as %+v", f, f.Header(), got)
				return false
			}
		}
		return true
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}

func TestHeadersOfFields(t *testing.T) {
	fields := []own.Field{{Kind: "text", Type: "Coin / #1", Name: "Mint"}, {Kind: "number", Type: "Coin / #1", Name: "Mint"}}
	own.Count(fields)
	for i, want := range []string{`field[text]:Coin \/ \#1/Mint`, `field[number]:Coin \/ \#1/Mint#2`} {
		if got := fields[i].Header(); got != want {
			t.Errorf("the header is %s, want %s", got, want)
		}
	}
	for _, odd := range []string{"", "item_name", "field", "field[text]", "field[text]:", "field[text]:a", "field[text]:a/b/c", "field[text]:a/b#1", "field[text]:a/b#02", "field[text]:a/b#x", "field[text]:a#2", "field[text]:a/b#2#3"} {
		if f, ok := own.ParseField(odd); ok {
			t.Errorf("%q is read as %+v", odd, f)
		}
	}
}

func TestColumns(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range own.Columns {
		if found, ok := own.ByKey(c.Key); seen[c.Key] || !ok || found != c || !c.Exported && !c.Imported {
			t.Errorf("%+v is odd, or there twice", c)
		}
		seen[c.Key] = true
	}
	if !seen[own.FieldsAfter] {
		t.Errorf("there is no column %s", own.FieldsAfter)
	}
}

func TestAmount(t *testing.T) {
	for want, amount := range map[string]struct {
		units  int64
		places int
	}{"12.50": {1250, 2}, "0.05": {5, 2}, "-0.05": {-5, 2}, "-12.50": {-1250, 2}, "0.000": {0, 3}, "7": {7, 0}, "-7": {-7, 0}, "-92233720368547758.08": {math.MinInt64, 2}} {
		if got := own.Amount(amount.units, amount.places); got != want {
			t.Errorf("%v is written as %s, want %s", amount, got, want)
		}
	}
}
