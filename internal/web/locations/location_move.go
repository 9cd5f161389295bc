package locations

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var locationMovePages = []page.Row{
	page.Edit("GET /locations/{location}/move", "", askMove),
	page.Edit("POST /locations/{location}/move", "PUT /api/locations/{location}", moveLocation),
	page.Edit("GET /locations/choices", "GET /api/locations", placeChoices),
	page.Edit("GET /locations/{location}/fill", "GET /api/copies", askFill),
	page.Edit("GET /locations/move-copies", "", askMoveCopies),
	page.Edit("POST /locations/move-copies", "POST /api/batch", moveCopies),
}

// foundPlaces limits the locations that a search shows.
const foundPlaces = 50

// picker offers locations: those around one, or those with a name.
func picker(v *page.Visit, tree *catalog.LocationTree, at *catalog.LocationNode) Picker {
	p := Picker{Tree: tree, At: at, Query: v.Param("q"), Path: v.URL.Path, Kept: url.Values{"copy": v.URL.Query()["copy"]}}
	if id, err := strconv.ParseInt(v.Param("at"), 10, 64); err == nil {
		p.At = tree.Find(id)
	}
	if p.Query != "" {
		p.Found = tree.Named(p.Query, foundPlaces)
	}
	return p
}

func askMove(v *page.Visit) error {
	tree, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	return moveForm(v, http.StatusOK, tree, at, "")
}

// moveForm asks for the new parent of a location.
func moveForm(v *page.Visit, status int, tree *catalog.LocationTree, of *catalog.LocationNode, message string) error {
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("location.move.title", "name", of.Name)
	m := Move{Picker: picker(v, tree, of.Parent), Location: of, Message: message}
	if v.Fragment() {
		return v.Render(status, MoveSheet(f, m))
	}
	return v.Render(status, MovePage(f, m))
}

// placeChoices are locations found by name, for a form that does not offer all. The chosen one stays
// until another is chosen.
func placeChoices(v *page.Visit) error {
	query, chosen := v.Param("q"), v.Param("location_id")
	if query == "" {
		reader, err := v.Reader()
		if err != nil {
			return err
		}
		places, err := inventory.Places(v.Context(), reader, page.AsID(chosen))
		if err != nil {
			return err
		}
		return v.Render(http.StatusOK, OfferedPlaces(places, chosen))
	}
	tree, err := page.Tree(v)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	var at *catalog.LocationNode
	if id := page.AsID(chosen); id != nil {
		at = tree.Find(*id)
	}
	return v.Render(http.StatusOK, FoundPlaces(f, tree.Named(query, foundPlaces), at))
}

// chosenPlace is the chosen location, nil for none. Choosing nothing is an error.
func chosenPlace(v *page.Visit) (*int64, error) {
	var wrong fault.Invalid
	to := v.Integer(&wrong, "to")
	if !v.PostForm.Has("to") {
		wrong.Add("to", "Please choose a location.")
	}
	return to, wrong.Err()
}

// moveLocation moves a location into another one, or to the top. If it would be inside itself, the
// error names both.
func moveLocation(v *page.Visit) error {
	tree, at, err := page.LocationOf(v)
	if err != nil {
		return err
	}
	to, err := chosenPlace(v)
	if err == nil {
		err = writeLocation(v, at.ID, catalog.LocationInput{Name: at.Name, Emoji: at.Emoji, ParentID: to})
	}
	return v.Answer(err, func(form ui.Form) error {
		if _, err := v.Frame("", ""); err != nil { // sets the language
			return err
		}
		return moveForm(v, http.StatusUnprocessableEntity, tree, at, whyNot(v, tree, at, to, form))
	}, func() error { return v.Redirect(ui.LocationPath(at.ID)) })
}

// whyNot explains why a location cannot be moved.
func whyNot(v *page.Visit, tree *catalog.LocationTree, at *catalog.LocationNode, to *int64, form ui.Form) string {
	if to != nil {
		switch target := tree.Find(*to); {
		case target == at:
			return v.Texts.T("location.itself", "name", at.Name)
		case target != nil && target.Inside(at):
			return v.Texts.T("location.circle", "inner", target.Name, "outer", at.Name)
		}
	}
	return form.AsNotice("parent_id").AsNotice("to").Message
}

// askFill offers copies to move to a location: those found, or those without a location.
func askFill(v *page.Visit) (err error) {
	p := Places{Query: v.Param("q")}
	var wrong fault.Invalid
	filter := catalog.CopyFilter{Nowhere: p.Query == "", Search: catalog.NewSearch(&wrong, "q", p.Query)}
	if err := wrong.Err(); err != nil {
		return err
	}
	if p.Tree, p.At, err = page.LocationOf(v, kept(v, &p, filter)); err != nil {
		return err
	}
	if err := itemsOf(v, &p); err != nil {
		return err
	}
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("location.fill.title", "name", p.At.Name)
	if v.Fragment() {
		return v.Render(http.StatusOK, FillSheet(f, p))
	}
	return v.Render(http.StatusOK, FillPage(f, p))
}

// askMoveCopies asks where to move the copies of the address.
func askMoveCopies(v *page.Visit) error {
	tree, err := page.Tree(v)
	if err != nil {
		return err
	}
	return moveCopiesForm(v, http.StatusOK, tree, v.URL.Query()["copy"], "")
}

func moveCopiesForm(v *page.Visit, status int, tree *catalog.LocationTree, copies []string, message string) error {
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.N("location.move.copies", int64(len(copies)))
	m := Move{Picker: picker(v, tree, nil), Copies: copies, Message: message}
	if v.Fragment() {
		return v.Render(status, MoveSheet(f, m))
	}
	return v.Render(status, MovePage(f, m))
}

// moveCopies moves copies to a location, or to none, a hundred in each transaction. It skips copies
// that are gone.
func moveCopies(v *page.Visit) error {
	to, err := chosenPlace(v)
	moved, rest := v.DoneBefore(), v.Chosen("copy")
	if err == nil {
		var done []int64
		done, rest, err = page.ChangeEach(v, catalog.CopyUpdated, rest, func(ctx context.Context, change postgres.Writer, id int64) (int64, error) {
			return id, amendCopy(ctx, change, id, func(_ catalog.Copy, in *catalog.CopyInput) bool {
				in.LocationID = to
				return true
			})
		})
		moved += int64(len(done))
	}
	return v.Answer(err, func(form ui.Form) error {
		tree, err := page.Tree(v)
		if err != nil {
			return err
		}
		form = form.AsNotice("location_id").AsNotice("to")
		return moveCopiesForm(v, http.StatusUnprocessableEntity, tree, page.Written(rest), form.Message)
	}, func() error {
		if page.OfMany(v) {
			return v.Part(moved)
		}
		path := "/locations/none"
		if to != nil {
			path = ui.LocationPath(*to)
		}
		return v.Redirect(path + "?moved=" + strconv.FormatInt(moved, 10))
	})
}

// amendCopy reads and changes a copy in one transaction. It skips copies that need no change or are gone.
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
