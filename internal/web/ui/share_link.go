package ui

// SharePath is the page of how a collection is shown.
func SharePath(collection int64) string { return CollectionPath(collection) + "/share" }
