package catalog

import "math/big"

// Summary is what the copies of an item, of a collection or at a location add up to.
// Quantity and value are those of held copies.
type Summary struct {
	Items, WantedItems int64 // of a collection
	Copies, Held       int64
	Quantity           *big.Int // nil is none
	Value              Money
	MainPhotoID        *int64 // of an item
}

// AddPieces adds to how many pieces there are, which is of any length: a copy may be of any
// number of them.
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

// Whole is a sum that may be none.
func Whole(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
}
