package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"
)

// Any function may wrap an error, now or later. It is then no longer equal to the
// original, but errors.Is still finds it.
func TestErrorsAreNotCompared(t *testing.T) {
	for _, f := range source(t) {
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, filepath.Join("..", f.path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if comparesErrors(n) {
				t.Errorf("%s:%d compares errors: write errors.Is(err, X) instead of err == X, !errors.Is(err, X) instead of err != X, "+
					"errors.As(err, &x) instead of err.(T), and switch { case errors.Is(err, X): } instead of switch err",
					f.path, files.Position(n.Pos()).Line)
			}
			return true
		})
	}
}

func comparesErrors(n ast.Node) bool {
	switch x := n.(type) {
	case *ast.BinaryExpr:
		return (x.Op == token.EQL || x.Op == token.NEQ) && (isError(x.X) && !isNil(x.Y) || isError(x.Y) && !isNil(x.X))
	case *ast.TypeAssertExpr:
		return isError(x.X)
	case *ast.SwitchStmt:
		return isError(x.Tag)
	}
	return false
}

// errorName is what errors are called, as far as one can tell without types.
var errorName = regexp.MustCompile(`^((err|Err)[A-Z]\w*|EOF)$`)

func isError(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "err" || errorName.MatchString(x.Name)
	case *ast.SelectorExpr:
		return errorName.MatchString(x.Sel.Name)
	}
	return false
}

func isNil(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "nil"
}

func TestComparedErrorsAreFound(t *testing.T) {
	for code, want := range map[string]bool{
		`err == fault.ErrNotFound`: true, `err != io.EOF`: true, `a.err == io.EOF`: true, `err.Error() == c.err`: false, `ErrGone == err`: true, `errHelp != p`: true, `err.(*pgconn.PgError)`: true,
		`func() { switch err { case io.EOF: } }`: true, `func() { switch err := err.(type) { case *net.OpError: _ = err } }`: true,
		`err == nil`: false, `nil != err`: false, `errors.Is(err, io.EOF)`: false, `status == 404`: false, `func() { switch { case err != nil: } }`: false,
	} {
		expression, err := parser.ParseExpr(code)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		ast.Inspect(expression, func(n ast.Node) bool {
			found = found || comparesErrors(n)
			return true
		})
		if found != want {
			t.Errorf("%s: found %v, want %v", code, found, want)
		}
	}
}
