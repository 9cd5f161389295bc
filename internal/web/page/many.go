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

// Pages change many objects like a batch of the API: up to a hundred in one transaction, all or none.
const (
	AtOnce   = 100
	manyTime = 25 * time.Second
)

// RefusedOne is the object that stopped a change of many, and why.
type RefusedOne struct {
	Id int64
	error
}

func (e *RefusedOne) Unwrap() error { return e.error }

// Refuses names the object that an error is about.
func Refuses(id int64, err error) error { return &RefusedOne{id, err} }

// inTurn runs several changes in one transaction. A browser that hangs up does not stop it.
func (v *Visit) inTurn(do func(context.Context, postgres.Scope) error) error {
	MayTake(v, 2*manyTime)
	ctx, end := context.WithTimeout(context.WithoutCancel(v.Context()), manyTime)
	defer end()
	return v.InTurn(ctx, identity.Edit, func(within postgres.Scope) error { return do(ctx, within) })
}

// InParts runs do on many objects, a hundred in each transaction, and returns the results of each
// part, and the objects not reached. do may run again after a conflict.
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

// ChangeEach changes each of many objects, and returns the results. It skips objects that are gone;
// any other refusal is a RefusedOne.
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

// DoneBefore is how many objects the earlier parts of a script's request changed.
func (v *Visit) DoneBefore() int64 {
	n, _ := strconv.ParseInt(v.Text("done"), 10, 64) // 0 without scripts
	return max(0, n)
}

// Part answers one part with the number of objects changed so far, for the script's progress.
func (v *Visit) Part(n int64) error {
	v.Reply = &Reply{http.StatusOK, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, strconv.AppendInt(nil, n, 10)}
	return nil
}
