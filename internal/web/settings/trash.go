package settings

import (
	"errors"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
)

var trashPages = []page.Row{
	page.Show("GET /trash", "GET /api/trash", trash),
	page.Edit("POST /trash/restore", "POST /api/trash/{entry}/restore", restoreMany),
	page.Edit("POST /trash/{entry}/restore", "POST /api/trash/{entry}/restore", restoreTrash),
	page.At("POST /trash/{entry}/delete", identity.Manage, "DELETE /api/trash/{entry}", deleteTrash),
	page.At("POST /trash/empty", identity.Manage, "DELETE /api/trash", emptyTrash),
}

// trash shows the deleted objects, the latest first, for users who just made a mistake.
func trash(v *page.Visit) error { return trashWith(v, http.StatusOK, nil) }

func trashWith(v *page.Visit, status int, inTheWay catalog.Conflicts) error {
	list := TrashList{InTheWay: inTheWay, Query: v.Param("q"), Kind: v.Param("type"), Nothing: v.Param("restored") == "0"}
	var wrong fault.Invalid
	filter := catalog.TrashFilter{Search: catalog.NewSearch(&wrong, "q", list.Query), ObjectType: list.Kind, Sort: "-deleted_at"}
	if list.Kind != "" {
		wrong.OneOf("type", list.Kind, catalog.TrashTypes)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = ledger.Trash(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "trash")
	if err != nil {
		return err
	}
	f.Title = f.T("trash.title")
	return v.Render(status, Trash(f, list))
}

// restoreTrash restores an entry and shows the object, or the conflicts.
func restoreTrash(v *page.Visit) error {
	id, err := v.Number("entry")
	if err != nil {
		return err
	}
	page.Lasts(v)
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
	return v.Redirect(RestoredPath(done))
}

// deleteTrash deletes one entry for good.
func deleteTrash(v *page.Visit) error {
	id, err := v.Number("entry")
	if err != nil {
		return err
	}
	page.Lasts(v)
	err = postgres.Change(v.Context(), v.Scope, catalog.TrashedObjectDeleted, func(m postgres.Manager) error { return ledger.DeleteTrashEntry(v.Context(), m, id) })
	if err != nil {
		return err
	}
	return v.Redirect("/trash")
}

func emptyTrash(v *page.Visit) error {
	if v.Text("sure") != "" {
		page.Lasts(v)
		err := postgres.Change(v.Context(), v.Scope, catalog.TrashEmptied, func(m postgres.Manager) error { return ledger.EmptyTrash(v.Context(), m) })
		if err != nil {
			return err
		}
	}
	return v.Redirect("/trash")
}
