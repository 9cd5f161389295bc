package engine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// shelf is an account as two instances of the service see it, with a type that has one field.
type shelf struct {
	*testing.T
	trips                    *pgtest.Trips
	one, other               engine.Scope
	collection, kind, number int64
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	url := pgtest.Migrated(t)
	s := &shelf{T: t, trips: new(pgtest.Trips)}
	open := func(options ...engine.Option) *engine.DB {
		db, err := engine.Open(t.Context(), url, options...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return db
	}
	db := open(engine.Traced(s.trips))
	actor, hash := guest(t, db)
	s.one, s.other = db.Scope(engine.ByToken(hash, actor)), open().Scope(engine.ByToken(hash, actor))
	s.change(s.one, func(ctx context.Context, w engine.Writer) error {
		made, err := inventory.CreateCollectionType(ctx, w, catalog.NewCollectionType{Name: "Book", Color: "#000000"})
		s.kind = made.ID
		return err
	})
	s.change(s.one, func(ctx context.Context, w engine.Writer) error {
		made, err := inventory.CreateCustomField(ctx, w, s.kind, catalog.CustomFieldInput{FieldType: "number"})
		s.number = made.ID
		return err
	})
	s.change(s.one, func(ctx context.Context, w engine.Writer) error {
		made, err := inventory.CreateCollection(ctx, w, catalog.CollectionInput{Name: "Books", Emoji: "📦", Visibility: "private", TypeIDs: []int64{s.kind}})
		s.collection = made.ID
		return err
	})
	return s
}

func (s *shelf) change(scope engine.Scope, fn func(context.Context, engine.Writer) error) {
	s.Helper()
	if err := engine.Change(s.Context(), scope, "tested", func(w engine.Writer) error { return fn(s.Context(), w) }); err != nil {
		s.Fatal(err)
	}
}

// create makes an item with a value, and reports how often the database was asked.
func (s *shelf) create(field int64, value string) (trips int64, err error) {
	before := s.trips.Load()
	err = engine.Change(s.Context(), s.one, "tested", func(w engine.Writer) error {
		_, err := inventory.CreateItem(s.Context(), w, s.collection, catalog.ItemInput{Name: "One", CollectionTypeID: &s.kind,
			CustomFields: []catalog.GivenValue{{Field: fmt.Sprint(field), JSON: []byte(value)}}})
		return err
	})
	return s.trips.Load() - before, err
}

// The second item of a type is created in one round trip.
func TestFieldsOfATypeAreReadOnce(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	if _, err := s.create(s.number, `1`); err != nil {
		t.Fatal(err)
	}
	if trips, err := s.create(s.number, `2`); err != nil || trips != 1 {
		t.Errorf("%d round trips, %v", trips, err)
	}
}

// Changes to fields by another instance count at once.
func TestChangedFieldsCountAtOnce(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	refused := func(field int64, value string) bool {
		_, err := s.create(field, value)
		var invalid *fault.Invalid
		if err != nil && !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		return err != nil
	}
	if refused(s.number, `1`) {
		t.Fatal("a number is refused")
	}
	s.change(s.other, func(ctx context.Context, w engine.Writer) error {
		_, err := inventory.UpdateCustomField(ctx, w, s.kind, s.number, catalog.CustomFieldInput{FieldType: "text"})
		return err
	})
	if !refused(s.number, `2`) || refused(s.number, `"two"`) {
		t.Error("a value is checked by what its field was before")
	}
	var added int64
	s.change(s.other, func(ctx context.Context, w engine.Writer) error {
		made, err := inventory.CreateCustomField(ctx, w, s.kind, catalog.CustomFieldInput{FieldType: "date"})
		added = made.ID
		return err
	})
	if refused(added, `"1999-01-01"`) {
		t.Error("a new field is not known")
	}
	s.change(s.other, func(ctx context.Context, w engine.Writer) error {
		return inventory.DeleteCustomField(ctx, w, s.kind, added)
	})
	if !refused(added, `"1999-01-01"`) {
		t.Error("a deleted field is still known")
	}
}

// A missing collection is distinguished from changed fields.
func TestNoSuchCollectionWithKnownFields(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	if _, err := s.create(s.number, `1`); err != nil {
		t.Fatal(err)
	}
	s.change(s.other, func(ctx context.Context, w engine.Writer) error {
		return inventory.DeleteCollection(ctx, w, s.collection)
	})
	trips, err := s.create(s.number, `1`)
	if !errors.Is(err, fault.ErrNotFound) || trips > 3 { // the change, the fields, the collection
		t.Errorf("in a deleted collection: %v after %d round trips", err, trips)
	}
}
