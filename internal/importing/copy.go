package importing

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
)

// planCopy plans the part of a row that is a copy's, with its records.
func (r *rowPlanner) planCopy(item *Item) {
	if !r.wantsCopy(item) {
		return
	}
	present, ok := r.findCopy(item)
	if !ok {
		return
	}
	w := &CopyWrite{In: &catalog.CopyInput{}}
	was := catalog.Copy{Quantity: 1, Status: "owned"}
	if present != nil {
		was, w.ID = present.Copy, present.ID
		w.In.Identifier, w.In.LocationID, w.In.Status, w.In.Quantity = was.Identifier, was.LocationID, was.Status, &was.Quantity
		w.In.AcquiredAt, w.In.DisposedAt, w.In.Note = was.AcquiredAt, was.DisposedAt, was.Note
	} else {
		id := r.identity()
		w.UUID, w.Key = id.copyUUID, r.copyKey(id)
	}
	before := len(r.out.Changes)
	r.copyFields(w.In, was, present == nil)
	changed := len(r.out.Changes) > before
	if present == nil || changed {
		r.invalid(w.In.Validate(), copyColumns)
	}
	r.out.Copy = &Subject{Name: textOf(w.In.Identifier), Action: "unchanged"}
	switch {
	case present == nil:
		r.out.Copy.Action, r.out.Copy.UUID = "create", orNil(w.UUID)
	default:
		r.out.Copy.UUID, r.out.target[1], r.out.copy = &present.UUID, present.UUID, present
		if !changed {
			w.In = nil
		} else {
			r.out.Copy.Action = "update"
		}
	}
	r.planPurchase(present)
	r.planValue(present)
	r.planInsurance(present)
	if present == nil || len(r.out.Changes) > before {
		r.out.Write.Copy = w
	}
	if present != nil && len(r.out.Changes) > before {
		r.out.Copy.Action = "update"
	}
}

var copyColumns = map[string]string{"identifier": "identifier", "location_id": "location", "status": "status", "quantity": "quantity", "note": "note"}

// wantsCopy reports whether a row is about a copy.
func (r *rowPlanner) wantsCopy(item *Item) bool {
	if c := r.get("quantity"); c.text != "" {
		if n, bad := cell.Integer(c.text, c.sign()); bad == nil && n == 0 {
			return false
		}
	}
	switch r.p.Mapping.Options.Copies {
	case "none":
		return false
	case "if_filled":
		return slices.ContainsFunc(r.p.columns, func(s source) bool {
			return (s.target.group.filledCopy() || s.target.name == "copy_uuid" || s.target.name == "copy_key") && r.at(&s).text != ""
		})
	}
	says := r.p.mappedGroup(group.filledCopy) || r.p.mapped("copy_uuid", "copy_key")
	return says || item == nil || len(item.Copies) == 0 || r.out.Follows
}

// copyKey is the key of the copy: its own, or the item's and which of its rows it is.
func (r *rowPlanner) copyKey(id identity) string {
	switch {
	case id.copyKey != "":
		return id.copyKey
	case id.key != "":
		return id.key + "#" + strconv.FormatInt(r.out.Nth, 10)
	}
	return ""
}

// findCopy finds the copy of the item that a row means, or none.
func (r *rowPlanner) findCopy(item *Item) (*Copy, bool) {
	id := r.identity()
	for _, key := range []struct{ of, column string }{{"uuid\x00" + id.copyUUID, "copy_uuid"}, {"key\x00" + id.copyKey, "copy_key"}} {
		if key.of == "uuid\x00" || key.of == "key\x00" {
			continue
		}
		if row := r.p.copyKeys[key.of]; row != 0 {
			r.wrong(r.get(key.column).src, "duplicate_key", "another than in row "+strconv.FormatInt(row, 10), r.text(key.column))
			return nil, false
		}
		r.out.copyKeys = append(r.out.copyKeys, key.of)
	}
	if entry := r.found.Trashed[id.copyUUID]; id.copyUUID != "" && entry != "" {
		r.wrong(r.get("copy_uuid").src, "in_trash", "a copy that is not in the trash; it is in entry "+entry, id.copyUUID)
		return nil, false
	}
	if of := r.found.CopyItem[id.copyUUID]; id.copyUUID != "" && of != 0 && (item == nil || item.ID != of) {
		r.wrong(r.get("copy_uuid").src, "ambiguous_copy", "a copy of this item", id.copyUUID)
		return nil, false
	}
	if item == nil {
		return nil, true
	}
	return r.copyOf(item, id)
}

