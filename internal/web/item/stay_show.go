package item

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// StayAsks are the fields of a stay at a location.
var StayAsks = []Question{
	{Name: "location_id", Kind: AskChoice, Text: "field.location"},
	{Name: "moved_at", Kind: AskDay, Must: true},
	{Name: "reason"},
	{Name: "moved_out_at", Kind: AskDay, Rare: true},
	{Name: "note", Kind: AskText, Text: "field.note", Rare: true},
}

// StayValues are those of a stay in its form.
func StayValues(s catalog.Stay) map[string]string {
	return ui.Filled(map[string]any{"location_id": s.LocationID, "moved_at": s.MovedAt, "moved_out_at": s.MovedOutAt, "reason": s.Reason, "note": s.Note})
}

// StayLine is a stay in a list.
func StayLine(f ui.Frame, s catalog.Stay) Line {
	l := Line{ID: s.ID, Icon: "map-pin", Title: s.LocationName}
	if s.MovedOutAt == nil {
		l.Badge, l.Shape, l.Fine = f.T("stay.here"), "●", true
		l.Facts = append(l.Facts, f.T("stay.since", "day", f.Date(s.MovedAt)))
	} else {
		l.Facts = append(l.Facts, f.Date(s.MovedAt)+" – "+f.Date(*s.MovedOutAt))
	}
	l.fact(s.Reason)
	l.fact(s.Note)
	return l
}
