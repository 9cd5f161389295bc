package fill

import (
	"context"
	"runtime"

	"vitrine/internal/aside"
	"vitrine/internal/demo"
	"vitrine/internal/fault"
	"vitrine/internal/furnish"
)

// Drawing makes a JPEG of one side of a thing.
type Drawing func(kind, title string, seed uint64, view int) []byte

// pictured is an item of a demo with its photos, which are in the store and not yet
// named.
type pictured struct {
	demo.Item
	photos []furnish.Photo
}

// views is how many photos the nth item has: most one, some more.
func (f *Filler) views(nth int) int {
	return min(f.Photos, []int{1, 2, 1, 1, 3, 1, 2, 1, 4, 1}[nth%10])
}

// draw generates the next items of a collection and draws their photos on every
// processor. The first of them is the nth of the demo.
func (f *Filler) draw(ctx context.Context, c demo.Collection, items, nth int) ([]pictured, error) {
	batch := make([]pictured, items)
	for i := range batch {
		batch[i].Item = c.Next()
	}
	if f.Attachments == nil {
		return batch, nil
	}
	drawing := aside.AtMost(2 * runtime.GOMAXPROCS(0)) // one draws while another waits for the disk
	for i := range batch {
		drawing.Begin(func() error { return f.drawItem(ctx, c.Template.Slug, &batch[i], nth+i) })
	}
	err := drawing.Wait()
	if err != nil {
		f.settle(ctx, batch, fault.ErrNotFound)
	}
	return batch, err
}

func (f *Filler) drawItem(ctx context.Context, kind string, p *pictured, nth int) error {
	for view := range f.views(nth) {
		if err := ctx.Err(); err != nil {
			return err
		}
		photo, err := furnish.Keep(ctx, f.Attachments, f.Scope.AccountID, kind+".jpg", f.Draw(kind, p.Title(), f.Seed<<32|uint64(nth), view))
		if err != nil {
			return err
		}
		p.photos = append(p.photos, photo)
	}
	return nil
}

// settle removes what was drawn in vain.
func (f *Filler) settle(ctx context.Context, batch []pictured, err error) {
	for _, p := range batch {
		furnish.Settle(ctx, f.Attachments, p.photos, err)
	}
}
