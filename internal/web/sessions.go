package web

import (
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var sessions = []page{
	show("GET /settings/sessions", "", (*Web).sessions),
	own("POST /settings/sessions/{session}/end", "DELETE /api/administration/api/{id}", (*Web).endSession),
}

func (w *Web) sessions(v *visit) error {
	f, err := v.frame("", "settings")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	all, err := reader.Sessions(v.Context())
	if err != nil {
		return err
	}
	f.Title = f.T("sessions.title")
	return v.render(http.StatusOK, view.Sessions(f, all, v.Actor.KeyID))
}

func (w *Web) endSession(v *visit) error {
	id, err := strconv.ParseInt(v.PathValue("session"), 10, 64)
	if err != nil {
		return fault.ErrNotFound
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.APIKeyDeleted, func(o postgres.Own) error { return o.DeleteAPIKey(v.Context(), id) })
	if err != nil {
		return err
	}
	return v.redirect("/settings/sessions")
}
