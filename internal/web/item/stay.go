package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var Stays = kind[catalog.Stay, catalog.StayInput]{
	word: "stay", id: "stay", path: "stays", api: "location-history", tab: "stays", Get: "getLocationHistory",
	list: ledger.Stays, read: ledger.Stay, create: makes(ledger.CreateStay), update: ledger.UpdateStay, delete: ledger.DeleteStay,
	created: catalog.CopyMoved, updated: catalog.LocationHistoryUpdated, deleted: catalog.LocationHistoryDeleted,
	asks: StayAsks, values: StayValues, line: StayLine, check: (*catalog.StayInput).Validate,
	mark:  func(r catalog.Stay) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(*page.Visit, RecordEdit) map[string]string { return map[string]string{"moved_at": Today()} },
	verbs: func(*page.Visit) (title, do string) { return "act.move.title", "act.move" },
	choices: func(v *page.Visit, r postgres.Reader, e *RecordEdit) error {
		chosen := page.AsID(v.Text("location_id"))
		if of := page.AsID(v.PathValue("stay")); of != nil && chosen == nil {
			held, err := v.Number("copy")
			if err != nil {
				return err
			}
			now, err := ledger.Stay(v.Context(), r, held, *of)
			if err != nil {
				return err
			}
			chosen = now.LocationID
		}
		places, err := inventory.Places(v.Context(), r, chosen)
		e.Choices = map[string][]ui.Option{"location_id": ui.PlaceOptions(places)}
		if places.More {
			e.Find = map[string]string{"location_id": ui.FindPlaces}
		}
		return err
	},
	input: func(v *page.Visit, wrong *fault.Invalid, _ catalog.CopySheet) catalog.StayInput {
		return catalog.StayInput{
			LocationID: v.Integer(wrong, "location_id"),
			MovedAt:    day(v, wrong, "moved_at"),
			MovedOutAt: day(v, wrong, "moved_out_at"),
			Reason:     v.Optional("reason"),
			Note:       v.Optional("note"),
		}
	},
}

// StayAsks are the fields of a stay at a location.
var StayAsks = []Question{
	{Name: "location_id", Kind: AskChoice, Text: "field.location"},
	{Name: "moved_at", Kind: AskDay, Must: true},
	{Name: "reason"},
	{Name: "moved_out_at", Kind: AskDay, Rare: true},
	{Name: "note", Kind: AskText, Text: "field.note", Rare: true},
}

// StayValues are the values of a stay in its form.
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
