package page

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/ui"
)

// Lasts allows a visit the time that a large deletion or restore takes.
func Lasts(v *Visit) {
	MayTake(v, postgres.LongestChange)
	v.Request = v.WithContext(postgres.Lasting(v.Context()))
}

// MayTake gives an answer more time.
func MayTake(v *Visit, long time.Duration) {
	_ = http.NewResponseController(v.Out).SetWriteDeadline(time.Now().Add(long)) // only the tests' writers have no deadline
}

// Discard deletes something, and offers to undo it on the next page.
func (v *Visit) Discard(action catalog.Action, do func(postgres.Writer) error) error {
	var entry int64
	Lasts(v)
	err := postgres.Change(v.Context(), v.Scope, action, func(w postgres.Writer) error {
		err := do(w)
		entry = postgres.Trashed(w)
		return err
	})
	if err == nil && entry != 0 {
		OfferUndo(v, []int64{entry})
	}
	return err
}

const UndoTime = 120

const undoSize = 3000

const MostUndo = 10_000

// OfferUndo offers to restore entries on the next page, with those of earlier parts that a script sent.
func OfferUndo(v *Visit, entries []int64) {
	if v.DoneBefore() > 0 {
		if c, err := v.Cookie(UndoCookie); err == nil {
			entries = append(Unranged(c.Value), entries...)
		}
	}
	if kept := Ranged(entries); kept != "" && len(kept) <= undoSize {
		v.Remember(UndoCookie, kept, UndoTime)
	}
}

// changed marks a cookie with entries of the log, whose changes can be undone, not with those of the trash.
const changed = "~"

// OfferRevert offers to undo what this request noted in the log on the next page, with what earlier
// parts did that a script sent.
func OfferRevert(v *Visit, noted int) error {
	if noted == 0 {
		return nil
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	entries, err := ledger.Noted(v.Context(), reader, v.Scope.Request, noted+200) // others may write at the same time
	if err != nil {
		return err
	}
	if c, err := v.Cookie(UndoCookie); err == nil && v.DoneBefore() > 0 && strings.HasPrefix(c.Value, changed) {
		entries = append(Unranged(c.Value[len(changed):]), entries...)
	}
	if kept := Ranged(entries); kept != "" && len(kept) <= undoSize {
		v.Remember(UndoCookie, changed+kept, UndoTime)
	}
	return nil
}

// undoable are the entries just deleted or changed, offered once.
func undoable(v *Visit) ui.Undoable {
	c, err := v.Cookie(UndoCookie)
	if err != nil || v.Fragment() {
		return ui.Undoable{}
	}
	v.Remember(UndoCookie, "", -1)
	kept, reverts := strings.CutPrefix(c.Value, changed)
	entries := Unranged(kept)
	return ui.Undoable{Entries: Ranged(entries), N: int64(len(entries)), Changed: reverts}
}

// Ranged encodes ids as ranges, in order.
func Ranged(ids []int64) string {
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

// Unranged decodes them, up to the number that can be restored at once. Invalid ranges are skipped.
func Unranged(text string) (ids []int64) {
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
		for id := first; id <= last && len(ids) < MostUndo; id++ {
			ids = append(ids, id)
		}
	}
	return ids
}
