package catalog

import "math/big"

// Summary is the sums over the copies of an item, of a collection or at a location. Quantity and value
// count held copies.
type Summary struct {
	Items, WantedItems int64 // of a collection
	Copies, Held       int64
	Quantity           *big.Int // nil is none
	Value              Money
	MainPhotoID        *int64 // of an item
}

// AddPieces adds a quantity, which has any number of digits, to a sum.
func AddPieces(sum *big.Int, n string) *big.Int {
	more, ok := new(big.Int).SetString(n, 10)
	if !ok {
		return sum
	}
	if sum != nil {
		more.Add(more, sum)
	}
	return more
}

// Whole is the sum, or zero for nil.
func Whole(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
}
