package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every rule that a page can break has a text, and every such text a rule. The rules
// of the API's own syntax are for programs, which read English.
func TestRulesHaveTexts(t *testing.T) {
	unbroken := map[string]bool{}
	for key := range For("en").messages {
		if rule, ok := strings.CutPrefix(key, "wrong."); ok {
			unbroken[rule] = true
		}
	}
	dirs := []string{"../fault", "../catalog", "../identity", "../account", "../attachment", "../files/picture", "../importing", "../intake", "../pack", "../postgres/internal/engine"}
	for _, pattern := range []string{"../postgres/*/*.go", "../web/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) < 100 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if dir := filepath.Dir(file); !slices.Contains(dirs, dir) && dir != "../postgres/admin" && dir != "../postgres/schema" { // those are for operators
				dirs = append(dirs, dir)
			}
		}
	}
	for _, dir := range dirs {
		for rule, at := range rules(t, dir) {
			if _, ok := For("en").messages["wrong."+rule]; !ok {
				t.Errorf("%s: no text says %q on pages: add \"wrong.%s\" to every locale", at, rule, rule)
			}
			delete(unbroken, rule)
		}
	}
	for rule := range unbroken {
		t.Errorf("nothing breaks the rule %q", rule)
	}
}

// A text fills in no more than its rule has.
func TestRulesFillTheirTexts(t *testing.T) {
	for _, locale := range Locales {
		texts := For(locale)
		for key := range texts.messages {
			rule, ok := strings.CutPrefix(key, "wrong.")
			if !ok {
				continue
			}
			args := make([]any, strings.Count(rule, "%"))
			for i := range args {
				args[i] = 100_000
			}
			if said := texts.Wrong(rule, args); strings.Contains(said, "{") {
				t.Errorf("%s: %q is said as %q", locale, rule, said)
			}
		}
	}
}

// rules are the sentences in the source of a package that are given to Add, Addf, On,
// Message and Refused, with the place of each.
func rules(t *testing.T, dir string) map[string]string {
	found, constants := map[string]string{}, map[string]string{}
	files := token.NewFileSet()
	var parsed []*ast.File
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(dir, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if value, ok := n.(*ast.ValueSpec); ok && len(value.Values) == 1 {
				if s, ok := sentence(value.Values[0], nil); ok {
					constants[value.Names[0].Name] = s
				}
			}
			return true
		})
	}
	take := func(e ast.Expr) {
		at := files.Position(e.Pos()).String()
		s, ok := sentence(e, constants)
		if !ok {
			t.Errorf("%s: a rule is a constant sentence: give what varies as an argument", at)
		}
		found[s] = at
	}
	for _, file := range parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if breaks(n) {
					take(n.Args[1])
				}
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "Refused" {
					take(n.Args[0])
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Rule" {
					take(n.Value)
				}
			}
			return true
		})
	}
	return found
}

// breaks reports whether a call records a broken rule. Package fault itself, and what
// passes on a rule that is found elsewhere, give a variable of these names.
func breaks(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	switch arg := call.Args[1].(type) {
	case *ast.Ident:
		if arg.Name == "rule" {
			return false
		}
	case *ast.SelectorExpr:
		if arg.Sel.Name == "Rule" || arg.Sel.Name == "LeakedMessage" {
			return false
		}
	case *ast.CallExpr:
		if to, ok := arg.Fun.(*ast.Ident); ok && to.Name == "string" {
			return false
		}
	}
	switch of, _ := f.X.(*ast.Ident); f.Sel.Name {
	case "Addf":
		return true
	case "Add":
		return of != nil && (of.Name == "e" || of.Name == "wrong")
	case "On":
		return of != nil && of.Name == "fault"
	}
	return false
}

// sentence is the value of a literal or of a constant of the package.
func sentence(e ast.Expr, constants map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.Ident:
		s, ok := constants[e.Name]
		return s, ok
	}
	return "", false
}

// Arguments stand where a language wants them, written as it writes numbers.
func TestWrong(t *testing.T) {
	for locale, want := range map[string]string{"en": "At most 1,000 characters.", "de_DE": "Höchstens 1.000 Zeichen.", "ja_JP": "1,000 文字以内で入力してください。"} {
		if got := For(locale).Wrong("The %s field must not be greater than %d characters.", []any{"description", 1000}); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
	if got := For("de_DE").Wrong("Unheard of %d.", []any{1}); got != "Unheard of 1." {
		t.Error(got)
	}
}
