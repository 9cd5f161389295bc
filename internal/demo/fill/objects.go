package fill

import (
	"context"
	"fmt"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

func (f *Filler) makeLocations(ctx context.Context, all []demo.Location) error {
	return f.together(ctx, func(w *exchange.ImportWork) error {
		for _, l := range all {
			if err := f.Made.Location(ctx, w.Scope, l.Name, l.Emoji, l.Parent); err != nil {
				return err
			}
		}
		return nil
	})
}

// begin creates a collection and imports the type of its items.
func (f *Filler) begin(ctx context.Context, c demo.Collection) (into furnish.Collection, err error) {
	err = f.together(ctx, func(w *exchange.ImportWork) (err error) {
		into, err = f.Made.Collection(ctx, w.Scope, c.Template, c.CollectionInput)
		return err
	})
	return into, err
}

// makeItems writes a batch, all that is of one kind together.
func (f *Filler) makeItems(ctx context.Context, into furnish.Collection, batch []pictured) error {
	return f.together(ctx, func(w *exchange.ImportWork) error {
		ids, err := f.nameItems(ctx, w, into, batch)
		if err != nil {
			return err
		}
		copies, err := f.makeCopies(ctx, w, batch, ids)
		if err != nil {
			return fmt.Errorf("copies: %w", err)
		}
		if err := f.makeRecords(ctx, w, copies); err != nil {
			return fmt.Errorf("records: %w", err)
		}
		for n := range batch {
			for i := range batch[n].photos {
				if err := f.Made.Photo(ctx, w.Scope, ids[n], &batch[n].photos[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// nameItems makes items, and returns their ids in the order of the batch. What is wished
// for is made one by one, because imports make no wishes together.
func (f *Filler) nameItems(ctx context.Context, w *exchange.ImportWork, into furnish.Collection, batch []pictured) ([]int64, error) {
	ids := make([]int64, len(batch))
	var given []exchange.NewItem
	var owned []int // places in the batch
	for n, p := range batch {
		in := catalog.ItemInput{Name: p.Name, Description: p.Description, CollectionTypeID: &into.Type}
		for _, v := range p.Values {
			in.CustomFields = append(in.CustomFields, into.Value(v.Field, v.JSON))
		}
		err := f.sort(ctx, w.Scope, into.ID, p.Sorting, &in)
		if err == nil && p.Wish != nil {
			ids[n], err = f.Made.Item(ctx, w.Scope, into, in)
		} else if err == nil {
			err = in.Validate()
			given, owned = append(given, exchange.NewItem{CollectionID: into.ID, ItemWrite: &importing.ItemWrite{In: in}}), append(owned, n)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if len(given) == 0 {
		return ids, nil
	}
	made, err := w.MakeItems(ctx, given)
	for i, m := range made {
		ids[owned[i]] = m.ID
		f.Made.Items = append(f.Made.Items, m.ID)
	}
	return ids, err
}

// made is a copy of the demo with its id.
type made struct {
	demo.Copy
	id int64
}

func (f *Filler) makeCopies(ctx context.Context, w *exchange.ImportWork, batch []pictured, ids []int64) (all []made, err error) {
	var given []exchange.NewCopy
	for n, p := range batch {
		for _, c := range p.Copies {
			c.LocationID = f.Made.Place(c.Location)
			if err := c.CopyInput.Validate(); err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			all = append(all, made{Copy: c})
			given = append(given, exchange.NewCopy{ItemID: ids[n], CopyWrite: &importing.CopyWrite{In: &c.CopyInput}})
		}
	}
	if len(given) == 0 {
		return nil, nil
	}
	done, err := w.MakeCopies(ctx, given)
	for i, m := range done {
		all[i].id = m.ID
		f.Made.Copies = append(f.Made.Copies, m.ID)
	}
	return all, err
}
