package ui

import (
	"math/big"
	"vitrine/internal/catalog"
)

// act is something that is often done to a copy.
type act struct{ Path, Icon, Text string }

// ActsOn are those that the state of a copy allows.
func ActsOn(c catalog.Copy) []act {
	move, value := act{"/stays/new", "folder-input", "act.move"}, act{"/valuations/new", "chart-line", "act.value"}
	switch {
	case c.Borrowed || c.Status == "loaned":
		return []act{{"/return", "rotate-ccw", "act.return"}, value, move}
	case c.Status == "owned" || c.Status == "other":
		return []act{{"/loans/new", "hand-helping", "act.lend"}, value, move, {"/transactions/new?type=sale", "handshake", "act.sell"}}
	case c.Status == "ordered":
		return []act{{"/transactions/new", "plus", "act.buy"}, value}
	}
	return nil // it is gone
}

func (f Frame) SignedMoney(n *big.Int, code string) string {
	text := f.Money(new(big.Int).Abs(n), code, catalog.MinorUnits(code))
	switch n.Sign() {
	case 1:
		return "+" + text
	case -1:
		return "−" + text
	}
	return text
}
