package attachment

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/aside"
	"vitrine/internal/files"
)

const (
	forgetTime    = 20 * time.Second // after which the rest is left to the sweep
	forgottenOnce = 8                // objects that are deleted at the same time
)

// Forget deletes the objects of an account whose rows are gone. What is left after a
// while, or because the store does not answer, is taken by the sweep.
func (a *Attachments) Forget(ctx context.Context, rows Rows, account int64) {
	if a.store == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, forgetTime)
	defer cancel()
	if err := a.forget(ctx, rows, account); err != nil {
		a.log.Warn("files of a deleted account stay until the sweep", "account", account, "error", err)
	}
}

func (a *Attachments) forget(ctx context.Context, rows Rows, account int64) error {
	if err := a.claim(ctx, rows); err != nil {
		return err
	}
	deleting := aside.AtMost(forgottenOnce)
	var listing error
	for object, err := range a.store.List(ctx, files.Prefix(account)) {
		if err != nil {
			listing = err
			break
		}
		deleting.Begin(func() error { return a.store.Delete(ctx, object.Name) })
	}
	return errors.Join(deleting.Wait(), listing)
}

// Quota is how many bytes an account may store; 0 is as many as there are.
func (a *Attachments) Quota() int64 { return a.quota }
