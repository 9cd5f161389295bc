package web

import (
	"errors"
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var trashPages = []row{
	show("GET /trash", "GET /api/trash", trash),
	edit("POST /trash/restore", "POST /api/trash/{entry}/restore", restoreMany),
	edit("POST /trash/{entry}/restore", "POST /api/trash/{entry}/restore", restoreTrash),
	at("POST /trash/{entry}/delete", identity.Manage, "DELETE /api/trash/{entry}", deleteTrash),
	at("POST /trash/empty", identity.Manage, "DELETE /api/trash", emptyTrash),
}

// trash shows what was deleted, the latest first: that is what somebody looks for who
// has just made a mistake.
func trash(v *visit) error { return trashWith(v, http.StatusOK, nil) }

func trashWith(v *visit, status int, inTheWay catalog.Conflicts) error {
	list := view.TrashList{InTheWay: inTheWay, Query: v.asked("q"), Kind: v.asked("type"), Nothing: v.asked("restored") == "0"}
	var wrong fault.Invalid
	filter := catalog.TrashFilter{Search: catalog.NewSearch(&wrong, "q", list.Query), ObjectType: list.Kind, Sort: "-deleted_at"}
	if list.Kind != "" {
		wrong.OneOf("type", list.Kind, catalog.TrashTypes)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	err := v.together(func(r postgres.Reader) (err error) {
		list.Page, err = ledger.Trash(v.Context(), r, filter, v.paging())
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

// lasts lets a visit take as long as what is deleted or restored has rows.
func (v *visit) lasts() {
	v.mayTake(postgres.LongestChange)
	v.Request = v.WithContext(postgres.Lasting(v.Context()))
}

// mayTake gives an answer more time than others have.
func (v *visit) mayTake(long time.Duration) {
	_ = http.NewResponseController(v.out).SetWriteDeadline(time.Now().Add(long)) // only the tests' writers have no deadline
}

// restoreTrash restores an entry and shows what came back, or what is in the way.
func restoreTrash(v *visit) error {
	id, err := v.number("entry")
	if err != nil {
		return err
	}
	v.lasts()
	var done catalog.Restored
	err = postgres.Change(v.Context(), v.Scope, catalog.TrashRestored, func(change postgres.Writer) (err error) {
		done, err = ledger.RestoreTrash(v.Context(), change, id, catalog.RestoreInput{})
		return err
	})
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		return trashWith(v, http.StatusConflict, inTheWay)
	}
	if err != nil {
		return err
	}
	return v.redirect(view.RestoredPath(done))
}

// deleteTrash deletes one entry for good.
func deleteTrash(v *visit) error {
	id, err := v.number("entry")
	if err != nil {
		return err
	}
	v.lasts()
	err = postgres.Change(v.Context(), v.Scope, catalog.TrashedObjectDeleted, func(m postgres.Manager) error { return ledger.DeleteTrashEntry(v.Context(), m, id) })
	if err != nil {
		return err
	}
	return v.redirect("/trash")
}

func emptyTrash(v *visit) error {
	if v.text("sure") != "" {
		v.lasts()
		err := postgres.Change(v.Context(), v.Scope, catalog.TrashEmptied, func(m postgres.Manager) error { return ledger.EmptyTrash(v.Context(), m) })
		if err != nil {
			return err
		}
	}
	return v.redirect("/trash")
}

// discard deletes something, and offers on the next page to undo that.
func (v *visit) discard(action catalog.Action, do func(postgres.Writer) error) error {
	var entry int64
	v.lasts()
	err := postgres.Change(v.Context(), v.Scope, action, func(w postgres.Writer) error {
		err := do(w)
		entry = postgres.Trashed(w)
		return err
	})
	if err == nil && entry != 0 {
		v.offerUndo([]int64{entry})
	}
	return err
}
