package item

import (
	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
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
	Form       ui.Form
	Message    string
}

// ChosenSheet asks something about them.
type ChosenSheet func(ui.Frame, Chosen) templ.Component

// Action is where the answer is sent.
func (c Chosen) Action(does string) string { return ui.CollectionPath(c.Collection) + "/items/" + does }

// KnownTags are the names of tags to choose from.
func (c Chosen) KnownTags() []string {
	names := make([]string, len(c.Tags.Items))
	for i, tag := range c.Tags.Items {
		names[i] = tag.Name
	}
	return names
}
