package ui

// CategoriesPath is the page of the categories of a collection.
func CategoriesPath(collection int64) string { return CollectionPath(collection) + "/categories" }

// CategoryPath is the page of a category.
func CategoryPath(collection, id int64) string { return CategoriesPath(collection) + "/" + Number(id) }
