package exchange

import (
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/tabular"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// createArchiveImport begins to read an archive, which is for owners and needs no collection.
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

// askDiffers asks what becomes of what is there and differs.
func askDiffers(v *page.Visit, status int, s ImportStep) error {
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("archive.in.ready")
	return v.Render(status, ArchiveReady(f, s))
}

// planArchive plans by what was answered.
func planArchive(v *page.Visit, s ImportStep) error {
	m := importing.Mapping{Match: importing.Match{Differs: v.Text("differs")}, Create: importing.CreateAll}
	return planImport(v, s.Import, m, func(form ui.Form) error {
		s.Form = form.AsNotice("import").AsNotice("match.differs")
		return askDiffers(v, http.StatusUnprocessableEntity, s)
	})
}
