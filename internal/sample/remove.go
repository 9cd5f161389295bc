package sample

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// Remove deletes a sample, all or nothing. What somebody put something of their own
// into stays, and is their own from then on: left is how much of it there is.
func Remove(ctx context.Context, scope postgres.Scope) (left int64, err error) {
	err = scope.Carefully(ctx, identity.Edit, func(s postgres.Scope) error {
		for {
			reader, err := s.View(identity.Edit)
			if err != nil {
				return err
			}
			found, err := inventory.SampleToRemove(ctx, reader)
			if err != nil {
				return err
			}
			if len(found) == 0 {
				break
			}
			for _, o := range found {
				if err := remove(ctx, s, o); err != nil {
					return err
				}
			}
		}
		return postgres.Change(ctx, s, catalog.CollectionDeleted, func(w postgres.Writer) (err error) {
			left, err = inventory.ForgetSample(ctx, w)
			return err
		})
	})
	return left, err
}

func remove(ctx context.Context, s postgres.Scope, o inventory.SampleObject) error {
	switch o.Kind {
	case "item":
		return postgres.Change(ctx, s, catalog.ItemDeleted, func(w postgres.Writer) error { return inventory.DeleteItemOf(ctx, w, o.Inside, o.ID) })
	case "collection":
		return postgres.Change(ctx, s, catalog.CollectionDeleted, func(w postgres.Writer) error { return inventory.DeleteCollection(ctx, w, o.ID) })
	case "collection_type":
		return postgres.Change(ctx, s, catalog.CollectionTypeDeleted, func(w postgres.Writer) error { return inventory.DeleteCollectionType(ctx, w, o.ID) })
	default:
		return postgres.Change(ctx, s, catalog.LocationDeleted, func(w postgres.Writer) error { return inventory.DeleteLocation(ctx, w, o.ID) })
	}
}
