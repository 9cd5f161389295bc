package catalog

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// View is a list with its filters and order, saved under a name.
type View struct {
	ID                   int64
	Name                 string
	Resource             string // the list
	Query                string // of its address
	Shared               bool   // seen by every member
	Mine                 bool   // made by the caller
	UserName             string // of its maker
	CreatedAt, UpdatedAt time.Time
}

// ViewLink is a view as menus show it.
type ViewLink struct {
	ID                    int64
	Name, Resource, Query string
}

// ViewResources are the lists that have views.
var ViewResources = []string{"items", "copies", "loans", "photos"}

const (
	// MaxViews limits the views of a user.
	MaxViews     = 100
	maxViewQuery = 2000
)

// ViewInput holds everything that a client may write of a view.
type ViewInput struct {
	Name, Resource, Query string
	Shared                bool

	Values url.Values // of Query; Validate fills it in
}

func (in *ViewInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	if e.Required("resource", in.Resource) {
		e.OneOf("resource", in.Resource, ViewResources)
	}
	e.Max("query", in.Query, maxViewQuery)
	var err error
	if in.Values, err = url.ParseQuery(in.Query); err != nil || strings.HasPrefix(in.Query, "?") {
		e.Addf("query", "The %s field must be the query of an address, without its question mark.")
	}
	for _, name := range []string{"page", "after", "view"} { // paging, and another view
		if in.Values.Has(name) {
			e.Addf("query", "The %s field must not have the parameter %s.", name)
		}
	}
	return e.Err()
}

// Merged joins the parameters of a view with those of a request, which win.
func (v View) Merged(given url.Values) url.Values {
	all, _ := url.ParseQuery(v.Query) // it was checked when it was written
	for name, values := range given {
		all[name] = slices.Clone(values)
	}
	return all
}
