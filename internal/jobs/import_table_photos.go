package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/own"
)

// photoFiles are the files beside a table, with the hashes of those that are pictures.
func photoFiles(ctx context.Context, table *tabular.Table) (files []importing.PhotoFile, err error) {
	for _, p := range table.Photos.All {
		f := importing.PhotoFile{Name: p.Name}
		received, err := receive(ctx, p)
		switch {
		case errors.Is(err, attachment.ErrTooLarge):
		case err != nil:
			return nil, err
		default:
			if received.IsPicture() {
				f.SHA256 = fmt.Sprintf("%x", received.Sum)
			}
			received.Close()
		}
		files = append(files, f)
	}
	return files, nil
}

func receive(ctx context.Context, p tabular.Photo) (*attachment.Received, error) {
	from, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return attachment.Receive(ctx, from, attachment.MaxPhoto)
}

// album stores the photos of a chunk before it is written.
type album struct {
	*run
	table  *tabular.Table // once it is open
	close  []func()
	stored map[string]catalog.NewPhoto // by name, of the chunk
	named  map[string]string           // the objects that rows name, by the same
}

func (a *album) end() {
	for _, end := range a.close {
		end()
	}
}

// next stores what the rows of the next chunk name.
func (a *album) next(ctx context.Context) error {
	var names []string
	var place string
	err := a.in(ctx, importing.Applying, func(w *exchange.ImportWork) (err error) {
		lists, err := w.NextPhotos(ctx, importing.ChunkRows)
		for _, list := range lists {
			names = append(names, own.SplitList(list)...)
		}
		if err != nil || len(names) == 0 {
			return err
		}
		place, err = w.PhotoPlace(ctx)
		return err
	})
	a.stored, a.named = map[string]catalog.NewPhoto{}, map[string]string{}
	if err != nil || len(names) == 0 {
		return err
	}
	if err := a.openTable(ctx); err != nil {
		return err
	}
	for _, name := range names {
		found, ok := a.table.Photos.Find(name)
		if _, has := a.stored[name]; has || !ok {
			continue
		}
		made, err := a.keep(ctx, found, place)
		var refused *fault.Invalid
		if errors.As(err, &refused) {
			continue // its row is a conflict
		}
		if err != nil {
			return err
		}
		a.stored[name] = made
	}
	return nil
}

func (a *album) keep(ctx context.Context, p tabular.Photo, place string) (catalog.NewPhoto, error) {
	received, err := receive(ctx, p)
	if err != nil {
		return catalog.NewPhoto{}, err
	}
	defer received.Close()
	made, err := a.Files.KeepPhoto(ctx, a.who.AccountID, received, place)
	made.Filename = path.Base(p.Name)
	return made, err
}

// openTable reads the file again.
func (a *album) openTable(ctx context.Context) error {
	if a.table != nil {
		return nil
	}
	var imp importing.Import
	err := a.in(ctx, importing.Applying, func(w *exchange.ImportWork) error { imp = w.Import; return nil })
	if err != nil {
		return err
	}
	file, size, done, err := a.run.open(ctx)
	if err != nil {
		return err
	}
	a.close = append(a.close, done)
	if a.table, err = tabular.Open(file, size, imp.ReadAs()); err != nil {
		return err
	}
	a.close = append([]func(){a.table.Close}, a.close...)
	for { // pictures inside a file are known when it is read
		if _, err := a.table.Next(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// settle removes what was stored in vain.
func (a *album) settle(ctx context.Context, err error) {
	for name, made := range a.stored {
		given := err
		if err == nil && a.named[name] == "" {
			given = fault.ErrNotFound
		}
		a.Files.Settle(ctx, made.Stored, a.named[name], given)
	}
	a.stored = nil
}
