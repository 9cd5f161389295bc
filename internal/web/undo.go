package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

// What was deleted last can be restored on the next page. The browser remembers the
// entries in the trash as ranges, such as 3-7.12, for two minutes.

const (
	undoTime = 120  // seconds
	undoSize = 3000 // bytes; a browser keeps 4096 of a cookie
	mostUndo = 10_000
)

// offerUndo offers on the next page to restore entries, and those of the parts before
// that a script has sent.
func (v *visit) offerUndo(entries []int64) {
	if v.doneBefore() > 0 {
		if c, err := v.Cookie(undoCookie); err == nil {
			entries = append(unranged(c.Value), entries...)
		}
	}
	if kept := ranged(entries); kept != "" && len(kept) <= undoSize {
		v.remember(undoCookie, kept, undoTime)
	}
}

// undoable is what was deleted just before, once.
func (v *visit) undoable() view.Undoable {
	c, err := v.Cookie(undoCookie)
	if err != nil || v.fragment() {
		return view.Undoable{}
	}
	v.remember(undoCookie, "", -1)
	entries := unranged(c.Value)
	return view.Undoable{Entries: ranged(entries), N: int64(len(entries))}
}

// ranged writes ids as ranges, in order.
func ranged(ids []int64) string {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var parts []string
	for i := 0; i < len(ids); {
		last := i
		for last+1 < len(ids) && ids[last+1] == ids[last]+1 {
			last++
		}
		part := strconv.FormatInt(ids[i], 10)
		if last > i {
			part += "-" + strconv.FormatInt(ids[last], 10)
		}
		parts, i = append(parts, part), last+1
	}
	return strings.Join(parts, ".")
}

// unranged reads them again, as many as can be restored at once. What is no range is left
// out.
func unranged(text string) (ids []int64) {
	for part := range strings.SplitSeq(text, ".") {
		from, to, further := strings.Cut(part, "-")
		if !further {
			to = from
		}
		first, err := strconv.ParseInt(from, 10, 64)
		last, bad := strconv.ParseInt(to, 10, 64)
		if err != nil || bad != nil || first < 1 {
			continue
		}
		for id := first; id <= last && len(ids) < mostUndo; id++ {
			ids = append(ids, id)
		}
	}
	return ids
}

// restoreMany restores what was deleted together, a hundred entries in each transaction.
// Those that are not in the trash any more are left out; if something is in the way,
// nothing of its part is restored, and it is offered again.
func restoreMany(v *visit) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	found, err := ledger.InTrash(v.Context(), reader, unranged(v.text("entries")))
	if err != nil {
		return err
	}
	done, rest, err := changeEach(v, catalog.TrashRestored, found, func(ctx context.Context, change postgres.Writer, id int64) (catalog.Restored, error) {
		return ledger.RestoreTrash(ctx, change, id, catalog.RestoreInput{})
	})
	var inTheWay catalog.Conflicts
	if errors.As(err, &inTheWay) {
		defer v.remember(undoCookie, ranged(rest), undoTime) // a page forgets what was offered before
		return trashWith(v, http.StatusConflict, inTheWay)
	}
	if err != nil {
		return err
	}
	return v.redirect(v.restoredPath(done))
}

// restoredPath shows what was restored: items in the list that they were deleted from.
func (v *visit) restoredPath(done []catalog.Restored) string {
	if len(done) == 0 {
		return "/trash?restored=0"
	}
	in := done[0].Parents.CollectionID
	if done[0].Entry.ObjectType != "item" || in == nil {
		return view.RestoredPath(done[0])
	}
	list := url.Values{}
	if from, err := url.Parse(v.before()); err == nil && from.Path == view.CollectionPath(*in) {
		list = from.Query()
	}
	for _, said := range []string{"deleted", "moved", "to", "tagged", "untagged", "restored"} {
		list.Del(said)
	}
	return view.ListPath(*in, list.Encode(), "restored", strconv.Itoa(len(done)))
}
