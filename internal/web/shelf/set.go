package shelf

import (
	"cmp"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var setPages = []page.Row{
	page.Show("GET /sets", "GET /api/sets", sets),
	page.Edit("GET /sets/new", "", newSet),
	page.Edit("POST /sets", "POST /api/sets", createSet),
	page.Show("GET /sets/{set}", "GET /api/sets/{set}", set),
	page.Edit("GET /sets/{set}/edit", "", editSet),
	page.Edit("POST /sets/{set}", "PUT /api/sets/{set}", updateSet),
	page.Edit("POST /sets/{set}/delete", "DELETE /api/sets/{set}", deleteSet),
}

// sets shows how far each set is complete.
func sets(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	list := SetList{Query: v.Param("q")}
	filter := catalog.SetFilter{Search: search, CollectionID: page.AsID(v.Param("collection"))}
	if filter.CollectionID != nil {
		list.Collection = *filter.CollectionID
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.Sets(v.Context(), r, filter, v.Paging())
		return err
	}, func(r postgres.Reader) (err error) {
		list.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if list.Summaries, err = inventory.SetSummaries(v.Context(), reader, page.IdsOf(list.Page.Items, func(s catalog.Set) int64 { return s.ID })); err != nil {
		return err
	}
	f, err := v.Frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("sets.title")
	return v.Render(http.StatusOK, Sets(f, list))
}

// set shows what of a set is there, and what is missing.
func set(v *page.Visit) error {
	id, err := v.Number("set")
	if err != nil {
		return err
	}
	shown := SetShown{}
	of := func(to *ui.Cards, param string, has, wanted *bool) func(postgres.Reader) error {
		filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, HasCopies: has, Wish: catalog.WishFilter{Wanted: wanted},
			SortedBy: catalog.SortedBy{SetID: catalog.IDFilter{Asked: true, ID: &id}}}
		return func(r postgres.Reader) (err error) {
			to.Page, err = inventory.Items(v.Context(), r, filter, v.Beginning(param))
			return err
		}
	}
	var summaries map[int64]catalog.SetSummary
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Set, err = inventory.Set(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		summaries, err = inventory.SetSummaries(v.Context(), r, []int64{id})
		return err
	}, of(&shown.Missing, "missing", new(false), nil), of(&shown.Better, "better", new(true), new(true)), of(&shown.Owned, "owned", new(true), new(false)))
	if err != nil {
		return err
	}
	shown.Summary = summaries[id]
	if err := page.CardsOf(v, &shown.Missing, &shown.Better, &shown.Owned); err != nil {
		return err
	}
	f, err := v.Frame(shown.Set.Name, "sets")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, SetPage(f, shown))
}

func newSet(v *page.Visit) error {
	return setForm(v, http.StatusOK, nil, ui.Form{Values: map[string]string{"collection_id": v.Param("collection")}})
}

// setForm shows the form of a new set, or of one that is there.
func setForm(v *page.Visit, status int, of *catalog.Set, form ui.Form) error {
	e := SetEdit{Set: of, Form: form}
	err := v.Together(func(r postgres.Reader) (err error) {
		e.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("set.new")
	if of != nil {
		f.Title = f.T("set.edit")
	}
	e.Form = form.In(f.Texts).AsNotice("collection")
	return v.Render(status, SetForm(f, e))
}

// setInput reads the form.
func setInput(v *page.Visit, wrong *fault.Invalid) catalog.SetInput {
	return catalog.SetInput{Name: v.Text("name"), Description: v.Optional("description"), TargetCount: v.Integer(wrong, "target_count")}
}

func createSet(v *page.Visit) error {
	var wrong fault.Invalid
	in := catalog.NewSet{CollectionID: v.Integer(&wrong, "collection_id"), SetInput: setInput(v, &wrong)}
	var made catalog.Set
	err := cmp.Or(wrong.Err(), in.Validate())
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.SetCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateSet(v.Context(), change, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return setForm(v, http.StatusUnprocessableEntity, nil, form)
	}, func() error { return v.Redirect(ui.SetPath(made.ID)) })
}

// setOf reads the set of the path.
func setOf(v *page.Visit) (set catalog.Set, err error) {
	id, err := v.Number("set")
	if err != nil {
		return set, err
	}
	reader, err := v.Reader()
	if err != nil {
		return set, err
	}
	return inventory.Set(v.Context(), reader, id)
}

func editSet(v *page.Visit) error {
	set, err := setOf(v)
	if err != nil {
		return err
	}
	return setForm(v, http.StatusOK, &set, ui.Edited(SetValues(set)))
}

func updateSet(v *page.Visit) error {
	set, err := setOf(v)
	if err != nil {
		return err
	}
	err = v.AmendBy(catalog.SetUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Set(v.Context(), r, set.ID)
		return SetValues(now), err
	}, func(change postgres.Writer) error {
		var wrong fault.Invalid
		in := setInput(v, &wrong)
		if err := cmp.Or(wrong.Err(), in.Validate()); err != nil {
			return err
		}
		_, err := inventory.UpdateSet(v.Context(), change, set.ID, in)
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return setForm(v, http.StatusUnprocessableEntity, &set, form)
	}, func() error { return v.Redirect(ui.SetPath(set.ID)) })
}

func deleteSet(v *page.Visit) error {
	return v.Delete("set", catalog.SetDeleted, "/sets", inventory.DeleteSet)
}
