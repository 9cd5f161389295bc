package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// LocationCount is a location with the number of copies kept at it.
type LocationCount struct {
	ID          int64 // 0 stands for copies without a location
	ParentID    *int64
	Name, Emoji string
	Here        int64
}

// LocationNode is a location among all those of an account.
type LocationNode struct {
	LocationCount
	Parent   *LocationNode // nil at top level
	Children []*LocationNode
	Copies   int64 // here and inside
	Places   int64 // inside, at any depth
}

// LocationTree is all locations of an account.
type LocationTree struct {
	Roots   []*LocationNode
	Places  int64
	Copies  int64 // at a location
	Nowhere int64 // copies without one
	nodes   map[int64]*LocationNode
}

// NewLocationTree joins locations in any order. The database makes sure that none is inside itself.
func NewLocationTree(all []LocationCount) *LocationTree {
	t := &LocationTree{nodes: make(map[int64]*LocationNode, len(all))}
	nodes := make([]LocationNode, len(all))
	for i, l := range all {
		nodes[i].LocationCount = l
		t.nodes[l.ID] = &nodes[i]
	}
	for i := range nodes {
		n := &nodes[i]
		if n.ID == 0 {
			t.Nowhere = n.Here
			delete(t.nodes, 0)
			continue
		}
		t.Places++
		t.Copies += n.Here
		n.Copies += n.Here
		if n.ParentID == nil {
			t.Roots = append(t.Roots, n)
			continue
		}
		n.Parent = t.nodes[*n.ParentID]
		n.Parent.Children = append(n.Parent.Children, n)
	}
	for i := range nodes {
		for above := nodes[i].Parent; above != nil; above = above.Parent {
			above.Copies += nodes[i].Here
			above.Places++
		}
	}
	return t
}

// Find is the location with an id, or nil.
func (t *LocationTree) Find(id int64) *LocationNode { return t.nodes[id] }

// Named finds locations whose name contains a text, up to a limit.
func (t *LocationTree) Named(text string, most int) []*LocationNode {
	var found []*LocationNode
	text = strings.ToLower(text)
	for _, n := range t.nodes {
		if strings.Contains(strings.ToLower(n.Name), text) {
			found = append(found, n)
		}
	}
	found = ByName(found)
	return found[:min(len(found), most)]
}

// Above are the ancestors of the location, the outermost first.
func (n *LocationNode) Above() []*LocationNode {
	var path []*LocationNode
	for above := n.Parent; above != nil; above = above.Parent {
		path = append(path, above)
	}
	slices.Reverse(path)
	return path
}

// Inside reports whether the location is another one or inside it.
func (n *LocationNode) Inside(other *LocationNode) bool {
	for at := n; at != nil; at = at.Parent {
		if at == other {
			return true
		}
	}
	return false
}

// ByName sorts locations as people read them: shelf 2 comes before shelf 10.
func ByName(all []*LocationNode) []*LocationNode {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b *LocationNode) int {
		return cmp.Or(CompareNames(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}

// CompareNames compares texts, and the numbers in them by their value: volume 2 comes
// before volume 10.
func CompareNames(a, b string) int {
	for a != "" && b != "" {
		m, restA := leadingNumber(a)
		n, restB := leadingNumber(b)
		if m != "" && n != "" {
			if order := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); order != 0 {
				return order
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a, b)
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// leadingNumber is the number that a text begins with, without leading zeros.
func leadingNumber(s string) (number, rest string) {
	rest = strings.TrimLeftFunc(s, func(r rune) bool { return r < unicode.MaxASCII && unicode.IsDigit(r) })
	number = s[:len(s)-len(rest)]
	if trimmed := strings.TrimLeft(number, "0"); trimmed != "" || number == "" {
		return trimmed, rest
	}
	return "0", rest
}
