package postgres_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/postgres"
)

// shown are the exported members of the types that handlers hold. None of them sends SQL, opens
// another account, names a reach or suppresses a log entry: those are functions of the engine, which
// handlers cannot import. Think before you add one.
var shown = map[string]string{
	"Reader":   "Access AccountID CollectionIDs Together UserID",
	"Writer":   "Edit",
	"Sharer":   "Edit",
	"Own":      "Edit",
	"Manager":  "Edit",
	"Leaver":   "Edit",
	"Fetcher":  "Edit",
	"Proposer": "Edit",
	"Edit":     "Enqueue Reader",
	"Scope":    "Access AfterCommit Begin Carefully Claim InTurn Keep Settle View",
	"Access":   "Actor Confirmed ForOwners Operation Request TokenHash",
	"Secrets":  "Blocked Email PasswordHash Suspended TOTPEnabled TOTPSeed",
	"Pass":     "",
	"Key":      "BodyHash Key Path",
	"DB":       "Close Connections ForgetAnswers Jobs Ping ReadFrom Scope ServesAs State Work",
	"Jobs":     "",
}

func TestHandlersSeeOnlyThis(t *testing.T) {
	t.Parallel()
	found := map[string]string{}
	for _, kind := range []reflect.Type{
		reflect.TypeFor[postgres.Reader](), reflect.TypeFor[postgres.Writer](), reflect.TypeFor[postgres.Sharer](), reflect.TypeFor[postgres.Own](), reflect.TypeFor[postgres.Manager](),
		reflect.TypeFor[postgres.Leaver](), reflect.TypeFor[postgres.Fetcher](), reflect.TypeFor[postgres.Proposer](), reflect.TypeFor[postgres.Writer]().Field(0).Type, reflect.TypeFor[postgres.Scope](), reflect.TypeFor[postgres.Access](),
		reflect.TypeFor[postgres.Secrets](), reflect.TypeFor[postgres.Pass](), reflect.TypeFor[postgres.Key](), reflect.TypeFor[*postgres.DB](), reflect.TypeFor[*postgres.Jobs](),
	} {
		name, members := own(kind)
		found[name] = strings.Join(members, " ")
	}
	for name, members := range found {
		if shown[name] != members {
			t.Errorf("%s shows %q, want %q", name, members, shown[name])
		}
	}
	if len(found) != len(shown) {
		t.Errorf("%d kinds, and %d are listed", len(found), len(shown))
	}
}

// own are the exported fields and methods of a type, without those of embedded fields.
func own(kind reflect.Type) (string, []string) {
	pointer, value := kind, kind
	if kind.Kind() == reflect.Pointer {
		value = kind.Elem()
	} else {
		pointer = reflect.PointerTo(kind)
	}
	members, brought := map[string]bool{}, map[string]bool{}
	for i := range value.NumField() {
		field := value.Field(i)
		if field.IsExported() {
			members[field.Name] = true
		}
		if field.Anonymous {
			promoted(field.Type, brought)
		}
	}
	for i := range pointer.NumMethod() {
		if name := pointer.Method(i).Name; !brought[name] {
			members[name] = true
		}
	}
	return value.Name(), slices.Sorted(maps.Keys(members))
}

func promoted(kind reflect.Type, brought map[string]bool) {
	if kind.Kind() != reflect.Pointer {
		kind = reflect.PointerTo(kind)
	}
	for i := range kind.NumMethod() {
		brought[kind.Method(i).Name] = true
	}
}
