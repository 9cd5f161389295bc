package locations

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// A shelf check compares the catalogue with what is on the shelf. It changes nothing, so the copies
// seen so far are kept in the form, not stored. Its steps answer forms without a redirect; sending one
// again does no harm.
var shelfCheckPages = []page.Row{
	page.Show("GET /locations/{location}/check", "GET /api/copies", beginCheck),
	page.Show("POST /locations/{location}/check", "GET /api/copies", goOnChecking),
	page.Edit("POST /locations/{location}/check/move", "POST /api/batch", moveChecked),
	page.Edit("POST /locations/{location}/check/mark", "POST /api/batch", markChecked),
}

// mostChecked limits how far the copies of a shelf are counted.
const mostChecked = 1_000_000

func beginCheck(v *page.Visit) (err error) {
	c := Check{Number: 1}
	c.Nested = v.URL.Query().Has("all")
	if c.Tree, c.At, err = page.LocationOf(v); err != nil {
		return err
	}
	return check(v, http.StatusOK, c)
}

// checkSoFar reads the state of a check from its form.
func checkSoFar(v *page.Visit) (c Check, err error) {
	c.Nested = v.Text("all") != ""
	number, _ := strconv.ParseInt(v.Text("page"), 10, 64) // 0 means the first
	c.Number = max(1, min(number, mostChecked))
	if c.Seen, err = page.Unpacked(v, "seen"); err != nil {
		return c, err
	}
	shown, err := page.Unpacked(v, "shown")
	if err != nil {
		return c, err
	}
	c.Seen = slices.DeleteFunc(c.Seen, func(id int64) bool { // ticks of this page replace earlier ones
		_, on := slices.BinarySearch(shown, id)
		return on
	})
	c.Seen = append(c.Seen, page.Numbers(v.PostForm["here"])...)
	slices.Sort(c.Seen)
	c.Seen = slices.Compact(c.Seen)
	return c, nil
}

// goOnChecking notes ticks and scans, and shows a page of the list or the result.
func goOnChecking(v *page.Visit) error {
	c, err := checkSoFar(v)
	if err != nil {
		return err
	}
	var found []catalog.Copy
	code := v.Text("identifier")
	if c.Tree, c.At, err = page.LocationOf(v, scanned(v, code, &found)); err != nil {
		return err
	}
	switch v.Text("go") {
	case "next":
		c.Number++
	case "previous":
		c.Number = max(1, c.Number-1)
	case "this", "nested":
		c.Nested, c.Number = v.Text("go") == "nested", 1
	case "result":
		c.Result = true
	}
	if code != "" {
		c.See(code, found)
	}
	return check(v, http.StatusOK, c)
}

// scanned finds the copies of a scanned code: an identifier, or the address on one of our labels.
func scanned(v *page.Visit, code string, found *[]catalog.Copy) func(postgres.Reader) error {
	return func(r postgres.Reader) error {
		if id := catalog.LabelledCopy(v.Base, code); id > 0 {
			c, err := inventory.Copy(v.Context(), r, id)
			if err == nil {
				*found = []catalog.Copy{c}
			}
			if errors.Is(err, fault.ErrNotFound) {
				err = nil
			}
			return err
		}
		if code == "" {
			return nil
		}
		page, err := inventory.Copies(v.Context(), r, catalog.CopyFilter{Identifier: code}, catalog.Paging{Number: 1, PerPage: page.PerPage})
		*found = page.Items
		return err
	}
}

