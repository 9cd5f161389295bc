package ui

import (
	"net/url"
)

// ListPath is a collection as it was listed, with further parameters.
func ListPath(collection int64, list string, further ...string) string {
	query, err := url.ParseQuery(list)
	if err != nil {
		query = url.Values{}
	}
	for i := 0; i+1 < len(further); i += 2 {
		query.Set(further[i], further[i+1])
	}
	if len(query) == 0 {
		return CollectionPath(collection)
	}
	return CollectionPath(collection) + "?" + query.Encode()
}

// Done is what has just been done with items of the list.
type Done struct{ Moved, Deleted, Restored, Tagged, Untagged, Saved, To int64 }
