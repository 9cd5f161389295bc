package api

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var locationHistory = []route{
	read(member, "GET /api/copies/{copy}/location-history", listIn(ledger.Stays), many(stay)),
	read(member, "GET /api/copies/{copy}/location-history/{stay}", getIn(ledger.Stay), one(stay)),
	write(editor, "POST /api/copies/{copy}/location-history", catalog.CopyMoved, createIn(stayInput, ledger.CreateStay), newStay),
	write(editor, "PUT /api/copies/{copy}/location-history/{stay}", catalog.LocationHistoryUpdated, updateIn(stayInput, ledger.UpdateStay), one(stay)),
	write(editor, "DELETE /api/copies/{copy}/location-history/{stay}", catalog.LocationHistoryDeleted, discardIn(ledger.DeleteStay), trashed),
}

func stayInput(b *body) catalog.StayInput {
	return catalog.StayInput{
		LocationID: b.integer("location_id"),
		MovedAt:    b.date("moved_at"),
		MovedOutAt: b.date("moved_out_at"),
		Reason:     b.optional("reason"),
		Note:       b.optional("note"),
	}
}

// newStay answers 201 for a new stay, and 200 if it only ended the present one or nothing changed.
func newStay(r *request, s ledger.NewStay) answer {
	status := http.StatusOK
	if s.Made {
		status = http.StatusCreated
	}
	return single(status, plain(stay))(r, s.Stay)
}

func stay(s catalog.Stay) resource {
	return resource{kind: "location_history", id: s.ID, self: recordPath(s.CopyID, "location-history", s.ID), attributes: attributes{
		{"uuid", s.UUID},
		{"copy_id", ref{&s.CopyID}},
		{"location_id", ref{s.LocationID}},
		{"location_name", s.LocationName},
		{"moved_at", s.MovedAt},
		{"moved_out_at", s.MovedOutAt},
		{"reason", s.Reason},
		{"note", s.Note},
		{"is_open", s.MovedOutAt == nil},
		{"created_at", s.CreatedAt},
		{"updated_at", s.UpdatedAt},
	}}
}
