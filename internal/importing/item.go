package importing

import (
	"slices"

	"vitrine/internal/catalog"
)

// planItem plans the part of a row that is the item's. Rows after the first of an item
// leave it alone.
func (r *rowPlanner) planItem(present *Item) {
	if r.out.Follows {
		r.out.Item = &Subject{Name: r.out.Group.Name, Action: "unchanged"}
		r.aim(present)
		return
	}
	w := &ItemWrite{}
	was := catalog.Item{}
	if present != nil {
		was = present.Item
		w.ID, w.In.Name, w.In.Description, w.In.CollectionTypeID = was.ID, was.Name, was.Description, was.CollectionTypeID
	} else {
		w.UUID, w.Key = r.identity().uuid, ""
	}
	w.Key = r.itemKey()
	w.In.KeepOthers = true
	before := len(r.out.Changes)
	r.itemTexts(w, was)
	t := r.itemType(w, was)
	r.itemPlaces(w, was)
	r.itemWish(w, was)
	r.itemFields(w, was, t)
	if present == nil || len(r.out.Changes) > before {
		r.invalid(w.In.Validate(), itemColumns)
	}
	r.out.Item = &Subject{Name: w.In.Name, Action: "unchanged"}
	switch {
	case present == nil:
		r.out.Item.Action = "create"
		r.out.Item.UUID = orNil(w.UUID)
		r.out.Write.Item = w
	case len(r.out.Changes) > before:
		r.out.Item.Action = "update"
		r.out.Write.Item = w
	}
	r.aim(present)
	r.out.Group.Name = w.In.Name
}

// aim notes the item that the row is about. One that an earlier row made was not there when
// the row was planned.
func (r *rowPlanner) aim(present *Item) {
	if present == nil {
		return
	}
	r.out.Item.UUID = &present.UUID
	if !present.Made {
		r.out.target[0] = present.UUID
	}
}

// itemColumns are the columns that members of an input come from.
var itemColumns = map[string]string{"name": "item_name", "description": "description", "tag_ids": "tags", "item": "tags", "wanted_priority": "wanted_priority",
	"wanted_max_price": "wanted_max_price", "wanted_currency_code": "wanted_currency"}

func (r *rowPlanner) itemKey() string {
	if key := r.text("item_key"); key != "" {
		return key
	}
	return ""
}

func (r *rowPlanner) itemTexts(w *ItemWrite, was catalog.Item) {
	if c := r.get("item_name"); c.text != "" {
		w.In.Name = c.text
		r.change("item_name", was.Name, c.text)
	} else if w.ID == 0 {
		r.wrong(c.src, "missing", "a name", "")
		w.In.Name = "?" // is refused already
	}
	if c := r.get("description"); c.set {
		w.In.Description = orNil(c.text)
		r.change("description", textOf(was.Description), c.text)
	}
}

// itemType finds the type of the item and sets it.
func (r *rowPlanner) itemType(w *ItemWrite, was catalog.Item) *Type {
	s := r.p.Structure
	present := s.typeByID(was.CollectionTypeID)
	next := present
	switch c := r.get("type"); {
	case c.text != "":
		if utf8Len(c.text) > catalog.MaxName {
			r.wrong(c.src, "too_long", "text of at most 255 characters", c.text)
			return present
		}
		if next = s.typeNamed(c.text, was.CollectionTypeID); next == nil {
			r.wrong(c.src, "unknown", "a collection type that is there", c.text)
			return present
		}
	case c.set && c.src != nil:
		next = nil
	case present == nil && r.p.type_ != nil && (w.ID == 0 || r.fieldFilled()):
		next = r.p.type_
	}
	w.In.CollectionTypeID = nil
	if next != nil {
		w.In.CollectionTypeID = &next.ID
	}
	if next != nil && next != present {
		r.p.Structure.useType(next)
	}
	r.change("type", typeName(present), typeName(next))
	return next
}

func typeName(t *Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}

func (r *rowPlanner) fieldFilled() bool {
	return slices.ContainsFunc(r.p.byTarget["field"], func(s *source) bool { return r.at(s).text != "" })
}

func utf8Len(s string) int { return len([]rune(s)) }
