package web

import (
	"cmp"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var categoryPages = []row{
	show("GET /collections/{collection}/categories", "GET /api/collections/{collection}/categories", categories),
	edit("GET /collections/{collection}/categories/new", "", newCategory),
	edit("POST /collections/{collection}/categories", "POST /api/collections/{collection}/categories", createCategory),
	show("GET /collections/{collection}/categories/{category}", "GET /api/collections/{collection}/categories/{category}", category),
	show("GET /collections/{collection}/categories/{category}/branch", "GET /api/collections/{collection}/categories", categoryBranch),
	edit("GET /collections/{collection}/categories/{category}/edit", "", editCategory),
	edit("POST /collections/{collection}/categories/{category}", "PUT /api/collections/{collection}/categories/{category}", updateCategory),
	edit("POST /collections/{collection}/categories/{category}/delete", "DELETE /api/collections/{collection}/categories/{category}", deleteCategory),
}

// categoriesOf reads the collection of the path with all its categories, and finds the
// one of the path if it names one.
func (v *visit) categoriesOf() (c view.Categories, err error) {
	id, err := v.number("collection")
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
		if at, err = v.number("category"); err != nil {
			return c, err
		}
		reads = append(reads, func(r postgres.Reader) (err error) {
			c.Category, err = inventory.Category(v.Context(), r, id, at)
			return err
		})
	}
	if err := v.together(reads...); err != nil || at == 0 {
		return c, err
	}
	if c.At = c.Tree.Find(at); c.At == nil {
		err = fault.ErrNotFound
	}
	return c, err
}

func categories(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	c.Query = v.asked("q")
	return showCategories(v, c)
}

func category(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	return showCategories(v, c)
}

// showCategories shows the tree, and beside it a category or where to begin.
func showCategories(v *visit, c view.Categories) error {
	f, err := v.frame("", view.CurrentCollection(c.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("categories.title")
	if c.At != nil {
		f.Title = c.At.Name
	}
	return v.render(http.StatusOK, view.CategoriesPage(f, c))
}

// categoryBranch is the list of what is directly inside a category, for a tree that
// opens. It is no page of its own.
func categoryBranch(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	if !v.fragment() {
		return v.redirect(c.Path(c.At))
	}
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	inner := c.At.Children
	c.At, c.Closed = nil, true
	return v.render(http.StatusOK, view.CategoryBranch(f, c, inner))
}

func newCategory(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	return categoryForm(v, http.StatusOK, c, view.Form{Values: map[string]string{"parent_id": v.asked("in")}})
}

// categoryForm shows the form of a new category, or of one that is there.
func categoryForm(v *visit, status int, c view.Categories, form view.Form) error {
	f, err := v.frame("", view.CurrentCollection(c.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("category.new")
	if c.At != nil {
		f.Title = f.T("category.edit")
	}
	return v.render(status, view.CategoryForm(f, c, form.In(f.Texts).AsNotice("collection")))
}

// categoryInput reads the form.
func (v *visit) categoryInput() (catalog.CategoryInput, error) {
	var wrong fault.Invalid
	in := catalog.CategoryInput{Name: v.text("name"), Description: v.optional("description"), ParentID: v.integer(&wrong, "parent_id")}
	return in, cmp.Or(wrong.Err(), in.Validate())
}

func createCategory(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	in, err := v.categoryInput()
	var made catalog.Category
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CategoryCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateCategory(v.Context(), change, c.Collection.ID, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return categoryForm(v, http.StatusUnprocessableEntity, c, form)
	}, func() error {
		if v.text("next") != "" { // another one beside it
			return v.redirect(view.With(view.CategoriesPath(c.Collection.ID)+"/new", "in", v.text("parent_id")))
		}
		return v.redirect(view.CategoryPath(c.Collection.ID, made.ID))
	})
}

func editCategory(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	return categoryForm(v, http.StatusOK, c, view.Edited(view.CategoryValues(c.Category)))
}

// updateCategory renames a category, or moves it.
func updateCategory(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	err = v.amendBy(catalog.CategoryUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Category(v.Context(), r, c.Collection.ID, c.At.ID)
		return view.CategoryValues(now), err
	}, func(change postgres.Writer) error {
		in, err := v.categoryInput()
		if err == nil {
			_, err = inventory.UpdateCategory(v.Context(), change, c.Collection.ID, c.At.ID, in)
		}
		return err
	})
	return v.answer(err, func(form view.Form) error {
		return categoryForm(v, http.StatusUnprocessableEntity, c, form)
	}, func() error { return v.redirect(c.Path(c.At)) })
}

// deleteCategory deletes a category with those inside, and goes to the one around it.
func deleteCategory(v *visit) error {
	c, err := v.categoriesOf()
	if err != nil {
		return err
	}
	err = v.discard(catalog.CategoryDeleted, func(change postgres.Writer) error {
		return inventory.DeleteCategory(v.Context(), change, c.Collection.ID, c.At.ID)
	})
	if err != nil {
		return err
	}
	return v.redirect(c.Path(c.At.Parent))
}
