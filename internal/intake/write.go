// Package intake plans and writes rows, for imports and for whatever is accepted as one. Rows are written
// by the methods that requests use, so that every rule, sum and log entry holds.
package intake

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// Rows are written in one transaction.
type Rows struct {
	Work   *exchange.ImportWork
	Stored map[string]catalog.NewPhoto // photos by the names that rows have for them
	Named  map[string]string           // the objects in use, by the same

	keys     []importing.Key
	outcomes []exchange.Outcome
}

// Refused is a row that could not be written, although it was planned.
type Refused struct {
	Row int64
	error
}

func (r *Refused) Unwrap() error { return r.error }

// Conflicts notes a row whose plan no longer holds.
func (c *Rows) Conflicts(row int64) {
	c.outcomes = append(c.outcomes, exchange.Outcome{Row: row, Status: "conflict"})
}

// Save stores what came of the rows.
func (c *Rows) Save(ctx context.Context) error {
	if err := c.Work.SaveKeys(ctx, c.keys); err != nil {
		return err
	}
	return c.Work.SaveOutcomes(ctx, c.outcomes)
}

// Write writes a row.
func (c *Rows) Write(ctx context.Context, d *importing.RowPlan) error {
	out := exchange.Outcome{Row: d.Row, Status: "done"}
	for _, part := range []func(context.Context, *importing.RowPlan, *exchange.Outcome) error{c.writeItem, c.writeCopy, c.writeRecords, c.writePhotos, c.sayWanted} {
		if err := part(ctx, d, &out); err != nil {
			var invalid *fault.Invalid
			if errors.As(err, &invalid) {
				return &Refused{d.Row, err}
			}
			return err
		}
	}
	c.outcomes = append(c.outcomes, out)
	return nil
}

// Change makes one change of an object, with its log entry.
func Change[T any](ctx context.Context, w *exchange.ImportWork, action catalog.Action, do func(postgres.Writer) (T, error)) (made T, err error) {
	err = postgres.Change(ctx, w.Scope, action, func(writer postgres.Writer) (err error) {
		made, err = do(writer)
		return err
	})
	return made, err
}

func (c *Rows) writeItem(ctx context.Context, d *importing.RowPlan, out *exchange.Outcome) error {
	write := d.Write.Item
	if write == nil {
		out.ItemID = &d.Group.ItemID
		return nil
	}
	if write.ID != 0 {
		out.ItemID = &write.ID
		_, err := Change(ctx, c.Work, catalog.ItemUpdated, func(w postgres.Writer) (catalog.Item, error) { return inventory.UpdateItem(ctx, w, write.ID, write.In) })
		return err
	}
	made, err := Change(ctx, c.Work, catalog.ItemCreated, func(w postgres.Writer) (catalog.Item, error) {
		return inventory.CreateItem(ctx, w, d.Collection.ID, write.In)
	})
	if err != nil {
		return err
	}
	if write.UUID != "" {
		if err := c.Work.GiveUUID(ctx, "items", made.ID, write.UUID); err != nil {
			return err
		}
		made.UUID = write.UUID
	}
	if write.Key != "" {
		c.keys = append(c.keys, importing.Key{Key: write.Key, ItemID: made.ID})
	}
	d.Group.ItemID = made.ID
	out.ItemID, out.ItemMade, out.ItemUUID = &made.ID, true, &made.UUID
	return nil
}

func (c *Rows) writeCopy(ctx context.Context, d *importing.RowPlan, out *exchange.Outcome) error {
	write := d.Write.Copy
	switch {
	case write == nil:
		return nil
	case write.ID != 0:
		out.CopyID = &write.ID
		if write.In == nil {
			return nil
		}
		_, err := Change(ctx, c.Work, catalog.CopyUpdated, func(w postgres.Writer) (catalog.Copy, error) {
			return inventory.UpdateCopy(ctx, w, write.ID, *write.In)
		})
		return err
	}
	made, err := Change(ctx, c.Work, catalog.CopyCreated, func(w postgres.Writer) (catalog.Copy, error) {
		return inventory.CreateCopy(ctx, w, *out.ItemID, *write.In)
	})
	if err != nil {
		return err
	}
	if write.UUID != "" {
		if err := c.Work.GiveUUID(ctx, "copies", made.ID, write.UUID); err != nil {
			return err
		}
		made.UUID = write.UUID
	}
	if write.Key != "" {
		c.keys = append(c.keys, importing.Key{Key: write.Key, ItemID: *out.ItemID, CopyID: &made.ID})
	}
	out.CopyID, out.CopyMade, out.CopyUUID = &made.ID, true, &made.UUID
	return nil
}

