package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Tag is a word that items of any collection can have.
type Tag struct {
	ID                   int64
	UUID                 string
	Name, Color          string
	CreatedAt, UpdatedAt time.Time
}

// MaxItemTags limits the tags of an item.
const MaxItemTags = 100

// ErrItemTags refuses a tag beyond MaxItemTags.
var ErrItemTags = fault.On("item", "The item has 100 tags already, which is the most there can be.")

// TagSorts are the orders of tags besides that of creation.
var TagSorts = []string{"name", "-name", "created_at", "-created_at"}

// TagFilter limits and orders the list of tags.
type TagFilter struct {
	Search Search
	Sort   string
}

// TagInput holds everything that a client may write of a tag.
type TagInput struct{ Name, Color string }

func (in *TagInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	in.Color = orDefault(in.Color, defaultColor)
	color(&e, in.Color)
	return e.Err()
}

// TagName names a tag to put on an item; a new one is created.
type TagName struct{ Name string }

func (in *TagName) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	return e.Err()
}

// TagMerge names the tag to merge into another.
type TagMerge struct{ TagID *int64 }

func (in *TagMerge) Validate() error {
	var e fault.Invalid
	if in.TagID == nil {
		e.Addf("tag_id", "The %s field is required.")
	}
	return e.Err()
}
