package engine_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Photos requested at once by one key are looked up together: each request gets its own photo or 404,
// and requests after the key was revoked are refused, whatever is running.
func TestPhotosAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	db, conn := opened(t)
	actor, hash := guest(t, db)
	pictured(t, conn, actor.AccountID)
	ask := func(n int64) error {
		access := engine.ByToken(hash, actor)
		reader, err := db.Scope(access).View(identity.View)
		if err != nil {
			return err
		}
		found, err := inventory.PhotoContent(t.Context(), reader, n, n)
		switch {
		case n > 40 && errors.Is(err, fault.ErrNotFound) && access.Confirmed(identity.View):
			return nil
		case err == nil && (found.Object != fmt.Sprint("object ", n) || !access.Confirmed(identity.View)):
			return fmt.Errorf("photo %d is %+v, confirmed %v", n, found, access.Confirmed(identity.View))
		}
		return err
	}
	together := func(times int) {
		var all sync.WaitGroup
		for n := range times {
			all.Go(func() {
				if err := ask(int64(n%44 + 1)); err != nil {
					t.Errorf("photo %d: %v", n%44+1, err)
				}
			})
		}
		all.Wait()
	}
	together(1)
	together(500)

	var revoked atomic.Bool
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for n := range 50 {
				before := revoked.Load()
				err := ask(int64((i+n)%40 + 1))
				if before && !errors.Is(err, engine.ErrRefused) || err != nil && !errors.Is(err, engine.ErrRefused) {
					t.Errorf("after the key was revoked: %v", err)
				}
			}
		})
	}
	if _, err := conn.Exec(t.Context(), `delete from api_keys where account_id = $1`, actor.AccountID); err != nil {
		t.Error(err)
	}
	revoked.Store(true)
	all.Wait()
}
