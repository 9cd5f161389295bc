package fill

import (
	"context"
	"fmt"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

func (f *Filler) makeLocations(ctx context.Context, all []demo.Location) error {
	return f.carefully(ctx, func(s postgres.Scope) error {
		for _, l := range all {
			in := catalog.LocationInput{Name: l.Name, Emoji: l.Emoji, ParentID: f.place(l.Parent)}
			made, err := write(ctx, s, catalog.LocationCreated, &in, func(w postgres.Writer) (catalog.Location, error) { return w.CreateLocation(ctx, in) })
			if err != nil {
				return err
			}
			f.Made.Locations = append(f.Made.Locations, made.ID)
		}
		return nil
	})
}

// place is the id of a demo location.
func (f *Filler) place(n int) *int64 {
	if n == demo.Nowhere {
		return nil
	}
	return &f.Made.Locations[n]
}

// kept is a collection created with its type.
type kept struct {
	collection, kind int64
	fields           map[string]string // ids by name
}

// begin creates a collection and imports the type of its items.
func (f *Filler) begin(ctx context.Context, c demo.Collection) (into kept, err error) {
	err = f.carefully(ctx, func(s postgres.Scope) error {
		document := catalog.Import{JSON: c.Template.JSON, Document: c.Template.Document}
		kind, err := write(ctx, s, catalog.CollectionTypeImported, &document, func(w postgres.Writer) (catalog.CollectionType, error) {
			return w.ImportCollectionType(ctx, *document.Document.Type)
		})
		if err != nil {
			return err
		}
		in := c.CollectionInput
		in.TypeIDs = []int64{kind.ID}
		made, err := write(ctx, s, catalog.CollectionCreated, &in, func(w postgres.Writer) (catalog.Collection, error) { return w.CreateCollection(ctx, in) })
		if err != nil {
			return err
		}
		reader, err := s.View(identity.View)
		if err != nil {
			return err
		}
		fields, err := reader.CustomFields(ctx, kind.ID, catalog.Paging{Number: 1, PerPage: 100})
		into = kept{made.ID, kind.ID, map[string]string{}}
		for _, field := range fields.Items {
			into.fields[field.Name] = strconv.FormatInt(field.ID, 10)
			f.Made.Fields = append(f.Made.Fields, field.ID)
		}
		f.Made.Types, f.Made.Collections = append(f.Made.Types, kind.ID), append(f.Made.Collections, made.ID)
		return err
	})
	return into, err
}

// makeItems writes a batch with its copies and photos.
func (f *Filler) makeItems(ctx context.Context, into kept, batch []pictured) error {
	return f.carefully(ctx, func(s postgres.Scope) error {
		for i := range batch {
			if err := f.makeItem(ctx, s, into, &batch[i]); err != nil {
				return fmt.Errorf("%s: %w", batch[i].Name, err)
			}
		}
		return nil
	})
}

func (f *Filler) makeItem(ctx context.Context, s postgres.Scope, into kept, p *pictured) error {
	in := catalog.ItemInput{Name: p.Name, Description: p.Description, CollectionTypeID: &into.kind}
	for _, v := range p.Values {
		in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: into.fields[v.Field], JSON: v.JSON})
	}
	if err := f.sort(ctx, s, into.collection, p.Sorting, &in); err != nil {
		return err
	}
	made, err := write(ctx, s, catalog.ItemCreated, &in, func(w postgres.Writer) (catalog.Item, error) { return w.CreateItem(ctx, into.collection, in) })
	if err != nil {
		return err
	}
	f.Made.Items = append(f.Made.Items, made.ID)
	for _, owned := range p.Copies {
		if err := f.makeCopy(ctx, s, made.ID, owned); err != nil {
			return fmt.Errorf("a copy: %w", err)
		}
	}
	for i := range p.photos {
		photo := &p.photos[i]
		named, err := write(ctx, s, catalog.ItemPhotoCreated, &photo.PhotoInput, func(w postgres.Writer) (named catalog.Photo, err error) {
			named, photo.object, err = w.CreatePhoto(ctx, made.ID, photo.NewPhoto)
			return named, err
		})
		if err != nil {
			return fmt.Errorf("a photo: %w", err)
		}
		f.Made.Photos = append(f.Made.Photos, named.ID)
	}
	return nil
}

func (f *Filler) makeCopy(ctx context.Context, s postgres.Scope, item int64, owned demo.Copy) error {
	in := owned.CopyInput
	in.LocationID = f.place(owned.Location)
	made, err := write(ctx, s, catalog.CopyCreated, &in, func(w postgres.Writer) (catalog.Copy, error) { return w.CreateCopy(ctx, item, in) })
	if err != nil {
		return err
	}
	f.Made.Copies = append(f.Made.Copies, made.ID)
	for _, r := range owned.Records {
		record, err := write(ctx, s, catalog.InsuranceRecordCreated, &r, func(w postgres.Writer) (catalog.InsuranceRecord, error) {
			return w.CreateInsuranceRecord(ctx, made.ID, r)
		})
		if err != nil {
			return err
		}
		f.Made.Records = append(f.Made.Records, record.ID)
	}
	if f.Plain {
		return nil
	}
	return makeHistory(ctx, s, made.ID, owned.History)
}
