package web

import (
	"cmp"
	"net/http"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

// copyTabs are the parts of the page of a copy, each with an address.
var copyTabPages = []row{
	show("GET /copies/{copy}", "GET /api/copies/{copy}/history", copyStory),
	tab("value", "GET /api/copies/{copy}/valuations", valuations, transactions),
	tab("loans", "GET /api/copies/{copy}/loans", loansOfCopies),
	tab("maintenance", "GET /api/copies/{copy}/maintenance-records", maintenance),
	tab("provenance", "GET /api/copies/{copy}/provenance-events", provenance),
	tab("stays", "GET /api/copies/{copy}/location-history", stays),
	tab("insurance", "GET /api/copies/{copy}/insurance-records", insuranceRecords),
	show("GET /copies/{copy}/documents", "GET /api/copies/{copy}/documents", copyDocuments),
}

// records are the pages of the records of copies.
var recordPages = slices.Concat(valuations.pages(), transactions.pages(), loansOfCopies.pages(), returnPages, maintenance.pages(), provenance.pages(), stays.pages(), insuranceRecords.pages())

// listed is a kind of records that a tab lists.
type listed interface {
	inTab(v *visit, id int64) (read func(postgres.Reader) error, shown func(view.Frame) view.Lines)
}

func tab(name, operation string, kinds ...listed) row {
	return show("GET /copies/{copy}/"+name, operation, func(v *visit) error {
		id, err := v.number("copy")
		if err != nil {
			return err
		}
		var reads []func(postgres.Reader) error
		var lists []func(view.Frame) view.Lines
		for _, k := range kinds {
			read, shown := k.inTab(v, id)
			reads, lists = append(reads, read), append(lists, shown)
		}
		return copyPage(v, id, view.CopyShown{Tab: name}, func(f view.Frame, s *view.CopyShown) {
			for _, shown := range lists {
				s.Lists = append(s.Lists, shown(f))
			}
		}, reads...)
	})
}

// copyPage shows a copy with what a tab reads beside it.
func copyPage(v *visit, id int64, s view.CopyShown, fill func(view.Frame, *view.CopyShown), reads ...func(postgres.Reader) error) error {
	s.Refused = v.refused
	err := v.together(append(reads, func(r postgres.Reader) (err error) {
		s.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	})...)
	if err != nil {
		return err
	}
	f, err := v.frame("", view.CurrentCollection(s.Copy.CollectionID))
	if err != nil {
		return err
	}
	f.Title = view.CopyName(f, s.Copy.Copy)
	fill(f, &s)
	return v.render(cmp.Or(v.status, http.StatusOK), view.Copy(f, s))
}

// copyStory is the timeline of a copy.
func copyStory(v *visit) error {
	id, err := v.number("copy")
	if err != nil {
		return err
	}
	s := view.CopyShown{Only: v.asked("only"), Brief: v.asked("brief") != ""}
	filter := catalog.TimelineFilter{Complete: !s.Brief}
	if s.Only != "" {
		var wrong fault.Invalid
		wrong.OneOf("only", s.Only, catalog.TimelineTypes)
		if err := wrong.Err(); err != nil {
			return err
		}
		filter.Types = []string{s.Only}
	}
	var found catalog.Page[catalog.TimelineEntry]
	return copyPage(v, id, s, func(_ view.Frame, s *view.CopyShown) { s.Story = found }, func(r postgres.Reader) (err error) {
		found, err = ledger.Timeline(v.Context(), r, id, filter, catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after")})
		return err
	})
}

func copyDocuments(v *visit) error {
	id, err := v.number("copy")
	if err != nil {
		return err
	}
	return documentsPage(v, id, view.Form{Values: map[string]string{"document_type": "receipt"}})
}

// documentsPage shows the documents of a copy, perhaps with a form that was refused.
func documentsPage(v *visit, id int64, form view.Form) error {
	var found catalog.Page[catalog.Document]
	return copyPage(v, id, view.CopyShown{Tab: "documents", Form: form}, func(_ view.Frame, s *view.CopyShown) { s.Documents = found }, func(r postgres.Reader) (err error) {
		found, err = inventory.Documents(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after")})
		return err
	})
}
