// Package attachment joins the store of bytes with the rows that name them. Bytes are received,
// checked and stored before a change may name them. The sweep deletes objects that no row names. It
// knows neither HTTP nor SQL.
package attachment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/singleflight"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/files/picture"
)

// Attachments are the photos and documents of all accounts.
type Attachments struct {
	store  files.Store // nil if the installation keeps no files
	seen   *files.Observed
	quota  int64
	helper *picture.Helper
	budget *picture.Budget
	log    *slog.Logger

	rendering singleflight.Group // so that a page of many readers makes a rendition once
	recent    recent
}

// Options are an operator's choices.
type Options struct {
	Store  files.Store     // nil keeps no files
	Quota  int64           // bytes that an account may use; 0 means no limit
	Helper *picture.Helper // reads HEIC and AVIF; nil refuses them
}

func New(o Options, log *slog.Logger) *Attachments {
	a := &Attachments{quota: o.Quota, helper: o.Helper, budget: picture.NewBudget(), log: log}
	if o.Store != nil {
		a.seen = files.Observe(o.Store)
		a.store = a.seen
	}
	return a
}

// Observed counts the operations of the store; nil without a store.
func (a *Attachments) Observed() *files.Observed { return a.seen }

// errNone refuses files where there is no store.
var errNone = fault.On("file", "This installation keeps no files. Its operator can change that with VITRINE_FILES.")

// Waiting is the number of pictures that are being read or waiting for it.
func (a *Attachments) Waiting() int64 { return a.budget.Waiting() }

// sizes are the renditions by name.
var sizes = map[string]picture.Size{picture.Thumb.Name: picture.Thumb, picture.Medium.Name: picture.Medium, picture.Large.Name: picture.Large}

// IsRendition reports whether a size is smaller than the original.
func IsRendition(size string) bool { _, ok := sizes[size]; return ok }

func renditionName(object, size string) string { return object + "." + size }

// failed turns an error of the store or of pictures into one for the caller.
func failed(err error) error {
	var refused picture.Refused
	var invalid *fault.Invalid
	var down *fault.Unavailable
	switch {
	case err == nil, errors.As(err, &invalid), errors.As(err, &down):
		return err
	case errors.As(err, &refused):
		return fault.On("file", string(refused))
	case errors.Is(err, picture.ErrBusy):
		return &fault.Unavailable{After: time.Second, Cause: err}
	}
	return &fault.Unavailable{After: 5 * time.Second, Cause: err}
}

// Ready reports whether there is a store.
func (a *Attachments) Ready() bool { return a.store != nil }

// Settle removes an object that no row names, because the change was refused or the account has the
// same bytes under another name. If the store has lost those, it restores them. If it is unknown
// whether the change was committed, the object stays for the sweep to decide.
func (a *Attachments) Settle(ctx context.Context, stored catalog.Stored, named string, err error) {
	var invalid *fault.Invalid
	refused := errors.Is(err, fault.ErrNotFound) || errors.As(err, &invalid)
	if stored.Object == "" || stored.Object == named || err != nil && !refused {
		return
	}
	ctx = context.WithoutCancel(ctx)
	if err == nil && named != "" {
		if err := a.bringBack(ctx, stored, named); err != nil {
			a.log.Error("it is not certain that the bytes of a photo or document are there", "object", named, "error", err)
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := a.remove(ctx, stored.Object); err != nil {
		a.log.Warn("an object stored in vain stays until the sweep", "object", stored.Object, "error", err)
	}
}

// bringBack stores bytes again under the name that a row has for them, if the store lost them.
func (a *Attachments) bringBack(ctx context.Context, stored catalog.Stored, named string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if _, err := a.store.Stat(ctx, named); !errors.Is(err, files.ErrAbsent) {
		return err
	}
	from, err := a.store.Get(ctx, stored.Object, 0, -1)
	if err != nil {
		return err
	}
	err = a.store.Put(ctx, named, from, stored.Size, stored.Sum)
	if err == nil {
		a.log.Warn("an upload brought back bytes that the store had lost", "object", named)
	}
	return errors.Join(err, from.Close())
}

// remove deletes an object with its renditions.
func (a *Attachments) remove(ctx context.Context, object string) error {
	var errs []error
	for size := range sizes {
		errs = append(errs, a.store.Delete(ctx, renditionName(object, size)))
	}
	return errors.Join(append(errs, a.store.Delete(ctx, object))...)
}
