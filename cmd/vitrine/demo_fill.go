package main

import (
	"context"
	"fmt"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// itemsAtOnce is how many items, with their contents, are committed together:
// waiting for the disk after each would take most of the time.
const itemsAtOnce = 50

// filler writes a demo into an account and counts it.
type filler struct {
	db          *postgres.DB
	attachments *attachment.Attachments // nil draws no photos
	actor       identity.Actor
	bar         *progress
	seed        uint64

	locations                                   []int64 // ids, in the order of the demo
	collections, items, photos, copies, records int
}

type validated interface{ Validate() error }

// write creates one object within a larger change, by the rules that apply to
// requests.
func write[T any](ctx context.Context, c postgres.Scope, action catalog.Action, in validated, make func(postgres.Writer) (T, error)) (made T, err error) {
	if err := in.Validate(); err != nil {
		return made, err
	}
	err = postgres.Change(ctx, c, action, func(w postgres.Writer) (err error) {
		made, err = make(w)
		return err
	})
	return made, err
}

func (f *filler) fill(ctx context.Context, d demo.Demo) error {
	if err := f.makeLocations(ctx, d.Locations); err != nil {
		return err
	}
	for _, c := range d.Collections {
		if err := f.makeCollection(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

func (f *filler) makeLocations(ctx context.Context, all []demo.Location) error {
	return f.db.Scope(postgres.ByOperator(f.actor)).Carefully(ctx, identity.Edit, func(c postgres.Scope) error {
		f.locations = nil
		for _, l := range all {
			in := catalog.LocationInput{Name: l.Name, Emoji: l.Emoji, ParentID: f.place(l.Parent)}
			made, err := write(ctx, c, catalog.LocationCreated, &in, func(w postgres.Writer) (catalog.Location, error) { return w.CreateLocation(ctx, in) })
			if err != nil {
				return err
			}
			f.locations = append(f.locations, made.ID)
		}
		return nil
	})
}

// place is the id of a demo location.
func (f *filler) place(n int) *int64 {
	if n == demo.Nowhere {
		return nil
	}
	return &f.locations[n]
}

// kept is a collection created with its type.
type kept struct {
	collection, kind int64
	fields           map[string]string // ids by name
}

func (f *filler) makeCollection(ctx context.Context, c demo.Collection) error {
	into, err := f.begin(ctx, c)
	if err != nil {
		return err
	}
	f.collections++
	for left := c.Size; left > 0; left -= itemsAtOnce {
		if err := ctx.Err(); err != nil { // a batch that has begun is finished
			return err
		}
		batch := make([]demo.Item, min(left, itemsAtOnce))
		for i := range batch {
			batch[i] = c.Next()
		}
		made, err := f.makeItems(ctx, into, batch)
		if err != nil {
			return err
		}
		for i := range made {
			made[i].kind = c.Template.Slug
		}
		if err := f.addPhotos(ctx, made); err != nil {
			return fmt.Errorf("photos: %w", err)
		}
		f.bar.step(len(batch))
	}
	return nil
}

// begin creates a collection and imports the type of its items.
func (f *filler) begin(ctx context.Context, c demo.Collection) (into kept, err error) {
	err = f.db.Scope(postgres.ByOperator(f.actor)).Carefully(ctx, identity.Edit, func(change postgres.Scope) error {
		document := catalog.Import{JSON: c.Template.JSON, Document: c.Template.Document}
		kind, err := write(ctx, change, catalog.CollectionTypeImported, &document, func(w postgres.Writer) (catalog.CollectionType, error) {
			return w.ImportCollectionType(ctx, *document.Document.Type)
		})
		if err != nil {
			return err
		}
		in := c.CollectionInput
		in.TypeIDs = []int64{kind.ID}
		made, err := write(ctx, change, catalog.CollectionCreated, &in, func(w postgres.Writer) (catalog.Collection, error) { return w.CreateCollection(ctx, in) })
		if err != nil {
			return err
		}
		reader, err := change.View(identity.View)
		if err != nil {
			return err
		}
		fields, err := reader.CustomFields(ctx, kind.ID, catalog.Paging{Number: 1, PerPage: 100})
		into = kept{made.ID, kind.ID, map[string]string{}}
		for _, field := range fields.Items {
			into.fields[field.Name] = strconv.FormatInt(field.ID, 10)
		}
		return err
	})
	return into, err
}

func (f *filler) makeItems(ctx context.Context, into kept, batch []demo.Item) (all []pictured, err error) {
	var copies, records int
	err = f.db.Scope(postgres.ByOperator(f.actor)).Carefully(ctx, identity.Edit, func(c postgres.Scope) error {
		copies, records, all = 0, 0, nil // it may be retried
		for _, i := range batch {
			in := catalog.ItemInput{Name: i.Name, Description: i.Description, CollectionTypeID: &into.kind}
			for _, v := range i.Values {
				in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: into.fields[v.Field], JSON: v.JSON})
			}
			made, err := write(ctx, c, catalog.ItemCreated, &in, func(w postgres.Writer) (catalog.Item, error) { return w.CreateItem(ctx, into.collection, in) })
			if err != nil {
				return fmt.Errorf("%s: %w", i.Name, err)
			}
			all = append(all, pictured{Item: i, id: made.ID, nth: uint64(f.items + len(all))})
			for _, owned := range i.Copies {
				if err := f.makeCopy(ctx, c, made.ID, owned); err != nil {
					return fmt.Errorf("a copy of %s: %w", i.Name, err)
				}
				copies, records = copies+1, records+len(owned.Records)
			}
		}
		return nil
	})
	if err == nil {
		f.items, f.copies, f.records = f.items+len(batch), f.copies+copies, f.records+records
	}
	return all, err
}

func (f *filler) makeCopy(ctx context.Context, c postgres.Scope, item int64, owned demo.Copy) error {
	in := owned.CopyInput
	in.LocationID = f.place(owned.Location)
	made, err := write(ctx, c, catalog.CopyCreated, &in, func(w postgres.Writer) (catalog.Copy, error) { return w.CreateCopy(ctx, item, in) })
	if err != nil {
		return err
	}
	for _, r := range owned.Records {
		_, err := write(ctx, c, catalog.InsuranceRecordCreated, &r, func(w postgres.Writer) (catalog.InsuranceRecord, error) {
			return w.CreateInsuranceRecord(ctx, made.ID, r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
