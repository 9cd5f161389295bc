package web

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var locationPages = []row{
	show("GET /locations", "GET /api/locations", locations),
	show("GET /locations/none", "GET /api/copies", copiesNowhere),
	show("GET /locations/{location}", "GET /api/locations/{location}", location),
	show("GET /locations/{location}/branch", "GET /api/locations", branch),
	edit("GET /locations/new", "", newLocation),
	edit("POST /locations", "POST /api/locations", createLocation),
	edit("GET /locations/{location}/edit", "", editLocation),
	edit("POST /locations/{location}", "PUT /api/locations/{location}", updateLocation),
	edit("POST /locations/{location}/delete", "DELETE /api/locations/{location}", deleteLocation),
}

// tree reads all locations, with whatever else is read beside them.
func (v *visit) tree(reads ...func(postgres.Reader) error) (tree *catalog.LocationTree, err error) {
	err = v.together(append(reads, func(r postgres.Reader) (err error) {
		tree, err = inventory.LocationTree(v.Context(), r)
		return err
	})...)
	return tree, err
}

// locationOf is tree, and finds the location of the path.
func (v *visit) locationOf(reads ...func(postgres.Reader) error) (*catalog.LocationTree, *catalog.LocationNode, error) {
	id, err := v.number("location")
	if err != nil {
		return nil, nil, err
	}
	tree, err := v.tree(reads...)
	if err != nil {
		return nil, nil, err
	}
	at := tree.Find(id)
	if at == nil {
		err = fault.ErrNotFound
	}
	return tree, at, err
}

func locations(v *visit) error {
	tree, err := v.tree()
	if err != nil {
		return err
	}
	return places(v, view.Places{Tree: tree, Query: v.asked("q")})
}

// places shows the tree, and beside it a place, what is nowhere, or where to begin.
func places(v *visit, p view.Places) error {
	f, err := v.frame("", "locations")
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
	if v.fragment() {
		return v.render(http.StatusOK, view.LocationList(f, p))
	}
	p.Moved = v.count("moved")
	return v.render(http.StatusOK, view.Locations(f, p))
}

func location(v *visit) (err error) {
	id, err := v.number("location")
	if err != nil {
		return err
	}
	p := view.Places{Nested: v.URL.Query().Has("all")}
	if p.Tree, p.At, err = v.locationOf(v.kept(&p, catalog.CopyFilter{LocationID: &id, Nested: p.Nested})); err != nil {
		return err
	}
	if err := v.itemsOf(&p); err != nil {
		return err
	}
	return places(v, p)
}

func copiesNowhere(v *visit) (err error) {
	p := view.Places{Nowhere: true}
	if p.Tree, err = v.tree(v.kept(&p, catalog.CopyFilter{Nowhere: true})); err != nil {
		return err
	}
	if err := v.itemsOf(&p); err != nil {
		return err
	}
	return places(v, p)
}

// kept reads a page of copies.
func (v *visit) kept(p *view.Places, filter catalog.CopyFilter) func(postgres.Reader) error {
	return func(r postgres.Reader) (err error) {
		p.Page, err = inventory.Copies(v.Context(), r, filter, catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after")})
		return err
	}
}

// itemsOf reads what is shown of the items of the copies.
func (v *visit) itemsOf(p *view.Places) (err error) {
	p.Items, err = v.copyItems(p.Page.Items)
	return err
}

// copyItems are the items of copies, by id.
func (v *visit) copyItems(copies []catalog.Copy) (map[int64]catalog.CopyItem, error) {
	if len(copies) == 0 {
		return nil, nil
	}
	reader, err := v.reader()
	if err != nil {
		return nil, err
	}
	found, err := inventory.CopyItems(v.Context(), reader, idsOf(copies, func(c catalog.Copy) int64 { return c.ItemID }))
	items := map[int64]catalog.CopyItem{}
	for _, i := range found {
		items[i.ID] = i
	}
	return items, err
}

// branch is the list of what is directly inside a place, for a tree that opens. It is
// no page of its own.
func branch(v *visit) error {
	tree, at, err := v.locationOf()
	if err != nil {
		return err
	}
	if !v.fragment() {
		return v.redirect(view.LocationPath(at.ID))
	}
	f, err := v.frame("", "locations")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.LocationBranch(f, view.Places{Tree: tree, Closed: true}, at.Children))
}

