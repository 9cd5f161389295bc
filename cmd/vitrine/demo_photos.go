package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"sync"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// pictured is an item of the demo that was made.
type pictured struct {
	demo.Item
	id   int64
	nth  uint64 // in the demo
	kind string // of its drawings
}

// views is how many photos an item has: most one, some up to four.
func (p pictured) views() int { return []int{1, 2, 1, 1, 3, 1, 2, 1, 4, 1}[p.nth%10] }

// title is the name and what else the drawing may show.
func (p pictured) title() string {
	lines := []string{p.Name}
	for _, v := range p.Values {
		var text string
		if json.Unmarshal(v.JSON, &text) == nil {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// drawn is a photo that is in the store and not yet named.
type drawn struct {
	item int64
	catalog.NewPhoto
}

// addPhotos draws the photos of a batch on every processor, stores them, and names
// them in one transaction.
func (f *filler) addPhotos(ctx context.Context, batch []pictured) error {
	if f.attachments == nil {
		return nil
	}
	made := make([][]drawn, len(batch))
	errs := make([]error, len(batch))
	work := make(chan int)
	var all sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) { // one draws while another waits for the disk
		all.Go(func() {
			for i := range work {
				made[i], errs[i] = f.draw(ctx, batch[i])
			}
		})
	}
	for i := range batch {
		work <- i
	}
	close(work)
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, of := range made {
		f.photos += len(of)
	}
	return f.db.Scope(postgres.ByOperator(f.actor)).Carefully(ctx, identity.Edit, func(c postgres.Scope) error {
		for _, of := range made {
			for _, p := range of {
				_, err := write(ctx, c, catalog.ItemPhotoCreated, &p.PhotoInput, func(w postgres.Writer) (catalog.Photo, error) {
					photo, _, err := w.CreatePhoto(ctx, p.item, p.NewPhoto)
					return photo, err
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (f *filler) draw(ctx context.Context, p pictured) (all []drawn, err error) {
	for view := range p.views() {
		received, err := attachment.Receive(bytes.NewReader(art.Draw(p.kind, p.title(), f.seed<<32|p.nth, view)), attachment.MaxPhoto)
		if err != nil {
			return all, err
		}
		photo, err := f.attachments.KeepPhoto(ctx, f.actor.AccountID, received, "strip")
		received.Close()
		if err != nil {
			return all, err
		}
		photo.Filename = p.kind + ".jpg"
		all = append(all, drawn{p.id, photo})
	}
	return all, nil
}
