package view

import (
	"net/url"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
)

// Chosen are items of a collection that something is done with.
type Chosen struct {
	Collection int64
	IDs        []int64
	List       string // the parameters of the list they were chosen from
	Targets    []catalog.CollectionLink
	Loss       catalog.Loss
	Tags       catalog.Page[catalog.Tag] // of the account, to choose from
	Tagged     []catalog.Tag             // that the items have
	Done       int64                     // how many others it is done with already
	Form       Form
	Message    string
}

// ChosenSheet asks something about them.
type ChosenSheet func(Frame, Chosen) templ.Component

// Action is where the answer is sent.
func (c Chosen) Action(does string) string { return CollectionPath(c.Collection) + "/items/" + does }

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

// KnownTags are the names of tags to choose from.
func (c Chosen) KnownTags() []string {
	names := make([]string, len(c.Tags.Items))
	for i, tag := range c.Tags.Items {
		names[i] = tag.Name
	}
	return names
}
