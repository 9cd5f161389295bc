package importing

import "vitrine/internal/catalog"

// Write is what a row writes, in this order.
type Write struct {
	Item      *ItemWrite
	Copy      *CopyWrite
	Value     *catalog.ValuationInput
	Purchase  *PurchaseWrite
	Insurance *InsuranceWrite
	Photos    []string
}

// Nothing reports whether there is nothing to write.
func (w Write) Nothing() bool {
	return w.Item == nil && w.Copy == nil && w.Value == nil && w.Purchase == nil && w.Insurance == nil && len(w.Photos) == 0
}

// ItemWrite makes an item, or changes the one with the id.
type ItemWrite struct {
	ID        int64
	UUID, Key string // of a new one
	In        catalog.ItemInput
	Wanted    bool // the row says so, whatever a copy does to the wish
}

// CopyWrite makes a copy of the row's item, or changes the one with the id. One that only
// names a copy for its records has no input.
type CopyWrite struct {
	ID        int64
	UUID, Key string
	In        *catalog.CopyInput
}

// PurchaseWrite makes a purchase, or changes the one with the id.
type PurchaseWrite struct {
	ID int64
	In catalog.TransactionInput
}

// InsuranceWrite makes an insurance record, or changes the one with the id.
type InsuranceWrite struct {
	ID int64
	In catalog.InsuranceRecordInput
}
