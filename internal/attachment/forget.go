package attachment

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/aside"
	"vitrine/internal/files"
)

const (
	forgetTime    = 20 * time.Second // the sweep deletes the rest
	forgottenOnce = 8                // objects deleted at the same time
)

// Forget deletes the objects of an account whose rows are gone. The sweep deletes what is left when
// time is up or the store does not answer.
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

// Quota is how many bytes an account may store; 0 means no limit.
func (a *Attachments) Quota() int64 { return a.quota }