func newLocation(v *visit) error {
	return locationForm(v, http.StatusOK, nil, view.Form{Values: map[string]string{"emoji": "📦", "parent_id": v.asked("in")}})
}

// locationForm shows the form of a new place, or of one that is there.
func locationForm(v *visit, status int, of *catalog.LocationNode, form view.Form) error {
	tree, err := v.tree()
	if err != nil {
		return err
	}
	f, err := v.frame("", "locations")
	if err != nil {
		return err
	}
	e := view.LocationEdit{Location: of, Form: form}
	if id, err := strconv.ParseInt(form.Value("parent_id"), 10, 64); err == nil {
		e.In = tree.Find(id)
	}
	f.Title = f.T("location.new")
	if of != nil {
		e.In = of.Parent
		f.Title = f.T("location.edit")
	}
	return v.render(status, view.LocationForm(f, e))
}

func createLocation(v *visit) error {
	var wrong fault.Invalid
	in := catalog.LocationInput{Name: v.text("name"), Emoji: v.text("emoji"), ParentID: v.integer(&wrong, "parent_id")}
	var made catalog.Location
	err := cmp.Or(wrong.Err(), in.Validate())
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.LocationCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateLocation(v.Context(), change, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return locationForm(v, http.StatusUnprocessableEntity, nil, form.AsNotice("parent_id"))
	}, func() error {
		if v.text("next") != "" { // another one beside it
			return v.redirect("/locations/new?in=" + v.text("parent_id") + "&saved=" + strconv.FormatInt(made.ID, 10))
		}
		return v.redirect(view.LocationPath(made.ID))
	})
}

func editLocation(v *visit) error {
	_, at, err := v.locationOf()
	if err != nil {
		return err
	}
	return locationForm(v, http.StatusOK, at, view.Edited(view.LocationValues(at.Name, at.Emoji)))
}

func updateLocation(v *visit) error {
	_, at, err := v.locationOf()
	if err != nil {
		return err
	}
	var now catalog.Location
	err = v.amendBy(catalog.LocationUpdated, func(r postgres.Reader) (_ map[string]string, err error) {
		now, err = inventory.Location(v.Context(), r, at.ID)
		return view.LocationValues(now.Name, now.Emoji), err
	}, func(change postgres.Writer) error {
		in := catalog.LocationInput{Name: v.text("name"), Emoji: v.text("emoji"), ParentID: now.ParentID}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateLocation(v.Context(), change, at.ID, in)
		return err
	})
	return v.answer(err, func(form view.Form) error {
		return locationForm(v, http.StatusUnprocessableEntity, at, form)
	}, func() error { return v.redirect(view.LocationPath(at.ID)) })
}

func (v *visit) writeLocation(id int64, in catalog.LocationInput) error {
	if err := in.Validate(); err != nil {
		return err
	}
	return postgres.Change(v.Context(), v.Scope, catalog.LocationUpdated, func(change postgres.Writer) error {
		_, err := inventory.UpdateLocation(v.Context(), change, id, in)
		return err
	})
}

// deleteLocation deletes a place with those inside, and goes to the one around it.
// One that is gone already is as good as deleted.
func deleteLocation(v *visit) error {
	_, at, err := v.locationOf()
	if err != nil {
		return err
	}
	err = v.discard(catalog.LocationDeleted, func(change postgres.Writer) error {
		return inventory.DeleteLocation(v.Context(), change, at.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	if at.Parent != nil {
		return v.redirect(view.LocationPath(at.Parent.ID))
	}
	return v.redirect("/locations")
}
