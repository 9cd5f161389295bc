package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// CategoryCount is a category with the number of items that are directly in it.
type CategoryCount struct {
	ID       int64
	ParentID *int64
	Name     string
	Here     int64
}

// CategoryNode is a category among all those of a collection.
type CategoryNode struct {
	CategoryCount
	Parent   *CategoryNode // nil at top level
	Children []*CategoryNode
	Items    int64 // here and inside
	Inner    int64 // categories inside, at any depth
}

// CategoryTree is all categories of a collection.
type CategoryTree struct {
	Roots []*CategoryNode
	Total int64
	nodes map[int64]*CategoryNode
}

// NewCategoryTree joins categories in any order. The database makes sure that none is inside itself.
func NewCategoryTree(all []CategoryCount) *CategoryTree {
	t := &CategoryTree{Total: int64(len(all)), nodes: make(map[int64]*CategoryNode, len(all))}
	nodes := make([]CategoryNode, len(all))
	for i, c := range all {
		nodes[i].CategoryCount, nodes[i].Items = c, c.Here
		t.nodes[c.ID] = &nodes[i]
	}
	for i := range nodes {
		n := &nodes[i]
		if n.ParentID == nil {
			t.Roots = append(t.Roots, n)
			continue
		}
		n.Parent = t.nodes[*n.ParentID]
		n.Parent.Children = append(n.Parent.Children, n)
	}
	for i := range nodes {
		for above := nodes[i].Parent; above != nil; above = above.Parent {
			above.Items += nodes[i].Here
			above.Inner++
		}
	}
	return t
}

// Find is the category with an id, or nil.
func (t *CategoryTree) Find(id int64) *CategoryNode { return t.nodes[id] }

// Named finds categories whose name contains a text, up to a limit.
func (t *CategoryTree) Named(text string, most int) []*CategoryNode {
	var found []*CategoryNode
	text = strings.ToLower(text)
	for _, n := range t.nodes {
		if strings.Contains(strings.ToLower(n.Name), text) {
			found = append(found, n)
		}
	}
	found = SortedCategories(found)
	return found[:min(len(found), most)]
}

// Above are the ancestors of the category, the outermost first.
func (n *CategoryNode) Above() (path []*CategoryNode) {
	for above := n.Parent; above != nil; above = above.Parent {
		path = append(path, above)
	}
	slices.Reverse(path)
	return path
}

// Inside reports whether the category is another one or inside it.
func (n *CategoryNode) Inside(other *CategoryNode) bool {
	for at := n; at != nil; at = at.Parent {
		if at == other {
			return true
		}
	}
	return false
}

// SortedCategories sorts categories by name, with numbers by value.
func SortedCategories(all []*CategoryNode) []*CategoryNode {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b *CategoryNode) int {
		return cmp.Or(CompareNames(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}
