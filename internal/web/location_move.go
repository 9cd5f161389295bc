package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var locationMovePages = []row{
	edit("GET /locations/{location}/move", "", askMove),
	edit("POST /locations/{location}/move", "PUT /api/locations/{location}", moveLocation),
	edit("GET /locations/choices", "GET /api/locations", placeChoices),
	edit("GET /locations/{location}/fill", "GET /api/copies", askFill),
	edit("GET /locations/move-copies", "", askMoveCopies),
	edit("POST /locations/move-copies", "POST /api/batch", moveCopies),
}

// foundPlaces is how many places a search by name shows.
const foundPlaces = 50

// picker offers places to choose from, as the address asks: opened at one, or those
// with a name.
func (v *visit) picker(tree *catalog.LocationTree, at *catalog.LocationNode) view.Picker {
	p := view.Picker{Tree: tree, At: at, Query: v.asked("q"), Path: v.URL.Path, Kept: url.Values{"copy": v.URL.Query()["copy"]}}
	if id, err := strconv.ParseInt(v.asked("at"), 10, 64); err == nil {
		p.At = tree.Find(id)
	}
	if p.Query != "" {
		p.Found = tree.Named(p.Query, foundPlaces)
	}
	return p
}

func askMove(v *visit) error {
	tree, at, err := v.locationOf()
	if err != nil {
		return err
	}
	return moveForm(v, http.StatusOK, tree, at, "")
}

// moveForm asks where a place goes.
func moveForm(v *visit, status int, tree *catalog.LocationTree, of *catalog.LocationNode, message string) error {
	f, err := v.frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("location.move.title", "name", of.Name)
	m := view.Move{Picker: v.picker(tree, of.Parent), Location: of, Message: message}
	if v.fragment() {
		return v.render(status, view.MoveSheet(f, m))
	}
	return v.render(status, view.MovePage(f, m))
}

// placeChoices are the locations of a form that does not offer all: those that are
// called as asked for. The one that is chosen stays until another is.
func placeChoices(v *visit) error {
	query, chosen := v.asked("q"), v.asked("location_id")
	if query == "" {
		reader, err := v.reader()
		if err != nil {
			return err
		}
		places, err := inventory.Places(v.Context(), reader, asID(chosen))
		if err != nil {
			return err
		}
		return v.render(http.StatusOK, view.OfferedPlaces(places, chosen))
	}
	tree, err := v.tree()
	if err != nil {
		return err
	}
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	var at *catalog.LocationNode
	if id := asID(chosen); id != nil {
		at = tree.Find(*id)
	}
	return v.render(http.StatusOK, view.FoundPlaces(f, tree.Named(query, foundPlaces), at))
}

// asID is an id in an address or a form, nil if it is none.
func asID(s string) *int64 {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil
	}
	return &id
}

// chosenPlace is the place that was chosen, nil for none. Who chooses nothing is told.
func (v *visit) chosenPlace() (*int64, error) {
	var wrong fault.Invalid
	to := v.integer(&wrong, "to")
	if !v.PostForm.Has("to") {
		wrong.Add("to", "Please choose a location.")
	}
	return to, wrong.Err()
}

// moveLocation puts a place into another one, or at the top. Why it cannot be inside
// itself is said in words that name both.
func moveLocation(v *visit) error {
	tree, at, err := v.locationOf()
	if err != nil {
		return err
	}
	to, err := v.chosenPlace()
	if err == nil {
		err = v.writeLocation(at.ID, catalog.LocationInput{Name: at.Name, Emoji: at.Emoji, ParentID: to})
	}
	return v.answer(err, func(form view.Form) error {
		if _, err := v.frame("", ""); err != nil { // the language
			return err
		}
		return moveForm(v, http.StatusUnprocessableEntity, tree, at, v.whyNot(tree, at, to, form))
	}, func() error { return v.redirect(view.LocationPath(at.ID)) })
}