// copyOf finds the copy among those of the item. Those that this import made do not count as
// its only one.
func (r *rowPlanner) copyOf(item *Item, id identity) (*Copy, bool) {
	key, identifier := r.copyKey(id), r.text("identifier")
	for _, means := range []func(*Copy) bool{
		func(c *Copy) bool { return id.copyUUID != "" && c.UUID == id.copyUUID },
		func(c *Copy) bool { return key != "" && c.Key == key },
		func(c *Copy) bool { return identifier != "" && textOf(c.Identifier) == identifier && !c.Claimed },
	} {
		if i := slices.IndexFunc(item.Copies, means); i >= 0 {
			return item.Copies[i], true
		}
	}
	if id.copyUUID != "" {
		return nil, true
	}
	others := slices.DeleteFunc(slices.Clone(item.Copies), func(c *Copy) bool { return c.Made || c.Key != "" && key != "" })
	switch {
	case len(others) > 1 && !r.out.Follows:
		r.wrong(r.matchSource(), "ambiguous_copy", "one copy, or what tells it from the others", strconv.Itoa(len(others))+" copies")
		return nil, false
	case len(others) == 1 && !others[0].Claimed && (identifier == "" || others[0].Identifier == nil):
		return others[0], true
	}
	return nil, true
}

func (r *rowPlanner) copyFields(in *catalog.CopyInput, was catalog.Copy, fresh bool) {
	if c := r.get("identifier"); c.set {
		in.Identifier = orNil(c.text)
		r.change("identifier", textOf(was.Identifier), c.text)
	}
	if fresh {
		in.Quantity, in.Status = new(int64(1)), ""
	}
	if c := r.get("quantity"); c.text != "" {
		n, bad := cell.Integer(c.text, c.sign())
		if bad != nil {
			r.refuse(c, bad)
		} else {
			in.Quantity = &n
			r.change("quantity", strconv.FormatInt(was.Quantity, 10), strconv.FormatInt(n, 10))
		}
	}
	if c := r.get("status"); c.text != "" && c.text != was.Status {
		status, bad := cell.Status(c.text)
		if bad != nil {
			r.refuse(c, bad)
		} else {
			in.Status = status
			r.change("status", was.Status, status)
		}
	}
	if given := r.place("location", "locations", was.LocationID); given.Sent {
		in.LocationID = given.Value
	}
	in.ItemConditionID = r.place("condition", "conditions", was.ItemConditionID)
	if c := r.get("acquired_at"); c.set {
		in.AcquiredAt = r.day(c)
		r.change("acquired_at", dayText(was.AcquiredAt), dayText(in.AcquiredAt))
	}
	if c := r.get("disposed_at"); c.set {
		in.DisposedAt = r.day(c)
		r.change("disposed_at", dayText(was.DisposedAt), dayText(in.DisposedAt))
	}
	if c := r.get("note"); c.set || r.differs() != "" {
		text := strings.TrimSpace(c.text + "\n" + r.differs())
		in.Note = orNil(text)
		r.change("note", textOf(was.Note), text)
	}
}

// differs are the fields in which a row differs from the first of its item, a line each: what
// cannot be the item's is noted with the copy.
func (r *rowPlanner) differs() string {
	if !r.p.FirstWins || !r.out.Follows || r.out.Group == nil {
		return ""
	}
	first := &rowPlanner{p: r.p, row: Row{Cells: r.out.Group.first}}
	var lines []string
	for _, s := range r.p.byTarget["field"] {
		if here := r.at(s).text; here != "" && here != first.at(s).text {
			lines = append(lines, s.target.field.name+": "+here)
		}
	}
	return strings.Join(lines, "\n")
}
