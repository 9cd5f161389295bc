package fill

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// errThere rolls back a sample of an account that has one.
var errThere = errors.New("the account has a sample")

// Sample writes a small demo in one transaction and marks it, so that it can be
// removed. An account that has a sample keeps that one.
func (f *Filler) Sample(ctx context.Context, d demo.Demo) error {
	drawn := make([][]pictured, len(d.Collections))
	nth := 0
	for i, c := range d.Collections {
		var err error
		if drawn[i], err = f.draw(ctx, c, c.Size, nth); err != nil {
			f.settleAll(ctx, drawn, fault.ErrNotFound)
			return err
		}
		nth += c.Size
	}
	err := f.Scope.Carefully(ctx, identity.Edit, func(s postgres.Scope) error {
		// Records of a copy count as the collector's own, and would keep it; tags and sets
		// would be left behind.
		return (&Filler{Scope: s, Attachments: f.Attachments, Plain: true}).writeSample(ctx, d, drawn)
	})
	if errors.Is(err, errThere) {
		f.settleAll(ctx, drawn, fault.ErrNotFound)
		return nil
	}
	f.settleAll(ctx, drawn, err)
	return err
}

func (f *Filler) settleAll(ctx context.Context, drawn [][]pictured, err error) {
	for _, batch := range drawn {
		f.settle(ctx, batch, err)
	}
}

func (f *Filler) writeSample(ctx context.Context, d demo.Demo, drawn [][]pictured) error {
	err := f.change(ctx, func(w postgres.Writer) error {
		none, err := w.BeginSample(ctx)
		if err == nil && !none {
			err = errThere
		}
		return err
	})
	if err == nil {
		err = f.makeLocations(ctx, d.Locations)
	}
	for i := 0; err == nil && i < len(drawn); i++ {
		var into kept
		if into, err = f.begin(ctx, d.Collections[i]); err == nil {
			err = f.makeItems(ctx, into, drawn[i])
		}
	}
	if err != nil {
		return err
	}
	return f.change(ctx, func(w postgres.Writer) error { return w.MarkSample(ctx, f.Made.marks()) })
}

// change notes what is no change of the catalogue.
func (f *Filler) change(ctx context.Context, do func(postgres.Writer) error) error {
	return postgres.Change(ctx, f.Scope, catalog.CollectionCreated, do)
}

func (m Made) marks() postgres.Marks {
	return postgres.Marks{"location": m.Locations, "collection_type": m.Types, "custom_field": m.Fields, "collection": m.Collections,
		"item": m.Items, "photo": m.Photos, "copy": m.Copies, "insurance_record": m.Records}
}

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