// check shows a step of a check, or its result.
func check(v *page.Visit, status int, c Check) error {
	on := catalog.ShelfCheck{LocationID: c.At.ID, Nested: c.Nested}
	all, missing := catalog.Paging{Number: c.Number, PerPage: page.PerPage, Most: mostChecked}, catalog.Paging{Number: 1, PerPage: 1, Most: mostChecked}
	if c.Result {
		all, missing = catalog.Paging{Number: 1, PerPage: 1, Most: mostChecked}, catalog.Paging{Number: 1, PerPage: page.PerPage, Most: mostChecked}
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		c.Page, err = inventory.Unseen(v.Context(), r, on, nil, all)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Missing, err = inventory.Unseen(v.Context(), r, on, c.Seen, missing)
		return err
	}, func(r postgres.Reader) (err error) {
		if len(c.Seen) > 0 {
			c.Strays, err = inventory.Strays(v.Context(), r, on, c.Seen, catalog.Paging{Number: 1, PerPage: page.PerPage, Most: mostChecked})
		}
		return err
	}, func(r postgres.Reader) (err error) {
		if c.Result {
			c.Offered, err = inventory.Places(v.Context(), r, page.AsID(c.Form.Value("location_id")))
		}
		return err
	})
	if err != nil {
		return err
	}
	if c.Items, err = page.CopyItems(v, slices.Concat(c.Page.Items, c.Missing.Items, c.Strays.Items, c.Scanned)); err != nil {
		return err
	}
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("check.title", "name", c.At.Name)
	c.State = page.Packed(c.Seen)
	c.Shown, c.Listed, c.Strayed = page.Packed(copyIDs(c.Page.Items)), page.Packed(copyIDs(c.Missing.Items)), page.Packed(copyIDs(c.Strays.Items))
	if c.Result {
		return v.Render(status, CheckResult(f, c))
	}
	v.MayCompile()
	return v.Render(status, CheckList(f, c))
}

func copyIDs(copies []catalog.Copy) []int64 {
	return page.IdsOf(copies, func(c catalog.Copy) int64 { return c.ID })
}

// meant are the copies that a button of a result concerns: one, or all listed.
func meant(v *page.Visit, button, listed string) ([]int64, error) {
	if v.Text(button) == "all" {
		return page.Unpacked(v, listed)
	}
	return page.Numbers(v.PostForm[button]), nil
}

// putRight corrects copies after a check and shows the result again. Correct copies stay, so that
// sending a form twice does nothing.
func putRight(v *page.Visit, said string, ids []int64, err error, amend func(catalog.Copy, *catalog.CopyInput) bool) error {
	c, bad := checkSoFar(v)
	if bad != nil {
		return bad
	}
	if c.Tree, c.At, bad = page.LocationOf(v); bad != nil {
		return bad
	}
	if _, bad = v.Frame("", ""); bad != nil { // sets the language
		return bad
	}
	c.Result = true
	var done []int64
	if err == nil {
		done, _, err = page.ChangeEach(v, catalog.CopyUpdated, ids, func(ctx context.Context, change postgres.Writer, id int64) (int64, error) {
			return id, amendCopy(ctx, change, id, amend)
		})
	}
	c.Form = v.FormOf(nil)
	return v.Answer(err, func(form ui.Form) error {
		c.Form = form.AsNotice("location_id")
		return check(v, http.StatusUnprocessableEntity, c)
	}, func() error {
		if len(done) > 0 {
			c.Done = v.Texts.N(said, int64(len(done)))
		}
		return check(v, http.StatusOK, c)
	})
}

// moveChecked moves strays to the location they were seen at, or missing copies to where they are.
func moveChecked(v *page.Visit) error {
	here, err := v.Number("location")
	if err != nil {
		return err
	}
	if v.Text("stray") != "" {
		ids, err := meant(v, "stray", "strayed")
		return putRight(v, "location.moved", ids, err, func(c catalog.Copy, in *catalog.CopyInput) bool {
			in.LocationID = &here
			return c.LocationID == nil || *c.LocationID != here
		})
	}
	var wrong fault.Invalid
	to := v.Integer(&wrong, "location_id")
	if to == nil && wrong.Err() == nil {
		wrong.Add("location_id", "Please choose a location.")
	}
	ids, err := meant(v, "missing", "listed")
	if err == nil {
		err = wrong.Err()
	}
	return putRight(v, "location.moved", ids, err, func(c catalog.Copy, in *catalog.CopyInput) bool {
		in.LocationID = to
		return c.LocationID == nil || *c.LocationID != *to
	})
}

// markChecked marks missing copies as lost, or found ones as owned.
func markChecked(v *page.Visit) error {
	button, listed, status := "missing", "listed", "lost"
	if v.Text("stray") != "" {
		button, listed, status = "stray", "strayed", "owned"
	}
	ids, err := meant(v, button, listed)
	return putRight(v, "check.marked", ids, err, func(c catalog.Copy, in *catalog.CopyInput) bool {
		in.Status = status
		return c.Status != status
	})
}
