package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var stays = recordsOf(`location_history`, resource[catalog.Stay]{
	table:   table{name: `location_history`},
	columns: `id, uuid::text, copy_id, location_id, location_name, moved_at, moved_out_at, reason, note, created_at, updated_at`,
	order:   sorting{{sql: `moved_at`, kind: day, down: true}, {sql: `id`, down: true}},
	entry:   entry{`location_name`},
	audited: audited{`location_id`, `location_name`, `moved_at`, `moved_out_at`, `reason`, `note`},
})

func (r Reader) Stays(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.Stay], error) {
	return stays.page(ctx, inCopy(r, copyID), p, copyID)
}

func (r Reader) Stay(ctx context.Context, copyID, id int64) (catalog.Stay, error) {
	return stays.one(ctx, inCopy(r, copyID), copyID, id)
}

// holdPlace locks the location that a copy is put into, before the copy: who deletes a
// location locks it, then its copies.
func (c *change) holdPlace(location *int64) {
	if location != nil {
		first(c, `select from locations where account_id = $1 and id = $2 for key share`, c.account, *location)
	}
}

// openStay is where the copy is.
func (r Reader) openStay(ctx context.Context, copyID int64) (catalog.Stay, error) {
	return one[catalog.Stay](ctx, inCopy(r, copyID), stays.query(`account_id = $1 and copy_id = $2 and moved_out_at is null`), r.account, copyID)
}

// NewStay is a stay, and whether it was made just now.
type NewStay struct {
	catalog.Stay
	Made bool
}

// CreateStay moves the copy, or adds a stay of the past. A move to where the copy is
// changes nothing; one to nowhere ends the stay.
func (w Writer) CreateStay(ctx context.Context, copyID int64, in catalog.StayInput) (NewStay, error) {
	w.holdPlace(in.LocationID)
	switch {
	case in.MovedOutAt != nil && in.LocationID == nil:
		return NewStay{}, broken["location_history_location_fkey"]
	case in.MovedOutAt != nil:
		namedAs(w.change, catalog.LocationHistoryCreated)
		done, err := stays.createRecord(ctx, w.change, copyID, addStay, stayArgs(in))
		return NewStay{done, true}, err
	case in.LocationID == nil:
		return w.leave(ctx, copyID, in)
	}
	w.hold(copyID)
	first(w.change, `
		update location_history set moved_out_at = $3, updated_at = now()
		where account_id = $1 and copy_id = $2 and moved_out_at is null and location_id is distinct from $4`, w.account, copyID, in.MovedAt, in.LocationID)
	done, err := stays.createRecord(ctx, w.change, copyID, addStay+`
		and not exists (select from location_history where account_id = $1 and copy_id = $2 and moved_out_at is null)`, stayArgs(in))
	if !errors.Is(err, fault.ErrNotFound) {
		return NewStay{done, true}, err
	}
	present, err := w.openStay(ctx, copyID)
	if err == nil {
		unchanged(w.change)
	} else if errors.Is(err, fault.ErrNotFound) { // the location went just now, or there is no copy
		if _, missing := w.Copy(ctx, copyID); missing == nil {
			err = broken["location_history_location_fkey"]
		}
	}
	return NewStay{Stay: present}, err
}

const addStay = `
		insert into location_history (account_id, copy_id, location_id, location_name, moved_at, moved_out_at, reason, note)
		select account_id, id, @location_id, coalesce((select name from locations where account_id = $1 and id = @location_id), ''), @moved_at, @moved_out_at, @reason, @note
		from copies where account_id = $1 and id = $2`

// leave ends the present stay.
func (w Writer) leave(ctx context.Context, copyID int64, in catalog.StayInput) (NewStay, error) {
	w.hold(copyID)
	stays.change(w.change, `
		update location_history set moved_out_at = $3, updated_at = now() where account_id = $1 and copy_id = $2 and moved_out_at is null`, w.account, copyID, in.MovedAt)
	done, err := stays.logged(ctx, w.change, copyID, `'[]'`)
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := w.Copy(ctx, copyID); missing == nil {
			err = fault.On("location_id", "The copy has no location to leave.")
		}
	}
	return NewStay{Stay: done}, err
}

// UpdateStay corrects a stay. One whose location is gone keeps its name.
func (w Writer) UpdateStay(ctx context.Context, copyID, id int64, in catalog.StayInput) (catalog.Stay, error) {
	if in.LocationID == nil && in.MovedOutAt == nil {
		if _, err := w.Stay(ctx, copyID, id); err != nil {
			return catalog.Stay{}, err
		}
		return catalog.Stay{}, broken["location_history_location_fkey"]
	}
	w.holdPlace(in.LocationID)
	done, err := stays.updateRecord(ctx, w.change, copyID, id, `
		update location_history set location_id = @location_id, moved_at = @moved_at, moved_out_at = @moved_out_at, reason = @reason, note = @note, updated_at = now(),
			location_name = case when @location_id is distinct from location_id then coalesce((select name from locations where account_id = $1 and id = @location_id), '') else location_name end
		where account_id = $1 and copy_id = $2 and id = $3 and (@location_id::bigint is not null or location_id is null)`,
		stayArgs(in))
	if errors.Is(err, fault.ErrNotFound) && in.LocationID == nil {
		if _, missing := w.Stay(ctx, copyID, id); missing == nil {
			err = broken["location_history_location_fkey"]
		}
	}
	return done, err
}

func (w Writer) DeleteStay(ctx context.Context, copyID, id int64) error {
	return stays.discardRecord(ctx, w.change, copyID, id, ``)
}

// stayArgs are the arguments that making and correcting a stay share.
func stayArgs(in catalog.StayInput) params {
	return params{"location_id": in.LocationID, "moved_at": in.MovedAt, "moved_out_at": in.MovedOutAt, "reason": in.Reason, "note": in.Note}
}
