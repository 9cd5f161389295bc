package intake

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// Together are rows that only make things, which is done for all of them at once.
type Together struct {
	rows     []*importing.RowPlan
	outcomes []exchange.Outcome
	groups   map[*importing.Group]bool // whose items they make
}

// Takes reports whether a row is one of them. What changes something, or ends a wish, is
// written by itself.
func (t *Together) Takes(d *importing.RowPlan) bool {
	w := d.Write
	if w.Item == nil && !t.groups[d.Group] || w.Item != nil && (w.Item.ID != 0 || w.Item.Wanted || catalog.True(w.Item.In.Wanted)) {
		return false
	}
	if c := w.Copy; c != nil && (c.ID != 0 || c.In == nil || c.In.EstimatedValue != nil) {
		return false
	}
	if w.Purchase != nil && w.Purchase.ID != 0 || w.Insurance != nil && w.Insurance.ID != 0 {
		return false
	}
	if w.Item != nil {
		if t.groups == nil {
			t.groups = map[*importing.Group]bool{}
		}
		t.groups[d.Group] = true
	}
	t.rows = append(t.rows, d)
	return true
}

// WriteTogether writes rows kind by kind.
func (c *Rows) WriteTogether(ctx context.Context, t *Together) error {
	if len(t.rows) == 0 {
		return nil
	}
	t.outcomes = make([]exchange.Outcome, len(t.rows))
	for n, d := range t.rows {
		t.outcomes[n] = exchange.Outcome{Row: d.Row, Status: "done"}
	}
	for _, part := range []func(context.Context, *Together) error{c.makeItems, c.makeCopies, c.makePurchases, c.makeValuations, c.makeInsurance} {
		if err := part(ctx, t); err != nil {
			var invalid *fault.Invalid
			if errors.As(err, &invalid) {
				return exchange.ErrRefusedTogether
			}
			return err
		}
	}
	for n, d := range t.rows {
		if err := c.writePhotos(ctx, d, &t.outcomes[n]); err != nil {
			return err
		}
	}
	c.outcomes = append(c.outcomes, t.outcomes...)
	return nil
}

func (c *Rows) makeItems(ctx context.Context, t *Together) error {
	var given []exchange.NewItem
	var at []int
	for n, d := range t.rows {
		if d.Write.Item != nil {
			given, at = append(given, exchange.NewItem{CollectionID: d.Collection.ID, ItemWrite: d.Write.Item}), append(at, n)
		}
	}
	made, err := c.Work.MakeItems(ctx, given)
	if err != nil {
		return err
	}
	for i, m := range made {
		d, out := t.rows[at[i]], &t.outcomes[at[i]]
		d.Group.ItemID = m.ID
		out.ItemMade, out.ItemUUID = true, &m.UUID
		if key := d.Write.Item.Key; key != "" {
			c.keys = append(c.keys, importing.Key{Key: key, ItemID: m.ID})
		}
	}
	for n, d := range t.rows {
		t.outcomes[n].ItemID = &d.Group.ItemID
	}
	return nil
}

func (c *Rows) makeCopies(ctx context.Context, t *Together) error {
	var given []exchange.NewCopy
	var at []int
	for n, d := range t.rows {
		if d.Write.Copy != nil {
			given, at = append(given, exchange.NewCopy{ItemID: d.Group.ItemID, CopyWrite: d.Write.Copy}), append(at, n)
		}
	}
	if len(given) == 0 {
		return nil
	}
	made, err := c.Work.MakeCopies(ctx, given)
	if err != nil {
		return err
	}
	for i, m := range made {
		d, out := t.rows[at[i]], &t.outcomes[at[i]]
		out.CopyID, out.CopyMade, out.CopyUUID = &m.ID, true, &m.UUID
		if key := d.Write.Copy.Key; key != "" {
			c.keys = append(c.keys, importing.Key{Key: key, ItemID: d.Group.ItemID, CopyID: &m.ID})
		}
	}
	return nil
}

// makeRecords makes the records of one kind that rows have.
func makeRecords[In any](t *Together, of func(importing.Write) (In, bool), create func([]exchange.NewRecord[In]) ([]exchange.MadeObject, error), undo func(*importing.Undo, *int64)) error {
	var given []exchange.NewRecord[In]
	var at []int
	for n, d := range t.rows {
		if in, ok := of(d.Write); ok {
			given, at = append(given, exchange.NewRecord[In]{CopyID: *t.outcomes[n].CopyID, In: in}), append(at, n)
		}
	}
	if len(given) == 0 {
		return nil
	}
	made, err := create(given)
	for i, m := range made {
		undo(&t.outcomes[at[i]].Undo, &m.ID)
	}
	return err
}

func (c *Rows) makePurchases(ctx context.Context, t *Together) error {
	return makeRecords(t, func(w importing.Write) (in catalog.TransactionInput, ok bool) {
		if w.Purchase == nil {
			return in, false
		}
		return w.Purchase.In, true
	}, func(given []exchange.NewRecord[catalog.TransactionInput]) ([]exchange.MadeObject, error) {
		return c.Work.MakePurchases(ctx, given)
	}, func(u *importing.Undo, id *int64) { u.PurchaseID, u.PurchaseMade = id, true })
}

func (c *Rows) makeValuations(ctx context.Context, t *Together) error {
	return makeRecords(t, func(w importing.Write) (in catalog.ValuationInput, ok bool) {
		if w.Value == nil {
			return in, false
		}
		return *w.Value, true
	}, func(given []exchange.NewRecord[catalog.ValuationInput]) ([]exchange.MadeObject, error) {
		return c.Work.MakeValuations(ctx, given)
	}, func(u *importing.Undo, id *int64) { u.ValuationID = id })
}

func (c *Rows) makeInsurance(ctx context.Context, t *Together) error {
	return makeRecords(t, func(w importing.Write) (in catalog.InsuranceRecordInput, ok bool) {
		if w.Insurance == nil {
			return in, false
		}
		return w.Insurance.In, true
	}, func(given []exchange.NewRecord[catalog.InsuranceRecordInput]) ([]exchange.MadeObject, error) {
		return c.Work.MakeInsuranceRecords(ctx, given)
	}, func(u *importing.Undo, id *int64) { u.InsuranceID, u.InsuranceMade = id, true })
}