// whyNot says why a place cannot be moved.
func (v *visit) whyNot(tree *catalog.LocationTree, at *catalog.LocationNode, to *int64, form view.Form) string {
	if to != nil {
		switch target := tree.Find(*to); {
		case target == at:
			return v.texts.T("location.itself", "name", at.Name)
		case target != nil && target.Inside(at):
			return v.texts.T("location.circle", "inner", target.Name, "outer", at.Name)
		}
	}
	return form.AsNotice("parent_id").AsNotice("to").Message
}

// askFill offers copies to be moved to a place: those found, or those that are
// nowhere.
func askFill(v *visit) (err error) {
	p := view.Places{Query: v.asked("q")}
	var wrong fault.Invalid
	filter := catalog.CopyFilter{Nowhere: p.Query == "", Search: catalog.NewSearch(&wrong, "q", p.Query)}
	if err := wrong.Err(); err != nil {
		return err
	}
	if p.Tree, p.At, err = v.locationOf(v.kept(&p, filter)); err != nil {
		return err
	}
	if err := v.itemsOf(&p); err != nil {
		return err
	}
	f, err := v.frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("location.fill.title", "name", p.At.Name)
	if v.fragment() {
		return v.render(http.StatusOK, view.FillSheet(f, p))
	}
	return v.render(http.StatusOK, view.FillPage(f, p))
}

// askMoveCopies asks where the copies of the address go.
func askMoveCopies(v *visit) error {
	tree, err := v.tree()
	if err != nil {
		return err
	}
	return moveCopiesForm(v, http.StatusOK, tree, v.URL.Query()["copy"], "")
}

func moveCopiesForm(v *visit, status int, tree *catalog.LocationTree, copies []string, message string) error {
	f, err := v.frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.N("location.move.copies", int64(len(copies)))
	m := view.Move{Picker: v.picker(tree, nil), Copies: copies, Message: message}
	if v.fragment() {
		return v.render(status, view.MoveSheet(f, m))
	}
	return v.render(status, view.MovePage(f, m))
}

// moveCopies puts copies to a place, or nowhere, a hundred in each transaction. Copies
// that are gone by then are left out.
func moveCopies(v *visit) error {
	to, err := v.chosenPlace()
	moved, rest := v.doneBefore(), v.chosen("copy")
	if err == nil {
		var done []int64
		done, rest, err = changeEach(v, catalog.CopyUpdated, rest, func(ctx context.Context, change postgres.Writer, id int64) (int64, error) {
			return id, amendCopy(ctx, change, id, func(_ catalog.Copy, in *catalog.CopyInput) bool {
				in.LocationID = to
				return true
			})
		})
		moved += int64(len(done))
	}
	return v.answer(err, func(form view.Form) error {
		tree, err := v.tree()
		if err != nil {
			return err
		}
		form = form.AsNotice("location_id").AsNotice("to")
		return moveCopiesForm(v, http.StatusUnprocessableEntity, tree, written(rest), form.Message)
	}, func() error {
		if v.fragment() {
			return v.part(moved)
		}
		path := "/locations/none"
		if to != nil {
			path = view.LocationPath(*to)
		}
		return v.redirect(path + "?moved=" + strconv.FormatInt(moved, 10))
	})
}

// amendCopy changes a part of a copy, in one transaction with the look at it. A copy
// that is right already is left out, like one that is gone.
func amendCopy(ctx context.Context, change postgres.Writer, id int64, amend func(catalog.Copy, *catalog.CopyInput) bool) error {
	c, err := inventory.Copy(ctx, change.Reader, id)
	if err != nil {
		return err
	}
	in := catalog.CopyInput{Identifier: c.Identifier, LocationID: c.LocationID, Status: c.Status, Quantity: &c.Quantity, AcquiredAt: c.AcquiredAt, DisposedAt: c.DisposedAt, Note: c.Note}
	if !amend(c, &in) {
		return fault.ErrNotFound
	}
	_, err = inventory.UpdateCopyOf(ctx, change, c.ItemID, c.ID, in)
	return err
}
