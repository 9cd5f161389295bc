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
	c.Query = v.Asked("q")
	return showCategories(v, c)
}

func category(v *page.Visit) error {
	c, err := categoriesOf(v)
	if err != nil {
		return err
	}
	return showCategories(v, c)
}

// showCategories shows the tree, and beside it a category or where to begin.
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

// categoryBranch is the list of what is directly inside a category, for a tree that
// opens. It is no page of its own.
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
	return categoryForm(v, http.StatusOK, c, ui.Form{Values: map[string]string{"parent_id": v.Asked("in")}})
}

// categoryForm shows the form of a new category, or of one that is there.
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
		if v.Text("next") != "" { // another one beside it
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

// deleteCategory deletes a category with those inside, and goes to the one around it.
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
