package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
)

// shelf is an account as two instances of the service see it, with a type that has one field.
type shelf struct {
	*testing.T
	trips                    *pgtest.Trips
	one, other               postgres.Scope
	collection, kind, number int64
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	url := pgtest.Migrated(t)
	s := &shelf{T: t, trips: new(pgtest.Trips)}
	open := func(options ...postgres.Option) *postgres.DB {
		db, err := postgres.Open(t.Context(), url, options...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return db
	}
	db := open(postgres.Traced(s.trips))
	actor, hash := guest(t, db)
	s.one, s.other = db.Scope(postgres.ByToken(hash, actor)), open().Scope(postgres.ByToken(hash, actor))
	s.change(s.one, func(ctx context.Context, w postgres.Writer) error {
		made, err := w.CreateCollectionType(ctx, catalog.NewCollectionType{Name: "Book", Color: "#000000"})
		s.kind = made.ID
		return err
	})
	s.change(s.one, func(ctx context.Context, w postgres.Writer) error {
		made, err := w.CreateCustomField(ctx, s.kind, catalog.CustomFieldInput{FieldType: "number"})
		s.number = made.ID
		return err
	})
	s.change(s.one, func(ctx context.Context, w postgres.Writer) error {
		made, err := w.CreateCollection(ctx, catalog.CollectionInput{Name: "Books", Emoji: "📦", Visibility: "private", TypeIDs: []int64{s.kind}})
		s.collection = made.ID
		return err
	})
	return s
}

func (s *shelf) change(scope postgres.Scope, fn func(context.Context, postgres.Writer) error) {
	s.Helper()
	if err := postgres.Change(s.Context(), scope, "tested", func(w postgres.Writer) error { return fn(s.Context(), w) }); err != nil {
		s.Fatal(err)
	}
}

// create makes an item with a value, and reports how often the database was asked.
func (s *shelf) create(field int64, value string) (trips int64, err error) {
	before := s.trips.Load()
	err = postgres.Change(s.Context(), s.one, "tested", func(w postgres.Writer) error {
		_, err := w.CreateItem(s.Context(), s.collection, catalog.ItemInput{Name: "One", CollectionTypeID: &s.kind,
			CustomFields: []catalog.GivenValue{{Field: fmt.Sprint(field), JSON: []byte(value)}}})
		return err
	})
	return s.trips.Load() - before, err
}

// Whoever has made an item of a type makes the next in one round trip.
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

// What another instance does to the fields of a type counts at once.
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
	s.change(s.other, func(ctx context.Context, w postgres.Writer) error {
		_, err := w.UpdateCustomField(ctx, s.kind, s.number, catalog.CustomFieldInput{FieldType: "text"})
		return err
	})
	if !refused(s.number, `2`) || refused(s.number, `"two"`) {
		t.Error("a value is checked by what its field was before")
	}
	var added int64
	s.change(s.other, func(ctx context.Context, w postgres.Writer) error {
		made, err := w.CreateCustomField(ctx, s.kind, catalog.CustomFieldInput{FieldType: "date"})
		added = made.ID
		return err
	})
	if refused(added, `"1999-01-01"`) {
		t.Error("a new field is not known")
	}
	s.change(s.other, func(ctx context.Context, w postgres.Writer) error { return w.DeleteCustomField(ctx, s.kind, added) })
	if !refused(added, `"1999-01-01"`) {
		t.Error("a deleted field is still known")
	}
}

// A collection that is gone is still told from fields that have changed.
func TestNoSuchCollectionWithKnownFields(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	if _, err := s.create(s.number, `1`); err != nil {
		t.Fatal(err)
	}
	s.change(s.other, func(ctx context.Context, w postgres.Writer) error { return w.DeleteCollection(ctx, s.collection) })
	trips, err := s.create(s.number, `1`)
	if !errors.Is(err, fault.ErrNotFound) || trips > 3 { // the change, the fields, the collection
		t.Errorf("in a deleted collection: %v after %d round trips", err, trips)
	}
}
