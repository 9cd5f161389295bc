package shelf

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"

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

// setList is a page of sets.
type setList struct {
	Page        catalog.Page[catalog.Set]
	Summaries   map[int64]catalog.SetSummary
	Collections []catalog.CollectionLink
	Collection  int64 // if only its sets are shown
	Query       string
}

// path is the address of the list from its beginning.
func (l setList) path() string {
	query := url.Values{}
	if l.Query != "" {
		query.Set("q", l.Query)
	}
	if l.Collection > 0 {
		query.Set("collection", ui.Number(l.Collection))
	}
	return ui.Asking("/sets", query)
}

// sets shows the progress of each set.
func sets(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	l := setList{Query: v.Param("q")}
	filter := catalog.SetFilter{Search: search, CollectionID: page.AsID(v.Param("collection"))}
	if filter.CollectionID != nil {
		l.Collection = *filter.CollectionID
	}
	if err = v.Together(func(r postgres.Reader) (err error) {
		l.Page, err = inventory.Sets(v.Context(), r, filter, v.Paging())
		return err
	}, func(r postgres.Reader) (err error) {
		l.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	}); err != nil {
		return err
	}
	if l.Summaries, err = page.Summed(v, l.Page, func(s catalog.Set) int64 { return s.ID }, inventory.SetSummaries); err != nil {
		return err
	}
	return v.Show(http.StatusOK, "sets.title", "sets", func(f ui.Frame) templ.Component { return setsPage(f, l) })
}

// setShown is a set with its owned and missing items. Better are items with a copy for which another
// is wanted.
type setShown struct {
	Set                    catalog.Set
	Summary                catalog.SetSummary
	Numbers                catalog.SetNumbers
	Missing, Better, Owned ui.Cards
	Added                  int64 // items just now
}

// set shows the owned and missing items of a set.
func set(v *page.Visit) error {
	id, err := v.Number("set")
	if err != nil {
		return err
	}
	shown := setShown{}
	of := func(to *ui.Cards, param string, has, wanted *bool) func(postgres.Reader) error {
		filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, HasCopies: has, Wish: catalog.WishFilter{Wanted: wanted},
			SortedBy: catalog.SortedBy{SetID: catalog.IDFilter{Asked: true, ID: &id}}}
		return func(r postgres.Reader) (err error) {
			to.Page, err = inventory.Items(v.Context(), r, filter, v.Beginning(param))
			return err
		}
	}
	var summaries map[int64]catalog.SetSummary
	var parts []catalog.SetPart
	if err = v.Together(func(r postgres.Reader) (err error) {
		shown.Set, err = inventory.Set(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		summaries, err = inventory.SetSummaries(v.Context(), r, []int64{id})
		return err
	}, func(r postgres.Reader) (err error) {
		parts, err = inventory.SetParts(v.Context(), r, id)
		return err
	}, of(&shown.Missing, "missing", new(false), nil), of(&shown.Better, "better", new(true), new(true)), of(&shown.Owned, "owned", new(true), new(false))); err != nil {
		return err
	}
	shown.Summary, shown.Added = summaries[id], page.Count(v, "added")
	shown.Numbers, _ = catalog.NumbersOf(parts, shown.Set.TargetCount)
	if err := page.CardsOf(v, &shown.Missing, &shown.Better, &shown.Owned); err != nil {
		return err
	}
	f, err := v.Frame(shown.Set.Name, "sets")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, setPage(f, shown))
}

// setForm shows the form of a new or existing set.
func setForm(of *catalog.Set) page.Again {
	return func(v *page.Visit, status int, form ui.Form) error {
		var collections []catalog.CollectionLink
		if err := v.Together(func(r postgres.Reader) (err error) {
			collections, err = inventory.CollectionLinks(v.Context(), r)
			return err
		}); err != nil {
			return err
		}
		title := "set.new"
		if of != nil {
			title = "set.edit"
		}
		return v.Show(status, title, "sets", func(f ui.Frame) templ.Component {
			return setEdit(f, of, form.In(f.Texts).AsNotice("collection"), collections)
		})
	}
}

var storedSet = page.Stored[catalog.Set, catalog.SetInput]{Read: inventory.Set, Write: inventory.UpdateSet, Values: setValues, Input: setInput}

func setInput(v *page.Visit, wrong *fault.Invalid) catalog.SetInput {
	return catalog.SetInput{Name: v.Text("name"), Description: v.Optional("description"), TargetCount: v.Integer(wrong, "target_count")}
}

func newSetInput(v *page.Visit, wrong *fault.Invalid) catalog.NewSet {
	return catalog.NewSet{CollectionID: v.Integer(wrong, "collection_id"), SetInput: setInput(v, wrong)}
}

func setValues(s catalog.Set) map[string]string {
	return ui.Filled(map[string]any{"name": s.Name, "description": s.Description, "target_count": s.TargetCount})
}

func newSet(v *page.Visit) error {
	return setForm(nil)(v, http.StatusOK, ui.Form{Values: map[string]string{"collection_id": v.Param("collection")}})
}

func createSet(v *page.Visit) error {
	return page.Create(v, catalog.SetCreated, newSetInput, inventory.CreateSet, setForm(nil), func(s catalog.Set) string { return ui.SetPath(s.ID) })
}

func editSet(v *page.Visit) error {
	s, err := page.Load(v, "set", inventory.Set)
	if err != nil {
		return err
	}
	return setForm(&s)(v, http.StatusOK, ui.Edited(setValues(s)))
}

func updateSet(v *page.Visit) error {
	s, err := page.Load(v, "set", inventory.Set)
	if err != nil {
		return err
	}
	return page.Update(v, catalog.SetUpdated, s.ID, storedSet, setForm(&s), ui.SetPath(s.ID))
}

func deleteSet(v *page.Visit) error {
	return v.Delete("set", catalog.SetDeleted, "/sets", inventory.DeleteSet)
}
