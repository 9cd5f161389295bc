package exchange

import (
	"encoding/json"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/web/ui"
)

// Made are the files of one kind that jobs make for the user, and their page.
type Made struct {
	Path  string
	Files []catalog.ExportFile
}

// Working reports whether a file is being made.
func (m Made) Working() bool { return slices.ContainsFunc(m.Files, catalog.ExportFile.IsWorking) }

// madeName is the name of a file: for a pack its day, which insurers ask for.
func madeName(f ui.Frame, e catalog.ExportFile) string {
	switch {
	case e.Kind != catalog.ExportPack:
		return e.Name
	case e.Rows == nil:
		return f.Date(e.CreatedAt)
	}
	return f.Date(e.CreatedAt) + " · " + f.N("copies", *e.Rows)
}

// madeState describes the state of a file.
func madeState(f ui.Frame, e catalog.ExportFile) string {
	switch e.State {
	case catalog.ExportWaiting:
		return f.T("pack.waiting")
	case catalog.ExportWorking:
		return f.T("pack.working", "percent", f.Number(madeSoFar(e).Percent))
	case catalog.ExportFailed:
		if lacksRoom(e) {
			return f.T("export.no_room")
		}
		return f.T("pack.failed")
	case catalog.ExportExpired:
		if e.Kind == catalog.ExportPack {
			return f.T("pack.expired")
		}
		return f.T("export.expired")
	}
	until := f.T("pack.until", "day", f.Date(*e.ExpiresAt))
	if e.Kind == catalog.ExportPack {
		return until
	}
	return f.N("export.rows", *e.Rows) + " · " + f.Bytes(*e.Size) + " · " + until
}

// madeSoFar is the progress of a file, zero if none is known.
func madeSoFar(e catalog.ExportFile) (at importing.Progress) {
	_ = json.Unmarshal(e.Progress, &at) // none yet
	return at
}

// lacksRoom reports whether a file failed because there was no room for it.
func lacksRoom(e catalog.ExportFile) bool {
	var why importing.Failure
	return json.Unmarshal(e.Error, &why) == nil && why.Code == "no_room"
}
