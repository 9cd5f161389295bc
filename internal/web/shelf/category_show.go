package shelf

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Categories are those of a collection, and beside them one of them.
type Categories struct {
	Collection catalog.Collection
	Tree       *catalog.CategoryTree
	At         *catalog.CategoryNode // nil for none
	Category   catalog.Category      // the same, as it is written
	Closed     bool                  // no branch is open
	Query      string                // a part of a name
}

// Path is the page of a category, or of all of them.
func (c Categories) Path(n *catalog.CategoryNode) string {
	if n == nil {
		return ui.CategoriesPath(c.Collection.ID)
	}
	return ui.CategoryPath(c.Collection.ID, n.ID)
}

// ItemsPath is the list of the items of a category and of those inside it.
func (c Categories) ItemsPath(n *catalog.CategoryNode) string {
	return ui.With(ui.CollectionPath(c.Collection.ID), "category", ui.Number(n.ID))
}

// Found are the categories with the name that is looked for.
func (c Categories) Found() []*catalog.CategoryNode { return c.Tree.Named(c.Query, maxBranch) }

// Open reports whether the categories inside one are listed.
func (c Categories) Open(n *catalog.CategoryNode) bool {
	return !c.Closed && (c.Tree.Total <= fewPlaces || c.At != nil && c.At.Inside(n))
}

// Action is where the form is sent.
func (c Categories) Action() string { return c.Path(c.At) }

// parents are the categories that one can be put into: none goes into itself.
func (c Categories) parents(form ui.Form) (all []ui.Option) {
	all = append(all, ui.Option{})
	shown := c.Tree.Named("", mostParents)
	for _, n := range shown {
		if c.At == nil || !n.Inside(c.At) {
			all = append(all, ui.CategoryOption(n))
		}
	}
	return append(all[:1:1], ui.ByLabel(withChosen(all[1:], c.Tree, form.Value("parent_id")))...)
}

// mostParents is how many categories a form offers; others are found by name.
const mostParents = 200

// withChosen are options and the one that is chosen.
func withChosen(all []ui.Option, tree *catalog.CategoryTree, chosen string) []ui.Option {
	for _, o := range all {
		if o.Value == chosen {
			return all
		}
	}
	if id := ui.AsNumber(chosen); id > 0 && tree.Find(id) != nil {
		return append(all, ui.CategoryOption(tree.Find(id)))
	}
	return all
}

// findParent is where the other categories are found.
func (c Categories) findParent() string {
	if c.Tree.Total > mostParents {
		return ui.CategoriesPath(c.Collection.ID) + "/choices"
	}
	return ""
}

// CategoryValues are those of a category in its form.
func CategoryValues(c catalog.Category) map[string]string {
	return ui.Filled(map[string]any{"name": c.Name, "description": c.Description, "parent_id": c.ParentID})
}

// firstCategories are the first categories of a branch, and how many are left out.
func firstCategories(all []*catalog.CategoryNode) ([]*catalog.CategoryNode, int64) {
	sorted := catalog.SortedCategories(all)
	if len(sorted) <= maxBranch {
		return sorted, 0
	}
	return sorted[:maxBranch], int64(len(sorted) - maxBranch)
}
