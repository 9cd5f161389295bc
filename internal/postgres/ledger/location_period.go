package ledger

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

var stays = recordsOf(`location_history`, engine.Resource[catalog.Stay]{
	Table:   engine.Table{Name: `location_history`},
	Columns: `id, uuid::text, copy_id, location_id, location_name, moved_at, moved_out_at, reason, note, created_at, updated_at`,
	Order:   engine.Sorting{{SQL: `moved_at`, Kind: engine.Day, Down: true}, {SQL: `id`, Down: true}},
	Entry:   engine.Entry{`location_name`},
	Audited: engine.Audited{`location_id`, `location_name`, `moved_at`, `moved_out_at`, `reason`, `note`},
})

func Stays(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.Stay], error) {
	return stays.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func Stay(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.Stay, error) {
	return stays.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

// openStay is the present stay of the copy.
func openStay(ctx context.Context, r engine.Reader, copyID int64) (catalog.Stay, error) {
	return engine.One[catalog.Stay](ctx, engine.InCopy(r, copyID), stays.Query(`account_id = $1 and copy_id = $2 and moved_out_at is null`), r.AccountID(), copyID)
}

// NewStay is a stay, and whether it is new.
type NewStay struct {
	catalog.Stay
	Made bool
}

// CreateStay moves the copy, or adds a past stay. A move to the present location changes nothing; one
// to no location ends the stay.
func CreateStay(ctx context.Context, w engine.Writer, copyID int64, in catalog.StayInput) (NewStay, error) {
	inventory.HoldPlace(w.Edit, in.LocationID)
	switch {
	case in.MovedOutAt != nil && in.LocationID == nil:
		return NewStay{}, engine.Broken["location_history_location_fkey"]
	case in.MovedOutAt != nil:
		engine.NamedAs(w.Edit, catalog.LocationHistoryCreated)
		done, err := createRecord(ctx, stays, w.Edit, copyID, addStay, stayArgs(in))
		return NewStay{done, true}, err
	case in.LocationID == nil:
		return leave(ctx, w, copyID, in)
	}
	hold(w.Edit, copyID)
	engine.First(w.Edit, `
		update location_history set moved_out_at = $3, updated_at = now()
		where account_id = $1 and copy_id = $2 and moved_out_at is null and location_id is distinct from $4`, w.AccountID(), copyID, in.MovedAt, in.LocationID)
	done, err := createRecord(ctx, stays, w.Edit, copyID, addStay+`
		and not exists (select from location_history where account_id = $1 and copy_id = $2 and moved_out_at is null)`, stayArgs(in))
	if !errors.Is(err, fault.ErrNotFound) {
		return NewStay{done, true}, err
	}
	present, err := openStay(ctx, w.Reader, copyID)
	if err == nil {
		engine.Unchanged(w.Edit)
	} else if errors.Is(err, fault.ErrNotFound) { // the location was just deleted, or the copy is missing
		if _, missing := inventory.Copy(ctx, w.Reader, copyID); missing == nil {
			err = engine.Broken["location_history_location_fkey"]
		}
	}
	return NewStay{Stay: present}, err
}

const addStay = `
		insert into location_history (account_id, copy_id, location_id, location_name, moved_at, moved_out_at, reason, note)
		select account_id, id, @location_id, coalesce((select name from locations where account_id = $1 and id = @location_id), ''), @moved_at, @moved_out_at, @reason, @note
		from copies where account_id = $1 and id = $2`

// leave ends the present stay.
func leave(ctx context.Context, w engine.Writer, copyID int64, in catalog.StayInput) (NewStay, error) {
	hold(w.Edit, copyID)
	change(stays, w.Edit, `
		update location_history set moved_out_at = $3, updated_at = now() where account_id = $1 and copy_id = $2 and moved_out_at is null`, w.AccountID(), copyID, in.MovedAt)
	done, err := logged(ctx, stays, w.Edit, copyID, `'[]'`)
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := inventory.Copy(ctx, w.Reader, copyID); missing == nil {
			err = fault.On("location_id", "The copy has no location to leave.")
		}
	}
	return NewStay{Stay: done}, err
}

// UpdateStay corrects a stay. If its location is gone, the name stays.
func UpdateStay(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.StayInput) (catalog.Stay, error) {
	if in.LocationID == nil && in.MovedOutAt == nil {
		if _, err := Stay(ctx, w.Reader, copyID, id); err != nil {
			return catalog.Stay{}, err
		}
		return catalog.Stay{}, engine.Broken["location_history_location_fkey"]
	}
	inventory.HoldPlace(w.Edit, in.LocationID)
	done, err := updateRecord(ctx, stays, w.Edit, copyID, id, `
		update location_history set location_id = @location_id, moved_at = @moved_at, moved_out_at = @moved_out_at, reason = @reason, note = @note, updated_at = now(),
			location_name = case when @location_id is distinct from location_id then coalesce((select name from locations where account_id = $1 and id = @location_id), '') else location_name end
		where account_id = $1 and copy_id = $2 and id = $3 and (@location_id::bigint is not null or location_id is null)`, stayArgs(in))
	if errors.Is(err, fault.ErrNotFound) && in.LocationID == nil {
		if _, missing := Stay(ctx, w.Reader, copyID, id); missing == nil {
			err = engine.Broken["location_history_location_fkey"]
		}
	}
	return done, err
}

func DeleteStay(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, stays, w.Edit, copyID, id, ``)
}

// stayArgs are the arguments of an insert or update.
func stayArgs(in catalog.StayInput) engine.Params {
	return engine.Params{"location_id": in.LocationID, "moved_at": in.MovedAt, "moved_out_at": in.MovedOutAt, "reason": in.Reason, "note": in.Note}
}
