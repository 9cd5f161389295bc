package item

import (
	"cmp"
	"net/http"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// copyTabPages are the parts of the page of a copy, each with an address.
var copyTabPages = []page.Row{
	page.Show("GET /copies/{copy}", "GET /api/copies/{copy}/history", copyStory),
	tab("value", "GET /api/copies/{copy}/valuations", Valuations, Transactions),
	tab("loans", "GET /api/copies/{copy}/loans", LoansOfCopies),
	tab("maintenance", "GET /api/copies/{copy}/maintenance-records", Maintenance),
	tab("provenance", "GET /api/copies/{copy}/provenance-events", Provenance),
	tab("stays", "GET /api/copies/{copy}/location-history", Stays),
	tab("insurance", "GET /api/copies/{copy}/insurance-records", InsuranceRecords),
	page.Show("GET /copies/{copy}/documents", "GET /api/copies/{copy}/documents", copyDocuments),
}

// recordPages are the pages of the records of copies.
var recordPages = slices.Concat(Valuations.pages(), Transactions.pages(), LoansOfCopies.pages(), returnPages, gonePages, Maintenance.pages(), Provenance.pages(), Stays.pages(), InsuranceRecords.pages())

// listed is a kind of records that a tab lists.
type listed interface {
	inTab(v *page.Visit, id int64) (read func(postgres.Reader) error, shown func(ui.Frame) Lines)
}

func tab(name, operation string, kinds ...listed) page.Row {
	return page.Show("GET /copies/{copy}/"+name, operation, func(v *page.Visit) error {
		id, err := v.Number("copy")
		if err != nil {
			return err
		}
		var reads []func(postgres.Reader) error
		var lists []func(ui.Frame) Lines
		for _, k := range kinds {
			read, shown := k.inTab(v, id)
			reads, lists = append(reads, read), append(lists, shown)
		}
		return copyPage(v, id, CopyShown{Tab: name}, func(f ui.Frame, s *CopyShown) {
			for _, shown := range lists {
				s.Lists = append(s.Lists, shown(f))
			}
		}, reads...)
	})
}

// copyPage shows a copy with the data of a tab.
func copyPage(v *page.Visit, id int64, s CopyShown, fill func(ui.Frame, *CopyShown), reads ...func(postgres.Reader) error) error {
	s.Refused = v.Refused
	err := v.Together(append(reads, func(r postgres.Reader) (err error) {
		s.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	})...)
	if err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(s.Copy.CollectionID))
	if err != nil {
		return err
	}
	f.Title = CopyName(f, s.Copy)
	fill(f, &s)
	return v.Render(cmp.Or(v.Status, http.StatusOK), Copy(f, s))
}

// copyStory is the timeline of a copy.
func copyStory(v *page.Visit) error {
	id, err := v.Number("copy")
	if err != nil {
		return err
	}
	s := CopyShown{Only: v.Param("only"), Brief: v.Param("brief") != ""}
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
	return copyPage(v, id, s, func(_ ui.Frame, s *CopyShown) { s.Story = found }, func(r postgres.Reader) (err error) {
		found, err = ledger.Timeline(v.Context(), r, id, filter, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param("after")})
		return err
	})
}

func copyDocuments(v *page.Visit) error {
	id, err := v.Number("copy")
	if err != nil {
		return err
	}
	return documentsPage(v, id, ui.Form{Values: map[string]string{"document_type": "receipt"}})
}

// documentsPage shows the documents of a copy, perhaps with a refused form.
func documentsPage(v *page.Visit, id int64, form ui.Form) error {
	var found catalog.Page[catalog.Document]
	return copyPage(v, id, CopyShown{Tab: "documents", Form: form}, func(_ ui.Frame, s *CopyShown) { s.Documents = found }, func(r postgres.Reader) (err error) {
		found, err = inventory.Documents(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param("after")})
		return err
	})
}
