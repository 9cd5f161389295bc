package item

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// undoChanges undoes what entries of the user's log say, a hundred in each transaction. What somebody
// has changed since stays.
func undoChanges(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	found, err := ledger.OwnChanges(v.Context(), reader, page.Unranged(v.Text("entries")))
	if err != nil {
		return err
	}
	ids, entries := make([]int64, len(found)), map[int64]catalog.OwnChange{}
	for i, e := range found {
		ids[i], entries[e.ID] = e.ID, e
	}
	done, _, err := page.InParts(v, ids, func(ctx context.Context, within postgres.Scope, part []int64) (n int, err error) {
		for i, id := range part {
			within.Operation = new(int64(i))
			switch err := revert(ctx, within, entries[id]); {
			case err == nil:
				n++
			case !errors.Is(err, fault.ErrNotFound):
				return 0, err
			}
		}
		return n, nil
	})
	if err != nil {
		return err
	}
	n := 0
	for _, part := range done {
		n += part
	}
	from, err := url.Parse(v.Before())
	if err != nil || from.Path == "" {
		return v.Redirect("/")
	}
	return v.Redirect(ui.Asking(from.Path, ui.Unsaid(from.Query(), "undone", strconv.Itoa(n))))
}

// change is what an entry says of a field, as JSON.
type change struct {
	Field    string
	From, To json.RawMessage
}

// revert undoes one entry. It is ErrNotFound if there is nothing to undo.
func revert(ctx context.Context, within postgres.Scope, e catalog.OwnChange) error {
	var changes []change
	if err := json.Unmarshal(e.Changes, &changes); err != nil {
		return err
	}
	switch {
	case e.Action == catalog.CopyCreated && e.CopyID != nil:
		return postgres.Change(ctx, within, catalog.CopyDeleted, func(w postgres.Writer) error { return inventory.DeleteCopy(ctx, w, *e.CopyID) })
	case e.Action == catalog.CopyUpdated && e.CopyID != nil:
		return postgres.Change(ctx, within, catalog.CopyUpdated, func(w postgres.Writer) error { return revertCopy(ctx, w, *e.CopyID, changes) })
	case e.Action == catalog.ValuationCreated && e.CopyID != nil && e.ObjectID != nil:
		return postgres.Change(ctx, within, catalog.ValuationDeleted, func(w postgres.Writer) error { return ledger.DeleteValuation(ctx, w, *e.CopyID, *e.ObjectID) })
	case e.Action == catalog.PolicyCreated && e.ObjectID != nil:
		return postgres.Change(ctx, within, catalog.PolicyDeleted, func(w postgres.Writer) error { return ledger.DeletePolicy(ctx, w, *e.ObjectID) })
	case e.Action == catalog.PolicyUpdated && e.ObjectID != nil:
		return postgres.Change(ctx, within, catalog.PolicyUpdated, func(w postgres.Writer) error { return revertPolicy(ctx, w, *e.ObjectID, changes) })
	case e.ItemID != nil && (e.Action == catalog.ItemUpdated || e.Action == catalog.ItemTagAttached || e.Action == catalog.ItemTagDetached):
		return postgres.Change(ctx, within, catalog.ItemUpdated, func(w postgres.Writer) error { return revertItem(ctx, w, *e.ItemID, changes) })
	}
	return fault.ErrNotFound
}

// revertCopy puts a copy back to where and how it was. A piece that was taken out of several is added
// again, whatever else was taken since.
func revertCopy(ctx context.Context, w postgres.Writer, id int64, changes []change) error {
	c, err := inventory.Copy(ctx, w.Reader, id)
	if err != nil {
		return err
	}
	in, back := asIs(c), false
	for _, was := range changes {
		switch was.Field {
		case "location_id":
			if place := was.id(c.LocationID); place.Sent {
				in.LocationID, back = place.Value, true
			}
		case "item_condition_id":
			in.ItemConditionID = was.id(c.ItemConditionID)
			back = back || in.ItemConditionID.Sent
		case "quantity":
			var from, to int64
			if json.Unmarshal(was.From, &from) == nil && json.Unmarshal(was.To, &to) == nil {
				*in.Quantity, back = max(1, c.Quantity+from-to), true
			}
		case "status":
			if same(quoted(&c.Status), was.To) {
				_ = json.Unmarshal(was.From, &in.Status)
				back = true
			}
		case "disposed_at":
			in.DisposedAt = nil
			var from string
			if json.Unmarshal(was.From, &from) == nil && from != "" {
				in.DisposedAt = page.AsDay(new(fault.Invalid), "disposed_at", from)
			}
		case "note":
			if same(quoted(c.Note), was.To) {
				in.Note = nil
				_ = json.Unmarshal(was.From, &in.Note)
			}
		}
	}
	if !back {
		return fault.ErrNotFound
	}
	_, err = inventory.UpdateCopyOf(ctx, w, c.ItemID, c.ID, in)
	return err
}

// quoted is a text as JSON, null if there is none.
func quoted(text *string) json.RawMessage {
	raw, _ := json.Marshal(text) // a text is always written
	return raw
}

// revertPolicy takes out the copies that a change put in, and puts back those that it took out.
func revertPolicy(ctx context.Context, w postgres.Writer, id int64, changes []change) error {
	for _, was := range changes {
		var before, after []string
		if was.Field == "copy_ids" && json.Unmarshal(was.From, &before) == nil && json.Unmarshal(was.To, &after) == nil {
			return ledger.NameInPolicy(ctx, w, id, page.Numbers(before), page.Numbers(after))
		}
	}
	return fault.ErrNotFound
}

func revertItem(ctx context.Context, w postgres.Writer, id int64, changes []change) error {
	now, err := inventory.Item(ctx, w.Reader, id)
	if err != nil {
		return err
	}
	in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true}
	has := page.ValuesOf(now)
	for _, was := range changes {
		field, custom := strings.CutPrefix(was.Field, "custom_fields.")
		switch {
		case was.Field == "category_id":
			in.CategoryID = was.id(now.CategoryID)
		case was.Field == "set_id":
			in.SetID = was.id(now.SetID)
		case was.Field == "tag_ids":
			tags := page.Written(now.TagIDs)
			if still, _ := json.Marshal(tags); same(still, was.To) {
				var before []string
				_ = json.Unmarshal(was.From, &before) // null is none
				in.TagIDs = catalog.Given[[]int64]{Sent: true, Value: new(page.Numbers(before))}
			}
		case custom && same(has[field], was.To):
			in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: field, JSON: orNull(was.From)})
		}
	}
	if len(in.Sent()) == 0 && len(in.CustomFields) == 0 {
		return fault.ErrNotFound
	}
	_, err = inventory.UpdateItemOf(ctx, w, now.CollectionID, id, in)
	return err
}

// id is the reference before the change, if it is still as the change left it.
func (c change) id(now *int64) catalog.Given[int64] {
	text := func(raw json.RawMessage) (s *string) {
		_ = json.Unmarshal(raw, &s) // ids are texts
		return s
	}
	to := text(c.To)
	if (to == nil) != (now == nil) || to != nil && *to != strconv.FormatInt(*now, 10) {
		return catalog.Given[int64]{}
	}
	before := catalog.Given[int64]{Sent: true}
	if from := text(c.From); from != nil {
		before.Value = page.AsID(*from)
	}
	return before
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// same reports whether two values are equal as JSON; none is null.
func same(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, orNull(a)) == nil && json.Compact(&y, orNull(b)) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
