package settings

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// What was deleted last can be restored on the next page. The browser remembers the
// entries in the trash as ranges, such as 3-7.12, for two minutes.

const (
// seconds
// bytes; a browser keeps 4096 of a cookie

)

// restoreMany restores what was deleted together, a hundred entries in each transaction.
// Those that are not in the trash any more are left out; if something is in the way,
// nothing of its part is restored, and it is offered again.
func restoreMany(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	found, err := ledger.InTrash(v.Context(), reader, page.Unranged(v.Text("entries")))
	if err != nil {
		return err
	}
	done, rest, err := page.ChangeEach(v, catalog.TrashRestored, found, func(ctx context.Context, change postgres.Writer, id int64) (catalog.Restored, error) {
		return ledger.RestoreTrash(ctx, change, id, catalog.RestoreInput{})
	})
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		defer v.Remember(page.UndoCookie, page.Ranged(rest), page.UndoTime) // a page forgets what was offered before
		return trashWith(v, http.StatusConflict, inTheWay)
	}
	if err != nil {
		return err
	}
	return v.Redirect(restoredPath(v, done))
}

// restoredPath shows what was restored: items in the list that they were deleted from.
func restoredPath(v *page.Visit, done []catalog.Restored) string {
	if len(done) == 0 {
		return "/trash?restored=0"
	}
	in := done[0].Parents.CollectionID
	if done[0].Entry.ObjectType != "item" || in == nil {
		return RestoredPath(done[0])
	}
	list := url.Values{}
	if from, err := url.Parse(v.Before()); err == nil && from.Path == ui.CollectionPath(*in) {
		list = from.Query()
	}
	for _, said := range []string{"deleted", "moved", "to", "tagged", "untagged", "restored"} {
		list.Del(said)
	}
	return ui.ListPath(*in, list.Encode(), "restored", strconv.Itoa(len(done)))
}
