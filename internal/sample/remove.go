package sample

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
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
			found, err := reader.SampleToRemove(ctx)
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
			left, err = w.ForgetSample(ctx)
			return err
		})
	})
	return left, err
}

func remove(ctx context.Context, s postgres.Scope, o postgres.SampleObject) error {
	switch o.Kind {
	case "item":
		return postgres.Change(ctx, s, catalog.ItemDeleted, func(w postgres.Writer) error { return w.DeleteItemOf(ctx, o.Inside, o.ID) })
	case "collection":
		return postgres.Change(ctx, s, catalog.CollectionDeleted, func(w postgres.Writer) error { return w.DeleteCollection(ctx, o.ID) })
	case "collection_type":
		return postgres.Change(ctx, s, catalog.CollectionTypeDeleted, func(w postgres.Writer) error { return w.DeleteCollectionType(ctx, o.ID) })
	default:
		return postgres.Change(ctx, s, catalog.LocationDeleted, func(w postgres.Writer) error { return w.DeleteLocation(ctx, o.ID) })
	}
}
