// Package fill writes a demo into an account as the API does, so that every rule,
// total and log entry holds.
package fill

import (
	"context"
	"fmt"
	"iter"

	"vitrine/internal/aside"
	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/people"
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
	into        furnish.Collection // that is being filled
}

// Fill writes a demo of any size in batches. What was written before an error stays.
func (f *Filler) Fill(ctx context.Context, d demo.Demo) error {
	if err := f.reckonInEuros(ctx); err != nil {
		return err
	}
	if err := f.makeLocations(ctx, d.Locations); err != nil {
		return err
	}
	return f.fillCollections(ctx, d.Collections)
}

// fillCollections writes one batch while the photos of the next are drawn: PostgreSQL
// works on one processor.
func (f *Filler) fillCollections(ctx context.Context, all []demo.Collection) error {
	next, stop := iter.Pull(batches(all))
	defer stop()
	var drawn *batch
	for {
		following, more := next()
		if !more {
			following = nil
		}
		err := aside.All(func() error { return f.write(ctx, drawn) }, func() error { return f.draw(ctx, following) })
		if err != nil {
			f.drop(ctx, following)
			return err
		}
		if !more {
			return nil
		}
		drawn = following
	}
}

// batches generates the items of collections.
func batches(all []demo.Collection) iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		nth := 0
		for _, c := range all {
			for done := 0; done < c.Size; done += itemsAtOnce {
				b := &batch{Collection: c, first: done == 0, nth: nth, items: make([]pictured, min(itemsAtOnce, c.Size-done))}
				for i := range b.items {
					b.items[i].Item = c.Next()
				}
				nth += len(b.items)
				if !yield(b) {
					return
				}
			}
		}
	}
}

// reckonInEuros gives the account the currency of all that is in the demo, so that sums
// need no exchange rates.
func (f *Filler) reckonInEuros(ctx context.Context) error {
	reader, err := f.Scope.View(identity.View)
	if err != nil {
		return err
	}
	a, err := people.Account(ctx, reader)
	if err != nil {
		return err
	}
	in := catalog.AccountInput{Name: a.Name, CurrencyCode: new("EUR")}
	if err := in.Validate(); err != nil {
		return err
	}
	return postgres.Change(ctx, f.Scope, catalog.AccountUpdated, func(m postgres.Manager) error {
		_, err := people.UpdateAccount(ctx, m, in)
		return err
	})
}

// write writes a batch that is drawn, and begins its collection with the first.
func (f *Filler) write(ctx context.Context, b *batch) (err error) {
	if b == nil {
		return nil
	}
	if err = ctx.Err(); err == nil && b.first { // a batch that has begun is finished
		f.into, err = f.begin(ctx, b.Collection)
	}
	if err != nil {
		f.drop(ctx, b)
		return err
	}
	err = f.makeItems(ctx, f.into, b.items)
	f.settle(ctx, b, err)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Name, err)
	}
	f.Step(len(b.items))
	return nil
}

// together makes several objects in one transaction. It may be retried.
func (f *Filler) together(ctx context.Context, do func(*exchange.ImportWork) error) error {
	before, sorted := f.Made, f.sorted
	again := func() { f.Made, f.sorted = before, sorted.clone() }
	err := exchange.MakeTogether(ctx, f.Scope, func(w *exchange.ImportWork) error {
		again()
		return do(w)
	})
	if err != nil {
		again()
	}
	return err
}
