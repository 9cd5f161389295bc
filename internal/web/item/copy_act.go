package item

import (
	"math/big"

	"vitrine/internal/web/ui"
)

// signed is an amount with its sign, so that colour is not needed.
func signed(f ui.Frame, n int64, code string) string { return f.SignedMoney(big.NewInt(n), code) }
