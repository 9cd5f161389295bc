package exchange

import (
	"encoding/json"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Archives are the files that jobs have made, or make.
type Archives struct {
	Files  []catalog.ExportFile
	Form   ui.Form
	Stores bool // the installation keeps files
}

// Busy reports whether a file is being made.
func (a Archives) Busy() bool { return slices.ContainsFunc(a.Files, catalog.ExportFile.IsWorking) }

// made says how far a file is, or what there is of it.
func made(f ui.Frame, e catalog.ExportFile) string {
	switch e.State {
	case catalog.ExportDone:
		return f.T("archive.state.done", "size", f.Bytes(*e.Size), "date", f.Date(*e.ExpiresAt))
	case catalog.ExportWorking:
		var at struct{ Done, Total int64 }
		if json.Unmarshal(e.Progress, &at) == nil && at.Total > 0 {
			return f.T("archive.state.step", "done", f.Number(at.Done), "total", f.Number(at.Total))
		}
	}
	return f.T("archive.state." + e.State)
}
