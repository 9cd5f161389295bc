package page

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

// Listed is the filter of a collection's list whose parameters a form carries.
func Listed(v *Visit, list string) (catalog.ItemFilter, error) {
	there := *v
	there.Request = v.Clone(v.Context())
	there.URL = &url.URL{RawQuery: list}
	of, err := asked(&there)
	v.Shell, v.Texts = there.Shell, there.Texts
	if err == nil && Outlived(&of.Filter) {
		of.Filter.Untyped, of.Filter.CollectionTypeID = true, new(int64(0)) // as the page, nothing
	}
	return of.Filter, err
}

// ChosenItems are the items of the address: those that it names, or every one of the list.
func ChosenItems(v *Visit) ([]int64, error) {
	if v.Param("every") == "" {
		return Numbers(v.URL.Query()["item"]), nil
	}
	collection, err := v.Number("collection")
	if err != nil {
		return nil, err
	}
	filter, err := Listed(v, v.Param("list"))
	if err != nil {
		return nil, err
	}
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	return inventory.ItemIDs(v.Context(), reader, collection, filter)
}
