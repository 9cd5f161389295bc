package shelf

import (
	"cmp"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var categoryPages = []page.Row{
	page.Show("GET /collections/{collection}/categories", "GET /api/collections/{collection}/categories", categories),
	page.Edit("GET /collections/{collection}/categories/new", "", newCategory),
	page.Edit("POST /collections/{collection}/categories", "POST /api/collections/{collection}/categories", createCategory),
	page.Show("GET /collections/{collection}/categories/{category}", "GET /api/collections/{collection}/categories/{category}", category),
	page.Show("GET /collections/{collection}/categories/{category}/branch", "GET /api/collections/{collection}/categories", categoryBranch),
	page.Edit("GET /collections/{collection}/categories/{category}/edit", "", editCategory),
	page.Edit("POST /collections/{collection}/categories/{category}", "PUT /api/collections/{collection}/categories/{category}", updateCategory),
	page.Edit("POST /collections/{collection}/categories/{category}/delete", "DELETE /api/collections/{collection}/categories/{category}", deleteCategory),
}

// categoriesOf reads the collection of the path with all its categories, and finds the
// one of the path if it names one.
func categoriesOf(v *page.Visit) (c Categories, err error) {
	id, err := v.Number("collection")
	if err != nil {
		return c, err
	}
	reads := []func(postgres.Reader) error{func(r postgres.Reader) (err error) {
		c.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Tree, err = inventory.CategoryTree(v.Context(), r, id)
		return err
	}}
	var at int64
	if v.PathValue("category") != "" {
		if at, err = v.Number("category"); err != nil {
			return c, err
		}
		reads = append(reads, func(r postgres.Reader) (err error) {
			c.Category, err = inventory.Category(v.Context(), r, id, at)
			return err
		})
	}
	if err := v.Together(reads...); err != nil || at == 0 {
		return c, err
	}
	if c.At = c.Tree.Find(at); c.At == nil {
		err = fault.ErrNotFound
	}
	return c, err
}

func categories(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	c.Query = v.Param("q")
	return showCategories(v, c)
}

func category(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	return showCategories(v, c)
}

// showCategories shows the tree and, beside it, a category or a start page.
func showCategories(v *page.Visit, c Categories) error {
	f, err := v.Frame("", ui.CurrentCollection(c.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("categories.title")
	if c.At != nil {
		f.Title = c.At.Name
	}
	return v.Render(http.StatusOK, CategoriesPage(f, c))
}

// categoryBranch lists the categories directly inside one, for a tree that opens. It is only a part of
// a page.
func categoryBranch(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	if !v.Fragment() {
		return v.Redirect(c.Path(c.At))
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	inner := c.At.Children
	c.At, c.Closed = nil, true
	return v.Render(http.StatusOK, CategoryBranch(f, c, inner))
}

func newCategory(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	return categoryForm(v, http.StatusOK, c, ui.Form{Values: map[string]string{"parent_id": v.Param("in")}})
}

// categoryForm shows the form of a new or existing category.
func categoryForm(v *page.Visit, status int, c Categories, form ui.Form) error {
	f, err := v.Frame("", ui.CurrentCollection(c.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("category.new")
	if c.At != nil {
		f.Title = f.T("category.edit")
	}
	return v.Render(status, CategoryForm(f, c, form.In(f.Texts).AsNotice("collection")))
}

// categoryInput reads the form.
func categoryInput(v *page.Visit) (catalog.CategoryInput, error) {
	var wrong fault.Invalid
	in := catalog.CategoryInput{Name: v.Text("name"), Description: v.Optional("description"), ParentID: v.Integer(&wrong, "parent_id")}
	return in, cmp.Or(wrong.Err(), in.Validate())
}

func createCategory(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	in, err := categoryInput(v)
	var made catalog.Category
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CategoryCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateCategory(v.Context(), change, c.Collection.ID, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return categoryForm(v, http.StatusUnprocessableEntity, c, form)
	}, func() error {
		if v.Text("next") != "" { // the next one, beside it
			return v.Redirect(ui.With(ui.CategoriesPath(c.Collection.ID)+"/new", "in", v.Text("parent_id")))
		}
		return v.Redirect(ui.CategoryPath(c.Collection.ID, made.ID))
	})
}

func editCategory(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	return categoryForm(v, http.StatusOK, c, ui.Edited(CategoryValues(c.Category)))
}

// updateCategory renames a category, or moves it.
func updateCategory(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	err = v.AmendBy(catalog.CategoryUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Category(v.Context(), r, c.Collection.ID, c.At.ID)
		return CategoryValues(now), err
	}, func(change postgres.Writer) error {
		in, err := categoryInput(v)
		if err == nil {
			_, err = inventory.UpdateCategory(v.Context(), change, c.Collection.ID, c.At.ID, in)
		}
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return categoryForm(v, http.StatusUnprocessableEntity, c, form)
	}, func() error { return v.Redirect(c.Path(c.At)) })
}

// deleteCategory deletes a category with those inside, and shows its parent.
func deleteCategory(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	err = v.Discard(catalog.CategoryDeleted, func(change postgres.Writer) error {
		return inventory.DeleteCategory(v.Context(), change, c.Collection.ID, c.At.ID)
	})
	if err != nil {
		return err
	}
	return v.Redirect(c.Path(c.At.Parent))
}

// Categories are the categories of a collection and, beside them, one of them.
type Categories struct {
	Collection catalog.Collection
	Tree       *catalog.CategoryTree
	At         *catalog.CategoryNode // nil for none
	Category   catalog.Category      // the same, as stored
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

// Found are the categories found by name.
func (c Categories) Found() []*catalog.CategoryNode { return c.Tree.Named(c.Query, ui.MaxBranch) }

// Open reports whether the categories inside one are listed.
func (c Categories) Open(n *catalog.CategoryNode) bool {
	return !c.Closed && (c.Tree.Total <= ui.FewPlaces || c.At != nil && c.At.Inside(n))
}

// Action is the address of the form.
func (c Categories) Action() string { return c.Path(c.At) }

// parents are the possible parents of a category: none moves into itself.
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

// mostParents limits the categories that a form offers; others are found by name.
const mostParents = 200

// withChosen adds the chosen option.
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

// findParent is the address that finds other categories.
func (c Categories) findParent() string {
	if c.Tree.Total > mostParents {
		return ui.CategoriesPath(c.Collection.ID) + "/choices"
	}
	return ""
}

// CategoryValues are the values of a category in its form.
func CategoryValues(c catalog.Category) map[string]string {
	return ui.Filled(map[string]any{"name": c.Name, "description": c.Description, "parent_id": c.ParentID})
}

// firstCategories are the first categories of a branch, and how many are left out.
func firstCategories(all []*catalog.CategoryNode) ([]*catalog.CategoryNode, int64) {
	sorted := catalog.SortedCategories(all)
	if len(sorted) <= ui.MaxBranch {
		return sorted, 0
	}
	return sorted[:ui.MaxBranch], int64(len(sorted) - ui.MaxBranch)
}
