package sample

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"vitrine/internal/aside"
	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/furnish"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// errThere rolls back a sample of an account that has one.
var errThere = errors.New("the account has a sample")

// Filler writes a sample.
type Filler struct {
	Scope       postgres.Scope
	Attachments *attachment.Attachments // nil is without photos
	Name        func(key string) string // of collections and locations, in the language of the user
	photos      [][]furnish.Photo       // of each item
}

// Fill writes the sample in one transaction and marks it, so that it can be removed. An
// account that has a sample keeps that one.
func (f *Filler) Fill(ctx context.Context, today time.Time) error {
	d, err := read(today)
	if err != nil {
		return err
	}
	if err := f.keepPhotos(ctx, d); err != nil {
		f.settle(ctx, fault.ErrNotFound)
		return err
	}
	err = f.Scope.Carefully(ctx, identity.Edit, func(s postgres.Scope) error { return f.write(ctx, s, d) })
	if errors.Is(err, errThere) {
		f.settle(ctx, fault.ErrNotFound)
		return nil
	}
	f.settle(ctx, err)
	return err
}

// keepPhotos puts the photos into the store.
func (f *Filler) keepPhotos(ctx context.Context, d Document) error {
	if f.Attachments == nil {
		return nil
	}
	items := 0
	for _, c := range d.Collections {
		items += len(c.Items)
	}
	f.photos = make([][]furnish.Photo, items)        // does not grow: those that are begun write into it
	group := aside.AtMost(2 * runtime.GOMAXPROCS(0)) // one is looked at while another waits for the disk
	next := 0
	for _, c := range d.Collections {
		for _, i := range c.Items {
			of := &f.photos[next]
			next++
			group.Begin(func() error {
				for _, name := range i.Photos {
					content, err := content.ReadFile("photos/" + name)
					if err != nil {
						return err
					}
					photo, err := furnish.Keep(ctx, f.Attachments, f.Scope.AccountID, c.Template+".jpg", content)
					if err != nil {
						return err
					}
					*of = append(*of, photo)
				}
				return nil
			})
		}
	}
	return group.Wait()
}

func (f *Filler) settle(ctx context.Context, err error) {
	for _, photos := range f.photos {
		furnish.Settle(ctx, f.Attachments, photos, err)
	}
}

func (f *Filler) write(ctx context.Context, s postgres.Scope, d Document) error {
	err := change(ctx, s, func(w postgres.Writer) error {
		none, err := inventory.BeginSample(ctx, w)
		if err == nil && !none {
			err = errThere
		}
		return err
	})
	if err != nil {
		return err
	}
	var made furnish.Made
	for _, l := range d.Locations {
		if err := made.Location(ctx, s, f.Name("sample.place."+l.Name), l.Emoji, l.Parent); err != nil {
			return err
		}
	}
	for _, c := range d.Collections {
		in := catalog.CollectionInput{Name: f.Name("first.kind." + c.Template), Description: new(f.Name("sample.title")), Emoji: c.Emoji, Visibility: "private", Currency: new("EUR")}
		into, err := made.Collection(ctx, s, template(c.Template), in)
		if err != nil {
			return err
		}
		for _, i := range c.Items {
			if err := f.item(ctx, s, &made, into, i); err != nil {
				return fmt.Errorf("%s: %w", i.Name, err)
			}
		}
	}
	return change(ctx, s, func(w postgres.Writer) error { return inventory.MarkSample(ctx, w, marks(made)) })
}

// item writes an item with its copies and photos.
func (f *Filler) item(ctx context.Context, s postgres.Scope, made *furnish.Made, into furnish.Collection, i Item) error {
	in := catalog.ItemInput{Name: i.Name, Description: i.Description}
	for _, v := range i.Values {
		in.CustomFields = append(in.CustomFields, into.Value(v.Field, v.JSON))
	}
	nth := len(made.Items)
	id, err := made.Item(ctx, s, into, in)
	if err != nil {
		return err
	}
	for _, owned := range i.Copies {
		of, err := made.Copy(ctx, s, id, owned.CopyInput, owned.Location, owned.Records)
		if err != nil {
			return err
		}
		if err := furnish.Worth(ctx, s, of, owned.Transactions, owned.Valuations); err != nil {
			return err
		}
	}
	if f.photos == nil {
		return nil
	}
	for n := range f.photos[nth] {
		if err := made.Photo(ctx, s, id, &f.photos[nth][n]); err != nil {
			return err
		}
	}
	return nil
}

// change notes what is no change of the catalogue.
func change(ctx context.Context, s postgres.Scope, do func(postgres.Writer) error) error {
	return postgres.Change(ctx, s, catalog.CollectionCreated, do)
}

func marks(m furnish.Made) inventory.Marks {
	return inventory.Marks{"location": m.Locations, "collection_type": m.Types, "custom_field": m.Fields, "collection": m.Collections,
		"item": m.Items, "photo": m.Photos, "copy": m.Copies, "insurance_record": m.Records}
}
