package fill

import (
	"context"
	"fmt"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/postgres"
)

func (f *Filler) makeLocations(ctx context.Context, all []demo.Location) error {
	return f.carefully(ctx, func(s postgres.Scope) error {
		for _, l := range all {
			if err := f.Made.Location(ctx, s, l.Name, l.Emoji, l.Parent); err != nil {
				return err
			}
		}
		return nil
	})
}

// begin creates a collection and imports the type of its items.
func (f *Filler) begin(ctx context.Context, c demo.Collection) (into furnish.Collection, err error) {
	err = f.carefully(ctx, func(s postgres.Scope) (err error) {
		into, err = f.Made.Collection(ctx, s, c.Template, c.CollectionInput)
		return err
	})
	return into, err
}

// makeItems writes a batch with its copies and photos.
func (f *Filler) makeItems(ctx context.Context, into furnish.Collection, batch []pictured) error {
	return f.carefully(ctx, func(s postgres.Scope) error {
		for i := range batch {
			if err := f.makeItem(ctx, s, into, &batch[i]); err != nil {
				return fmt.Errorf("%s: %w", batch[i].Name, err)
			}
		}
		return nil
	})
}

func (f *Filler) makeItem(ctx context.Context, s postgres.Scope, into furnish.Collection, p *pictured) error {
	in := catalog.ItemInput{Name: p.Name, Description: p.Description}
	for _, v := range p.Values {
		in.CustomFields = append(in.CustomFields, into.Value(v.Field, v.JSON))
	}
	if err := f.sort(ctx, s, into.ID, p.Sorting, &in); err != nil {
		return err
	}
	id, err := f.Made.Item(ctx, s, into, in)
	if err != nil {
		return err
	}
	for _, owned := range p.Copies {
		made, err := f.Made.Copy(ctx, s, id, owned.CopyInput, owned.Location, owned.Records)
		if err != nil {
			return err
		}
		if err := makeHistory(ctx, s, made, owned.History); err != nil {
			return err
		}
	}
	for i := range p.photos {
		if err := f.Made.Photo(ctx, s, id, &p.photos[i]); err != nil {
			return err
		}
	}
	return nil
}
