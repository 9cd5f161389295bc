package shelf

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// SetList is a page of sets.
type SetList struct {
	Page        catalog.Page[catalog.Set]
	Summaries   map[int64]catalog.SetSummary
	Collections []catalog.CollectionLink
	Collection  int64 // the only one whose sets are shown
	Query       string
}

// Path is the address of the list from its beginning.
func (l SetList) Path() string {
	query := url.Values{}
	if l.Query != "" {
		query.Set("q", l.Query)
	}
	if l.Collection > 0 {
		query.Set("collection", ui.Number(l.Collection))
	}
	if len(query) == 0 {
		return "/sets"
	}
	return "/sets?" + query.Encode()
}

// collection is what a set's collection is called.
func (l SetList) collection(s catalog.Set) string {
	for _, c := range l.Collections {
		if c.ID == s.CollectionID {
			return c.Emoji + " " + c.Name
		}
	}
	return ""
}

// SetShown is a set with what of it is there and what is missing. Of Better there is a
// copy, and another one is wanted.
type SetShown struct {
	Set                    catalog.Set
	Summary                catalog.SetSummary
	Missing, Better, Owned ui.Cards
}

// unknown is how many parts are not catalogued yet.
func (s SetShown) unknown() int64 {
	if s.Summary.Target == nil {
		return 0
	}
	return max(0, *s.Summary.Target-s.Summary.Items)
}

// complete reports whether nothing is missing.
func complete(s catalog.SetSummary) bool {
	return s.Target != nil && s.Owned >= *s.Target || s.Target == nil && s.Items > 0 && s.Owned == s.Items
}

// have is how much of a set is there, in words.
func have(f ui.Frame, s catalog.SetSummary) string {
	if s.Target == nil {
		return f.T("set.have.open", "n", f.Number(s.Owned), "of", f.Number(s.Items))
	}
	return f.T("set.have", "n", f.Number(s.Owned), "of", f.Number(*s.Target))
}

// share is the same in percent. Without a target, of what is catalogued.
func share(s catalog.SetSummary) int64 {
	if p := s.Percentage(); p != nil {
		return *p
	}
	return 100 * s.Owned / max(1, s.Items)
}

func percent(f ui.Frame, s catalog.SetSummary) string { return f.Number(share(s)) + " %" }

// SetEdit is the form of a set.
type SetEdit struct {
	Set         *catalog.Set // nil for a new one
	Collections []catalog.CollectionLink
	Form        ui.Form
}

// Back is where one came from.
func (e SetEdit) Back() string {
	if e.Set == nil {
		return "/sets"
	}
	return ui.SetPath(e.Set.ID)
}

// collections are those that a set can be made in.
func (e SetEdit) collections() (all []ui.Option) {
	for _, c := range e.Collections {
		all = append(all, ui.Option{Value: ui.Number(c.ID), Label: c.Emoji + " " + c.Name})
	}
	return all
}

// SetValues are those of a set in its form.
func SetValues(s catalog.Set) map[string]string {
	return ui.Filled(map[string]any{"name": s.Name, "description": s.Description, "target_count": s.TargetCount})
}

// SeriesList is a page of series.
type SeriesList struct {
	Page   catalog.Page[catalog.Series]
	Counts map[int64]catalog.Summary // items, by series
	Query  string
}

// Path is the address of the list from its beginning.
func (l SeriesList) Path() string {
	if l.Query != "" {
		return ui.With("/series", "q", l.Query)
	}
	return "/series"
}

// SeriesShown is a series with its items.
type SeriesShown struct {
	Series catalog.Series
	Things ui.Cards
}

// SeriesValues are those of a series in its form.
func SeriesValues(s catalog.Series) map[string]string {
	return ui.Filled(map[string]any{"name": s.Name, "description": s.Description})
}
