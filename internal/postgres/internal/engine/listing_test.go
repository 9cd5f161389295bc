package engine_test

import (
	"errors"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/internal/engine"
)

// A listing has every row once, knows how many before the first, and is refused if there are
// too many.
func TestListing(t *testing.T) {
	t.Parallel()
	db, err := engine.Open(t.Context(), filled(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	reader, err := db.Scope(large.access()).View(identity.View)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{catalog.ListItems, catalog.ListCopies, catalog.ListCollection} {
		asked := catalog.Listing{List: list, CollectionID: large.nth(2), Most: 1 << 40}
		seen, counted, before := map[string]bool{}, int64(0), ""
		err := exchange.Listing(t.Context(), reader, asked, func(names catalog.ListingNames) error {
			counted = names.Rows
			return nil
		}, func(r *catalog.ListedRow) error {
			place := r.ItemUUID
			if r.CopyUUID != nil {
				place += *r.CopyUUID
			}
			if seen[place] || place < before {
				t.Fatalf("%s: the row %s is there twice or out of order", list, place)
			}
			seen[place], before = true, place
			return nil
		})
		if err != nil || int64(len(seen)) != counted || counted < 100 {
			t.Errorf("%s has %d rows, %d were counted: %v", list, len(seen), counted, err)
		}
		asked.Most = counted - 1
		var refused *fault.Invalid
		err = exchange.Listing(t.Context(), reader, asked, func(catalog.ListingNames) error { t.Error("it was begun"); return nil }, nil)
		if !errors.As(err, &refused) || refused.Fields[0].Name != "rows" {
			t.Errorf("%s with too many rows: %v", list, err)
		}
	}
}
