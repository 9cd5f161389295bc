package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Reads together take as many round trips as the longest of them, each gets its own
// answer, and one that fails does not disturb the others.
func TestReadsTogether(t *testing.T) {
	t.Parallel()
	count := new(pgtest.Trips)
	db, err := engine.Open(t.Context(), pgtest.Migrated(t), engine.Traced(count))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	actor, hash := guest(t, db)
	scope := db.Scope(engine.ByToken(hash, actor))
	var made [3]catalog.Collection
	for i := range made {
		err := engine.Change(t.Context(), scope, catalog.CollectionCreated, func(w engine.Writer) (err error) {
			made[i], err = inventory.CreateCollection(t.Context(), w, catalog.CollectionInput{Name: fmt.Sprint(i), Emoji: "📦", Visibility: "private"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	reader, err := scope.View(identity.View)
	if err != nil {
		t.Fatal(err)
	}
	var found [3]catalog.Collection
	var missing error
	var items catalog.Page[catalog.Item]
	all := func() error {
		return reader.Together(
			func(r engine.Reader) error {
				_, missing = inventory.Collection(t.Context(), r, 1<<40)
				return nil
			},
			func(r engine.Reader) (err error) {
				items, err = inventory.ItemsOf(t.Context(), r, 1<<40, catalog.ItemFilter{}, catalog.Paging{Number: 1, PerPage: 10})
				if errors.Is(err, fault.ErrNotFound) {
					return nil
				}
				return err
			},
			func(r engine.Reader) (err error) {
				found[0], err = inventory.Collection(t.Context(), r, made[0].ID)
				return err
			},
			func(r engine.Reader) (err error) {
				if found[1], err = inventory.Collection(t.Context(), r, made[1].ID); err == nil {
					found[2], err = inventory.Collection(t.Context(), r, made[2].ID)
				}
				return err
			})
	}
	if err := all(); err != nil { // statements are prepared
		t.Fatal(err)
	}
	before := count.Load()
	if err := all(); err != nil {
		t.Fatal(err)
	}
	if n := count.Load() - before; n != 2 {
		t.Errorf("%d round trips, want 2", n)
	}
	if !errors.Is(missing, fault.ErrNotFound) || len(items.Items) != 0 {
		t.Errorf("what is missing: %v, %d items", missing, len(items.Items))
	}
	for i := range made {
		if found[i].Name != made[i].Name {
			t.Errorf("collection %d is %q", i, found[i].Name)
		}
	}
}
