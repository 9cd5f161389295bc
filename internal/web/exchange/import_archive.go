package exchange

import (
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/tabular"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// createArchiveImport begins to read an archive. Only owners may, and it needs no collection.
func createArchiveImport(v *page.Visit, file page.Received, in importing.NewImport) (made importing.Import, err error) {
	if !identity.Manage.Allows(v.Actor) {
		return made, fault.ErrNotFound
	}
	in.Asked.Format = tabular.Archive
	stored, err := v.Web.Attachments.KeepArchive(v.Context(), v.AccountID, file.Received)
	if err != nil {
		return made, err
	}
	return readStored(v, in, stored)
}

// askDiffers asks what to do with existing objects that differ.
func askDiffers(v *page.Visit, status int, s ImportStep) error {
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("archive.in.ready")
	return v.Render(status, ArchiveReady(f, s))
}

// planArchive plans by that answer.
func planArchive(v *page.Visit, s ImportStep) error {
	m := importing.Mapping{Match: importing.Match{Differs: v.Text("differs")}, Create: importing.CreateAll}
	return planImport(v, s.Import, m, func(form ui.Form) error {
		s.Form = form.AsNotice("import").AsNotice("match.differs")
		return askDiffers(v, http.StatusUnprocessableEntity, s)
	})
}

// partNames are the texts for the parts of an archive.
var partNames = map[string]string{
	"account": "archive.part.account", "locations": "archive.part.locations", "item_conditions": "archive.part.item_conditions", "tags": "archive.part.tags", "series": "archive.part.series",
	"collection_types": "archive.part.collection_types", "custom_field_groups": "archive.part.custom_field_groups", "custom_fields": "archive.part.custom_fields",
	"collections": "archive.part.collections", "categories": "archive.part.categories", "sets": "archive.part.sets", "policies": "archive.part.policies", "items": "archive.part.items", "copies": "archive.part.copies",
	"transactions": "archive.part.transactions", "valuations": "archive.part.valuations", "insurance_records": "archive.part.insurance_records",
	"provenance_events": "archive.part.provenance_events", "maintenance_records": "archive.part.maintenance_records", "loans": "archive.part.loans",
	"location_stays": "archive.part.location_stays", "photos": "archive.part.photos", "documents": "archive.part.documents", "import_keys": "archive.part.import_keys",
}

// partCount is a part with a number.
type partCount struct {
	Name string
	N    int64
}

// partCounts are the parts that have a number, in the order of an archive.
func partCounts(f ui.Frame, n func(part string) int64) (all []partCount) {
	for _, p := range portable.Parts {
		if count := n(p.Name); count > 0 {
			all = append(all, partCount{Name: f.T(partNames[p.Name]), N: count})
		}
	}
	return all
}

// stepNames are the steps of an import. An archive has no columns to look at.
func (s ImportStep) stepNames(f ui.Frame) []string {
	if s.Import.IsArchive() {
		return []string{f.T("import.step.file"), f.T("import.step.plan"), f.T("import.step.apply")}
	}
	return []string{f.T("import.step.file"), f.T("import.step.look"), f.T("import.step.map"), f.T("import.step.plan"), f.T("import.step.apply")}
}

// stepAt is the number of a step among those that the import has.
func (s ImportStep) stepAt(step int) int {
	if !s.Import.IsArchive() {
		return step
	}
	return map[int]int{1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 4}[step]
}

// rowPlace is the position of a row in its file.
func rowPlace(f ui.Frame, row importing.ShownRow) string {
	if row.Part != nil {
		return f.T("archive.in.line", "part", f.T(partNames[*row.Part]), "n", f.Number(row.Line))
	}
	return f.T("import.row", "n", f.Number(row.Row))
}

// appliedAs is the text of the button that applies a plan.
func (s ImportStep) appliedAs(f ui.Frame) string {
	if s.Import.IsArchive() {
		return f.N("archive.in.apply", s.Plan.Create+s.Plan.Update)
	}
	return f.N("import.apply", s.Plan.Create+s.Plan.Update)
}

// mapAgain is the text of the link to plan again.
func (s ImportStep) mapAgain(f ui.Frame) string {
	if s.Import.IsArchive() {
		return f.T("archive.in.other")
	}
	return f.T("import.plan.map")
}

// doneAs describes the result of an import.
func (s ImportStep) doneAs(f ui.Frame) string {
	if s.Import.IsArchive() {
		return f.N("archive.in.done", s.Report.Done)
	}
	return f.N("import.report.lead", s.Report.Done, "name", s.Collection)
}

// differs is the choice for existing objects that differ.
func (s ImportStep) differs() string {
	if m := s.Import.Mapping; m != nil && m.Match.Differs != "" {
		return m.Match.Differs
	}
	return importing.KeepPresent
}
