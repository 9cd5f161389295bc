// Package fill writes a demo into an account as the API does, so that every rule,
// total and log entry holds.
package fill

import (
	"context"
	"fmt"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// itemsAtOnce is how many items, with their contents, are committed together:
// waiting for the disk after each would take most of the time.
const itemsAtOnce = 50

// Filler writes a demo into the account of a scope and notes what it made.
type Filler struct {
	Scope       postgres.Scope
	Attachments *attachment.Attachments // nil draws no photos
	Draw        Drawing
	Photos      int // most of an item
	Seed        uint64
	Step        func(items int) // after each batch
	Made        furnish.Made
	sorted      sorted
}

// Fill writes a demo of any size in batches. What was written before an error stays.
func (f *Filler) Fill(ctx context.Context, d demo.Demo) error {
	if err := f.reckonInEuros(ctx); err != nil {
		return err
	}
	if err := f.makeLocations(ctx, d.Locations); err != nil {
		return err
	}
	for _, c := range d.Collections {
		if err := f.fillCollection(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// reckonInEuros gives the account the currency of all that is in the demo, so that sums
// need no exchange rates.
func (f *Filler) reckonInEuros(ctx context.Context) error {
	reader, err := f.Scope.View(identity.View)
	if err != nil {
		return err
	}
	a, err := reader.Account(ctx)
	if err != nil {
		return err
	}
	in := catalog.AccountInput{Name: a.Name, CurrencyCode: new("EUR")}
	if err := in.Validate(); err != nil {
		return err
	}
	return postgres.Change(ctx, f.Scope, catalog.AccountUpdated, func(m postgres.Manager) error {
		_, err := m.UpdateAccount(ctx, in)
		return err
	})
}

func (f *Filler) fillCollection(ctx context.Context, c demo.Collection) error {
	into, err := f.begin(ctx, c)
	if err != nil {
		return err
	}
	for left := c.Size; left > 0; left -= itemsAtOnce {
		if err := ctx.Err(); err != nil { // a batch that has begun is finished
			return err
		}
		batch, err := f.draw(ctx, c, min(left, itemsAtOnce), len(f.Made.Items))
		if err != nil {
			return fmt.Errorf("photos: %w", err)
		}
		err = f.makeItems(ctx, into, batch)
		f.settle(ctx, batch, err)
		if err != nil {
			return err
		}
		f.Step(len(batch))
	}
	return nil
}

// carefully makes several objects together. It may be retried.
func (f *Filler) carefully(ctx context.Context, do func(postgres.Scope) error) error {
	before, sorted := f.Made, f.sorted
	again := func() { f.Made, f.sorted = before, sorted.clone() }
	err := f.Scope.Carefully(ctx, identity.Edit, func(s postgres.Scope) error {
		again()
		return do(s)
	})
	if err != nil {
		again()
	}
	return err
}