// writeRecords writes the purchase, the value and the insurance of the copy.
func (c *Rows) writeRecords(ctx context.Context, d *importing.RowPlan, out *exchange.Outcome) error {
	if p := d.Write.Purchase; p != nil {
		action, do := catalog.TransactionCreated, func(w postgres.Writer) (catalog.Transaction, error) {
			return ledger.CreateTransaction(ctx, w, *out.CopyID, p.In)
		}
		if p.ID != 0 {
			action, do = catalog.TransactionUpdated, func(w postgres.Writer) (catalog.Transaction, error) {
				return ledger.UpdateTransaction(ctx, w, *out.CopyID, p.ID, p.In)
			}
		}
		made, err := Change(ctx, c.Work, action, do)
		if err != nil {
			return err
		}
		out.Undo.PurchaseID, out.Undo.PurchaseMade = &made.ID, p.ID == 0
	}
	if in := d.Write.Value; in != nil {
		made, err := Change(ctx, c.Work, catalog.ValuationCreated, func(w postgres.Writer) (catalog.Valuation, error) {
			return ledger.CreateValuation(ctx, w, *out.CopyID, *in)
		})
		if err != nil {
			return err
		}
		out.Undo.ValuationID = &made.ID
	}
	if r := d.Write.Insurance; r != nil {
		action, do := catalog.InsuranceRecordCreated, func(w postgres.Writer) (catalog.InsuranceRecord, error) {
			return ledger.CreateInsuranceRecord(ctx, w, *out.CopyID, r.In)
		}
		if r.ID != 0 {
			action, do = catalog.InsuranceRecordUpdated, func(w postgres.Writer) (catalog.InsuranceRecord, error) {
				return ledger.UpdateInsuranceRecord(ctx, w, *out.CopyID, r.ID, r.In)
			}
		}
		made, err := Change(ctx, c.Work, action, do)
		if err != nil {
			return err
		}
		out.Undo.InsuranceID, out.Undo.InsuranceMade = &made.ID, r.ID == 0
	}
	return nil
}

// writePhotos adds the photos of a row to its item.
func (c *Rows) writePhotos(ctx context.Context, d *importing.RowPlan, out *exchange.Outcome) error {
	for _, name := range d.Write.Photos {
		photo, ok := c.Stored[name]
		if !ok {
			return fault.On("photo_files", "The file %s is no picture that can be kept.", name)
		}
		made, err := Change(ctx, c.Work, catalog.ItemPhotoCreated, func(w postgres.Writer) (catalog.Photo, error) {
			made, object, err := inventory.CreatePhoto(ctx, w, *out.ItemID, photo)
			c.Named[name] = object
			return made, err
		})
		if err != nil {
			return err
		}
		out.Undo.PhotoIDs = append(out.Undo.PhotoIDs, made.ID)
	}
	return nil
}

// sayWanted says again what a copy that came ended: the row wins.
func (c *Rows) sayWanted(ctx context.Context, d *importing.RowPlan, out *exchange.Outcome) error {
	item := d.Write.Item
	if item == nil || !item.Wanted || d.Write.Copy == nil {
		return nil
	}
	in := item.In
	in.Wanted, in.CustomFields, in.TagIDs = catalog.Now(true), nil, catalog.Given[[]int64]{}
	_, err := Change(ctx, c.Work, catalog.ItemUpdated, func(w postgres.Writer) (catalog.Item, error) { return inventory.UpdateItem(ctx, w, *out.ItemID, in) })
	return err
}
