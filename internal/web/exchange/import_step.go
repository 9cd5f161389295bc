package exchange

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// importStepPages are the steps of an import: look, map, plan, apply, and revert. The page of an
// import shows the step of its state.
var importStepPages = []page.Row{
	page.Edit("GET /imports/{import}", "GET /api/imports/{import}", importStep),
	page.Edit("GET /imports/{import}/look", "GET /api/imports/{import}/preview", lookAtImport),
	page.Edit("GET /imports/{import}/mapping", "GET /api/imports/{import}/preview", askMapping),
	page.Edit("POST /imports/{import}/mapping", "PUT /api/imports/{import}/mapping", mapImport),
	page.Edit("POST /imports/{import}/corrections", "PUT /api/imports/{import}/mapping", correctImport),
	page.Edit("POST /imports/{import}/apply", "POST /api/imports/{import}/apply", applyImport),
	page.Edit("POST /imports/{import}/cancel", "POST /api/imports/{import}/cancel", actOnImport(exchange.CancelImport)),
	page.Edit("GET /imports/{import}/revert", "GET /api/imports/{import}", askRevert),
	page.Edit("POST /imports/{import}/revert", "POST /api/imports/{import}/revert", actOnImport(exchange.RevertImport)),
}

// importOf reads the import of the path.
func importOf(v *page.Visit) (imp importing.Import, err error) {
	id, err := v.Number("import")
	if err != nil {
		return imp, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		imp, err = exchange.Import(v.Context(), r, id)
		return err
	})
	return imp, err
}

// stepOf is an import with the data that all its pages need.
func stepOf(v *page.Visit) (s ImportStep, err error) {
	if s.Import, err = importOf(v); err != nil {
		return s, err
	}
	if err := s.Read(); err != nil {
		return s, err
	}
	if id := s.Import.CollectionID; id != nil {
		reader, err := v.Reader()
		if err != nil {
			return s, err
		}
		c, err := inventory.Collection(v.Context(), reader, *id)
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return s, err
		}
		s.Collection = c.Name
	} else if s.Import.NewCollection != nil {
		var c catalog.CollectionInput
		if err := json.Unmarshal(s.Import.NewCollection, &c); err != nil {
			return s, err
		}
		s.Collection, s.New = c.Name, true
	}
	return s, nil
}

// importStep shows the present step of an import.
func importStep(v *page.Visit) error { return importStepWith(v, http.StatusOK, ui.Form{}) }

func importStepWith(v *page.Visit, status int, form ui.Form) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	s.Form = form
	switch state := s.Import.State; {
	case v.Fragment() && v.Param("state") != "" && v.Param("state") != state:
		v.Reply = &page.Reply{Status: http.StatusOK, Header: http.Header{"HX-Redirect": {ImportPath(s.Import.ID)}}}
		return nil
	case state == importing.Ready && s.Import.IsArchive():
		return askDiffers(v, status, s)
	case state == importing.Ready:
		return look(v, status, s)
	case state == importing.Planned, state == importing.Applied, state == importing.Reverted, state == importing.Stopped:
		if err := importRows(v, &s); err != nil {
			return err
		}
	}
	f, err := importFrame(v, &s)
	if err != nil {
		return err
	}
	switch s.Import.State {
	case importing.Planned:
		return v.Render(status, ImportPlan(f, s))
	case importing.Applied, importing.Reverted, importing.Stopped:
		return v.Render(status, ImportReport(f, s))
	case importing.Failed, importing.Cancelled, importing.Expired:
		return v.Render(status, ImportOver(f, s))
	}
	f.Again = true
	return v.Render(status, ImportWorking(f, s))
}

func importFrame(v *page.Visit, s *ImportStep) (ui.Frame, error) {
	f, err := v.Frame("", "imports")
	f.Title = s.Title(f)
	return f, err
}

// importRows reads the rows of a plan or a report: those asked for, and the first with problems.
func importRows(v *page.Visit, s *ImportStep) error {
	var wrong fault.Invalid
	s.Filter = importing.RowFilter{Action: v.Param("action"), Status: v.Param("status"), Code: v.Param("code")}
	wrong.OneOf("action", s.Filter.Action, importing.Actions)
	wrong.OneOf("status", s.Filter.Status, importing.Statuses)
	if err := wrong.Err(); err != nil {
		return err
	}
	if s.Import.State == importing.Reverted && s.Filter == (importing.RowFilter{}) {
		s.Filter.Status = "left"
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		s.Rows, err = exchange.ImportRows(v.Context(), r, s.Import.ID, s.Filter, v.Paging())
		return err
	}, func(r postgres.Reader) (err error) {
		if s.Import.State == importing.Planned && s.Plan.Error > 0 && s.Filter == (importing.RowFilter{}) {
			s.Wrong, err = exchange.ImportRows(v.Context(), r, s.Import.ID, importing.RowFilter{Action: "error"}, catalog.Paging{Number: 1, PerPage: ShownProblems, Most: page.MostCounted})
		}
		return err
	})
	if err != nil {
		return err
	}
	return importCells(v, s)
}

// applyImport begins or resumes applying the plan.
func applyImport(v *page.Visit) error {
	var wrong fault.Invalid
	plan := v.Integer(&wrong, "plan")
	if plan == nil {
		plan = new(int64(0))
	}
	in := importing.Apply{Plan: *plan, SkipErrors: v.Text("skip_errors") != ""}
	return onImport(v, func(ctx context.Context, change postgres.Writer, id int64) (importing.Import, error) {
		return exchange.ApplyImport(ctx, change, id, in)
	})
}

func actOnImport(do func(context.Context, postgres.Writer, int64) (importing.Import, error)) func(*page.Visit) error {
	return func(v *page.Visit) error { return onImport(v, do) }
}

// onImport changes an import and shows it, with the error if it was refused.
func onImport(v *page.Visit, do func(context.Context, postgres.Writer, int64) (importing.Import, error)) error {
	id, err := v.Number("import")
	if err != nil {
		return err
	}
	page.MayTake(v, postgres.LongestChange)
	err = postgres.Change(v.Context(), v.Scope, "", func(change postgres.Writer) error {
		_, err := do(v.Context(), change, id)
		return err
	})
	if err == nil {
		return v.Redirect(ImportPath(id))
	}
	if _, err := v.Frame("", ""); err != nil { // sets the language of errors
		return err
	}
	return v.Answer(asInvalid(v, err), func(form ui.Form) error {
		for _, wrong := range form.Invalid.Fields { // the page has no field for them
			form = form.AsNotice(wrong.Name)
		}
		return importStepWith(v, http.StatusUnprocessableEntity, form)
	}, nil)
}

// askRevert explains reverting before it begins.
func askRevert(v *page.Visit) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	if !s.CanRevert(v.Web.Now()) {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("import.revert.title")
	return v.Render(http.StatusOK, ImportRevert(f, s))
}
