package web

import (
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var trash = []page{
	show("GET /trash", "GET /api/trash", (*Web).trash),
	edit("POST /trash/{entry}/restore", "POST /api/trash/{entry}/restore", (*Web).restoreTrash),
	at("POST /trash/empty", identity.Manage, "DELETE /api/trash", (*Web).emptyTrash),
}

// trash shows what was deleted, the latest first: that is what somebody looks for who
// has just made a mistake.
func (w *Web) trash(v *visit) error { return w.trashWith(v, http.StatusOK, nil) }

func (w *Web) trashWith(v *visit, status int, inTheWay catalog.Conflicts) error {
	list := view.TrashList{InTheWay: inTheWay}
	err := v.together(func(r postgres.Reader) (err error) {
		list.Page, err = r.Trash(v.Context(), catalog.TrashFilter{Sort: "-deleted_at"}, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "trash")
	if err != nil {
		return err
	}
	f.Title = f.T("trash.title")
	return v.render(status, view.Trash(f, list))
}

// restoreTrash restores an entry and shows what came back, or what is in the way.
func (w *Web) restoreTrash(v *visit) error {
	id, err := v.number("entry")
	if err != nil {
		return err
	}
	var done catalog.Restored
	err = postgres.Change(v.Context(), v.Scope, catalog.TrashRestored, func(change postgres.Writer) (err error) {
		done, err = change.RestoreTrash(v.Context(), id, catalog.RestoreInput{})
		return err
	})
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		return w.trashWith(v, http.StatusConflict, inTheWay)
	}
	if err != nil {
		return err
	}
	return v.redirect(view.RestoredPath(done))
}

func (w *Web) emptyTrash(v *visit) error {
	if v.text("sure") != "" {
		err := postgres.Change(v.Context(), v.Scope, catalog.TrashEmptied, func(m postgres.Manager) error { return m.EmptyTrash(v.Context()) })
		if err != nil {
			return err
		}
	}
	return v.redirect("/trash")
}

// discard deletes something, and offers on the next page to undo that.
func (v *visit) discard(action catalog.Action, do func(postgres.Writer) error) error {
	var entry int64
	err := postgres.Change(v.Context(), v.Scope, action, func(w postgres.Writer) error {
		err := do(w)
		entry = postgres.Trashed(w)
		return err
	})
	if err == nil && entry != 0 {
		v.remember(undoCookie, strconv.FormatInt(entry, 10), 120)
	}
	return err
}

// undoable is the entry of what was deleted just before, once.
func (v *visit) undoable() int64 {
	c, err := v.Cookie(undoCookie)
	if err != nil || v.fragment() {
		return 0
	}
	v.remember(undoCookie, "", -1)
	id, _ := strconv.ParseInt(c.Value, 10, 64)
	return max(0, id)
}
