package fill

import (
	"context"
	"image"
	"runtime"

	"vitrine/internal/aside"
	"vitrine/internal/demo"
	"vitrine/internal/fault"
	"vitrine/internal/files/picture"
	"vitrine/internal/furnish"
)

// Drawing makes a JPEG of one side of a thing, and shows the picture before.
type Drawing func(kind, title string, seed uint64, view int, show func(*image.YCbCr)) []byte

// batch is what is written in one transaction. Its first item is the nth of the demo.
type batch struct {
	demo.Collection
	first bool // of its collection
	nth   int
	items []pictured
}

// pictured is an item of a demo with its photos, which are in the store and not yet
// named.
type pictured struct {
	demo.Item
	photos []furnish.Photo
}

// views is how many photos the nth item has: most one, some up to four.
func (f *Filler) views(nth int) int {
	return min(f.Photos, []int{1, 1, 2, 1, 1, 1, 1, 3, 1, 1, 1, 2, 1, 1, 1, 4, 1, 1, 1, 1}[nth%20])
}

// draw draws the photos of a batch on every processor.
func (f *Filler) draw(ctx context.Context, b *batch) error {
	if f.Attachments == nil || b == nil {
		return nil
	}
	drawing := aside.AtMost(2 * runtime.GOMAXPROCS(0)) // one draws while another waits for the disk
	for i := range b.items {
		drawing.Begin(func() error { return f.drawItem(ctx, b.Template.Slug, &b.items[i], b.nth+i) })
	}
	return drawing.Wait()
}

func (f *Filler) drawItem(ctx context.Context, kind string, p *pictured, nth int) error {
	for view := range f.views(nth) {
		if err := ctx.Err(); err != nil {
			return err
		}
		var size image.Point
		var thumb []byte
		var err error
		content := f.Draw(kind, p.Title(), f.Seed<<32|uint64(nth), view, func(m *image.YCbCr) {
			size = m.Rect.Size()
			thumb, err = picture.Thumbnail(m)
		})
		if err != nil {
			return err
		}
		kept, err := f.Attachments.KeepDrawn(ctx, f.Scope.AccountID, content, size, thumb)
		if err != nil {
			return err
		}
		kept.Filename = kind + ".jpg"
		p.photos = append(p.photos, furnish.Photo{NewPhoto: kept})
	}
	return nil
}

// settle removes what was drawn in vain.
func (f *Filler) settle(ctx context.Context, b *batch, err error) {
	for _, p := range b.items {
		furnish.Settle(ctx, f.Attachments, p.photos, err)
	}
}

// drop removes the photos of a batch that is not written.
func (f *Filler) drop(ctx context.Context, b *batch) {
	if b != nil {
		f.settle(ctx, b, fault.ErrNotFound)
	}
}
