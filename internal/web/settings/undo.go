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

// The last deletion can be undone on the next page. A cookie keeps the trash entries as ranges, such
// as 3-7.12, for two minutes.

// restoreMany restores entries that were deleted together, a hundred in each transaction. It skips
// entries no longer in the trash. On a conflict, nothing of that part is restored, and it is offered
// again.
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
		defer v.Remember(page.UndoCookie, page.Ranged(rest), page.UndoTime) // a page clears the earlier offer
		return trashWith(v, http.StatusConflict, inTheWay)
	}
	if err != nil {
		return err
	}
	return v.Redirect(restoredPath(v, done))
}

// restoredPath is the page after restoring: for items the list they were deleted from.
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
	return ui.ListPath(*in, ui.Unsaid(list, "restored", strconv.Itoa(len(done))).Encode())
}
