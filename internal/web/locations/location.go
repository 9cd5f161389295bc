package locations

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var locationPages = []page.Row{
	page.Show("GET /locations", "GET /api/locations", locations),
	page.Show("GET /locations/none", "GET /api/copies", copiesNowhere),
	page.Show("GET /locations/{location}", "GET /api/locations/{location}", location),
	page.Show("GET /locations/{location}/branch", "GET /api/locations", branch),
	page.Edit("GET /locations/new", "", newLocation),
	page.Edit("POST /locations", "POST /api/locations", createLocation),
	page.Edit("GET /locations/{location}/edit", "", editLocation),
	page.Edit("POST /locations/{location}", "PUT /api/locations/{location}", updateLocation),
	page.Edit("POST /locations/{location}/delete", "DELETE /api/locations/{location}", deleteLocation),
}

func locations(v *page.Visit) error {
	tree, err := page.Tree(v)
	if err != nil {
		return err
	}
	return places(v, Places{Tree: tree, Query: v.Param("q")})
}

// places shows the tree and, beside it, a location, the copies without one, or a start page.
func places(v *page.Visit, p Places) error {
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.locations")
	switch {
	case p.At != nil:
		f.Title = p.At.Name
	case p.Nowhere:
		f.Title = f.T("location.none")
	}
	if v.Fragment() {
		return v.Render(http.StatusOK, LocationList(f, p))
	}
	p.Moved = page.Count(v, "moved")
	return v.Render(http.StatusOK, Locations(f, p))
}

func location(v *page.Visit) (err error) {
	id, err := v.Number("location")
	if err != nil {
		return err
	}
	p := Places{Nested: v.URL.Query().Has("all")}
	if p.Tree, p.At, err = page.LocationOf(v, kept(v, &p, catalog.CopyFilter{LocationID: &id, Nested: p.Nested, Kept: true})); err != nil {
		return err
	}
	if err := itemsOf(v, &p); err != nil {
		return err
	}
	return places(v, p)
}

func copiesNowhere(v *page.Visit) (err error) {
	p := Places{Nowhere: true}
	if p.Tree, err = page.Tree(v, kept(v, &p, catalog.CopyFilter{Nowhere: true, Kept: true})); err != nil {
		return err
	}
	if err := itemsOf(v, &p); err != nil {
		return err
	}
	return places(v, p)
}

// kept reads a page of copies.
func kept(v *page.Visit, p *Places, filter catalog.CopyFilter) func(postgres.Reader) error {
	return func(r postgres.Reader) (err error) {
		p.Page, err = inventory.Copies(v.Context(), r, filter, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param("after")})
		return err
	}
}

// itemsOf reads the items of the copies.
func itemsOf(v *page.Visit, p *Places) (err error) {
	p.Items, err = page.CopyItems(v, p.Page.Items)
	return err
}

// branch lists the locations directly inside one, for a tree that opens. It is only a part of a page.
func branch(v *page.Visit) error {
	tree, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	if !v.Fragment() {
		return v.Redirect(ui.LocationPath(at.ID))
	}
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, LocationBranch(f, Places{Tree: tree, Closed: true}, at.Children))
}

func newLocation(v *page.Visit) error {
	return locationForm(nil)(v, http.StatusOK, ui.Form{Values: map[string]string{"emoji": "📦", "parent_id": v.Param("in")}})
}

// locationForm shows the form of a new or existing location.
func locationForm(of *catalog.LocationNode) page.Again {
	return func(v *page.Visit, status int, form ui.Form) error {
		tree, err := page.Tree(v)
		if err != nil {
			return err
		}
		e, title := LocationEdit{Location: of, Form: form.AsNotice("parent_id")}, "location.new"
		if of != nil {
			e.In, title = of.Parent, "location.edit"
		} else if id, err := strconv.ParseInt(form.Value("parent_id"), 10, 64); err == nil {
			e.In = tree.Find(id)
		}
		return v.Show(status, title, "locations", func(f ui.Frame) templ.Component { return LocationForm(f, e) })
	}
}

// newLocationInput reads the form of a new location; an existing one keeps its parent.
func newLocationInput(v *page.Visit, wrong *fault.Invalid) catalog.LocationInput {
	return catalog.LocationInput{Name: v.Text("name"), Emoji: v.Text("emoji"), ParentID: v.Integer(wrong, "parent_id")}
}

func createLocation(v *page.Visit) error {
	return page.Create(v, catalog.LocationCreated, newLocationInput, inventory.CreateLocation, locationForm(nil), func(made catalog.Location) string {
		if v.Text("next") != "" { // the next one, beside it
			return "/locations/new?in=" + v.Text("parent_id") + "&saved=" + strconv.FormatInt(made.ID, 10)
		}
		return ui.LocationPath(made.ID)
	})
}

func editLocation(v *page.Visit) error {
	_, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	return locationForm(at)(v, http.StatusOK, ui.Edited(ui.LocationValues(at.Name, at.Emoji)))
}

func updateLocation(v *page.Visit) error {
	_, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	var parent *int64 // the present one
	return page.Update(v, catalog.LocationUpdated, at.ID, page.Stored[catalog.Location, catalog.LocationInput]{
		Read: inventory.Location, Write: inventory.UpdateLocation,
		Values: func(now catalog.Location) map[string]string {
			parent = now.ParentID
			return ui.LocationValues(now.Name, now.Emoji)
		},
		Input: func(v *page.Visit, _ *fault.Invalid) catalog.LocationInput {
			return catalog.LocationInput{Name: v.Text("name"), Emoji: v.Text("emoji"), ParentID: parent}
		},
	}, locationForm(at), ui.LocationPath(at.ID))
}

func writeLocation(v *page.Visit, id int64, in catalog.LocationInput) error {
	if err := in.Validate(); err != nil {
		return err
	}
	return postgres.Change(v.Context(), v.Scope, catalog.LocationUpdated, func(change postgres.Writer) error {
		_, err := inventory.UpdateLocation(v.Context(), change, id, in)
		return err
	})
}

// deleteLocation deletes a location with those inside, and shows its parent. If it is already gone,
// that is no error.
func deleteLocation(v *page.Visit) error {
	_, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	err = v.Discard(catalog.LocationDeleted, func(change postgres.Writer) error {
		return inventory.DeleteLocation(v.Context(), change, at.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	if at.Parent != nil {
		return v.Redirect(ui.LocationPath(at.Parent.ID))
	}
	return v.Redirect("/locations")
}
