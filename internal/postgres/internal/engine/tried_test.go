package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// Every function that takes a scope, and every method of one, occurs in the calls.
func TestEveryFunctionIsTried(t *testing.T) {
	t.Parallel()
	tried := map[string]string{
		"Enqueue": "sends nothing by itself", "Jobs": "", "Work": "has workers of River", "OfferReset": "is done by a job", "RememberAddress": "goes with the change that logs in", "MoveAddress": "goes with the change of address",
		"Users": "for operators, reads all users", "TokenHolders": "the same", "SealedSeeds": "the same", "Close": "", "Ping": "", "Pool": "", "Connections": "", "ReadFrom": "", "State": "asks for the queue and replicas, seldom", "ServesAs": "for the doctor", "Installation": "its table has one row", "BackedUp": "the same", "EndTrial": "as PurgeTrash, in a demo", "RegisterTrial": "as Register", "Scope": "", "View": "", "Together": "runs other calls", "AfterCommit": "", "KeepRates": "the installation's, once a day", "NoteRates": "the same", "ReadRateState": "the same",
		"BeginSample": "a sample is small", "MarkSample": "the same", "ForgetSample": "the same", "SampleToRemove": "the same", "EraseAccount": "deletes all there is",
		"BeginExport": "is done by a job", "ReportExport": "the same", "FinishExport": "the same", "EndExport": "the same", "ReadArchive": "the same", "ArchiveBytes": "the same",
		"EndImport": "is done by a job", "ForgetImport": "the same", "ImportFile": "the same", "RescueImports": "asks for the queue", "BuryJob": "the same", "Starter": "is done by a job", "TouchJob": "asks for the queue", "WorkOnImport": "is done by a job",
		"EmailTaken": "as EmailTakenIn", "RegisterFirst": "as Register, once, in an empty database", "Unclaimed": "until there is a user", "Forgot": "is done by a job", "CopyList": "sends nothing", "Looking": "the same", "Preview": "the same", "ItemList": "the same", "ItemParams": "the same", "ValueColumns": "the same", "Marked": "the same",
		"Leave": "as DeleteAPIKey", "Change": "runs other calls", "NewKeyUse": "as TouchKeys", "Trashed": "sends nothing", "Carefully": "", "InTurn": "runs other calls", "MakeTogether": "runs other calls", "Confirmed": "", "ForOwners": "", "AccountID": "", "UserID": "", "CollectionIDs": "", "Access": "", "Shows": "", "Link": "", "TokenHash": "", "Allows": "", "Any": "",
	}
	for _, c := range slices.Concat(preauthCalls(large), reads(large), changes(), ofPeople()) {
		tried[c.method] = "tried"
	}
	found := scoped(t)
	if len(found) < 300 {
		t.Fatalf("only %d functions were found", len(found))
	}
	for name, file := range found {
		if _, ok := tried[name]; !ok {
			t.Errorf("%s of %s is not among the calls of which the plans are looked at", name, file)
		}
	}
}

// scopes are the types that reach an account, or all of them.
var scopes = []string{"Reader", "Writer", "Sharer", "Own", "Manager", "Leaver", "Fetcher", "Proposer", "Showcase", "Scope", "DB"}

// scoped finds exported functions and methods that take or have a scope, with their files.
func scoped(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "admin" || name == "schema"):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join("../..", name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() && isScoped(f, path.Dir(name) == "internal/engine") {
				found[f.Name.Name] = name
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isScoped reports whether a function takes a scope or is the method of one. Functions of the engine
// are left out: handlers cannot call them, and their callers are tested.
func isScoped(f *ast.FuncDecl, engine bool) bool {
	var takes []*ast.Field
	if !engine {
		takes = slices.Clone(f.Type.Params.List)
	}
	if f.Recv != nil {
		takes = append(takes, f.Recv.List...)
	}
	return slices.ContainsFunc(takes, func(one *ast.Field) bool {
		kind := one.Type
		if pointer, ok := kind.(*ast.StarExpr); ok {
			kind = pointer.X
		}
		if selected, ok := kind.(*ast.SelectorExpr); ok {
			kind = selected.Sel
		}
		named, ok := kind.(*ast.Ident)
		return ok && slices.Contains(scopes, named.Name)
	})
}
