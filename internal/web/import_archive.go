package web

import (
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/tabular"
	"vitrine/internal/web/view"
)

// createArchiveImport begins to read an archive, which is for owners and needs no collection.
func createArchiveImport(v *visit, file received, in importing.NewImport) (made importing.Import, err error) {
	if !identity.Manage.Allows(v.Actor) {
		return made, fault.ErrNotFound
	}
	in.Asked.Format = tabular.Archive
	stored, err := v.web.attachments.KeepArchive(v.Context(), v.AccountID, file.Received)
	if err != nil {
		return made, err
	}
	return readStored(v, in, stored)
}

// askDiffers asks what becomes of what is there and differs.
func (v *visit) askDiffers(status int, s view.ImportStep) error {
	f, err := v.frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("archive.in.ready")
	return v.render(status, view.ArchiveReady(f, s))
}

// planArchive plans by what was answered.
func planArchive(v *visit, s view.ImportStep) error {
	m := importing.Mapping{Match: importing.Match{Differs: v.text("differs")}, Create: importing.CreateAll}
	return v.planImport(s.Import, m, func(form view.Form) error {
		s.Form = form.AsNotice("import").AsNotice("match.differs")
		return v.askDiffers(http.StatusUnprocessableEntity, s)
	})
}
