package page

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// A page changes many things as a batch of the API does: up to a hundred in one
// transaction, all of them or none.
const (
	AtOnce   = 100
	manyTime = 25 * time.Second
)

// RefusedOne is one of many things, and why nothing was done.
type RefusedOne struct {
	Id int64
	error
}

func (e *RefusedOne) Unwrap() error { return e.error }

// inTurn is one transaction of several changes. A browser that hangs up does not end it.
func (v *Visit) inTurn(do func(context.Context, postgres.Scope) error) error {
	MayTake(v, 2*manyTime)
	ctx, end := context.WithTimeout(context.WithoutCancel(v.Context()), manyTime)
	defer end()
	return v.InTurn(ctx, identity.Edit, func(within postgres.Scope) error { return do(ctx, within) })
}

// InParts does something with many things, a hundred in each transaction, and returns
// what came of each part, and the things that it has not come to. What it does may be
// tried again.
func InParts[T any](v *Visit, ids []int64, do func(context.Context, postgres.Scope, []int64) (T, error)) (done []T, rest []int64, err error) {
	rest = ids
	for part := range slices.Chunk(ids, AtOnce) {
		var now T
		err := v.inTurn(func(ctx context.Context, within postgres.Scope) (err error) {
			now, err = do(ctx, within, part)
			return err
		})
		if err != nil {
			return done, rest, err
		}
		done, rest = append(done, now), rest[len(part):]
	}
	return done, nil, nil
}

// ChangeEach makes a change to each of many things, and returns what came of them. What
// is gone meanwhile is left out; whatever else is refused is a refusedOne.
func ChangeEach[T any](v *Visit, action catalog.Action, ids []int64, change func(context.Context, postgres.Writer, int64) (T, error)) ([]T, []int64, error) {
	done, rest, err := InParts(v, ids, func(ctx context.Context, within postgres.Scope, part []int64) (done []T, err error) {
		for i, id := range part {
			within.Operation = new(int64(i))
			var one T
			err := postgres.Change(ctx, within, action, func(w postgres.Writer) (err error) {
				one, err = change(ctx, w, id)
				return err
			})
			switch {
			case ctx.Err() != nil:
				return nil, &fault.Unavailable{After: time.Second, Cause: ctx.Err()}
			case err == nil:
				done = append(done, one)
			case !errors.Is(err, fault.ErrNotFound):
				return nil, &RefusedOne{id, err}
			}
		}
		return done, nil
	})
	return slices.Concat(done...), rest, err
}

// DoneBefore is how many were done by earlier parts of what a script sends in parts.
func (v *Visit) DoneBefore() int64 {
	n, _ := strconv.ParseInt(v.Text("done"), 10, 64) // none without scripts
	return max(0, n)
}

// Part answers a part of many with how many have been changed so far, for the script
// that shows the progress.
func (v *Visit) Part(n int64) error {
	v.Reply = &Reply{http.StatusOK, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, strconv.AppendInt(nil, n, 10)}
	return nil
}
