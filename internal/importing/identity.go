package importing

import (
	"slices"
	"strconv"
	"strings"
)

// identity is what a row says of which item and copy it means.
type identity struct{ uuid, key, copyUUID, copyKey string }

// Longest keys.
const maxKey = 255

func (r *rowPlanner) identity() identity {
	var id identity
	id.uuid, _ = uuidOf(r.text("item_uuid"))
	id.copyUUID, _ = uuidOf(r.text("copy_uuid"))
	id.key, id.copyKey = r.text("item_key"), r.text("copy_key")
	return id
}

// checkIdentity refuses what is no uuid and what is too long for a key.
func (r *rowPlanner) checkIdentity() {
	for _, name := range []string{"item_uuid", "copy_uuid"} {
		if c := r.get(name); c.text != "" {
			if _, ok := uuidOf(c.text); !ok {
				r.wrong(c.src, "bad_text", "a uuid, as 0190b2f4-6a3c-7c1e-9d4b-3f2a1c5e7d90", c.text)
			}
		}
	}
	for _, name := range []string{"item_key", "copy_key"} {
		if c := r.get(name); len([]rune(c.text)) > maxKey {
			r.wrong(c.src, "too_long", "text of at most 255 characters", c.text)
		}
	}
}

// findItem finds the item that a row means: one that is there, one that an earlier row
// makes, or none. It is not ok if that cannot be told.
func (r *rowPlanner) findItem() (item *Item, ok bool) {
	r.checkIdentity()
	if r.failed() {
		return nil, false
	}
	id := r.identity()
	r.out.groupKey = r.groupKey(id)
	if g := r.p.groups[r.out.groupKey]; g != nil && r.out.groupKey != "" {
		return r.follow(g)
	}
	candidates := r.candidates(id)
	switch {
	case len(candidates) > 1:
		r.wrong(r.matchSource(), "ambiguous_match", "one item", strconv.Itoa(len(candidates))+" items")
		return nil, false
	case len(candidates) == 1:
		item = r.found.Items[candidates[0]]
	}
	if entry := r.found.Trashed[id.uuid]; item == nil && id.uuid != "" && entry != "" {
		r.wrong(r.get("item_uuid").src, "in_trash", "an item that is not in the trash; it is in entry "+entry, id.uuid)
		return nil, false
	}
	if item != nil && item.CollectionID != r.p.Structure.Collection.ID {
		r.wrong(r.matchSource(), "other_collection", "an item of the collection", item.Name)
		return nil, false
	}
	if r.row.Follows && item == nil { // the row that should have made it did not
		r.wrong(r.matchSource(), "conflicting_rows", "the item of an earlier row", r.text("item_name"))
		return nil, false
	}
	r.out.Nth = max(r.out.Nth, 1)
	r.out.Group = &Group{Row: r.row.Row, Item: item, Name: r.text("item_name"), cells: r.itemCells()}
	if r.p.FirstWins {
		r.out.Group.first = r.row.Cells
		if first, earlier := r.p.First[r.row.First]; earlier {
			r.out.Group.Row, r.out.Group.first = first.Row, first.Cells
		}
	}
	if item != nil {
		r.out.Group.ItemID = item.ID
	}
	return item, true
}

// follow takes the item of an earlier row, with which the row must agree.
func (r *rowPlanner) follow(g *Group) (*Item, bool) {
	r.out.Group, r.out.Follows = g, true
	if r.row.Nth == 0 {
		g.rows++
		r.out.Nth = g.rows + 1
	}
	if !r.p.FirstWins && g.cells != "" && g.cells != r.itemCells() {
		r.wrong(r.get("item_name").src, "conflicting_rows", "the same item as in row "+strconv.FormatInt(g.Row, 10), r.text("item_name"))
		return nil, false
	}
	return g.Item, true
}

// itemCells are what rows of one item must agree on.
func (r *rowPlanner) itemCells() string {
	var cells []string
	for i := range r.p.columns {
		if s := &r.p.columns[i]; s.target.group == ofItem {
			cells = append(cells, r.at(s).text)
		}
	}
	return strings.Join(cells, "\x00") + "\x00"
}

// groupKey is what the rows of one item have in common; empty if each is an item.
func (r *rowPlanner) groupKey(id identity) string {
	in := ""
	if c := r.p.Structure.Collection; c != r.p.Structure.Own {
		in = c.ref.UUID + "\x00" + fold(c.ref.Name)
	}
	switch by := r.p.Mapping.Match.Items; {
	case by == "none":
		return ""
	case by == "name":
		return in + "name\x00" + fold(r.text("item_name")) + "\x00" + fold(r.text("type"))
	case by == "field":
		if value := r.matchValue(); value != "" {
			return in + "field\x00" + value
		}
		return ""
	case id.uuid != "":
		return "uuid\x00" + id.uuid
	case id.key != "":
		return in + "key\x00" + id.key
	case id.copyKey != "" && len(r.here(r.found.KeyItem[id.copyKey])) > 0:
		return "item\x00" + strconv.FormatInt(r.here(r.found.KeyItem[id.copyKey])[0], 10)
	case id.copyUUID != "" && r.found.CopyItem[id.copyUUID] != 0:
		return "item\x00" + strconv.FormatInt(r.found.CopyItem[id.copyUUID], 10)
	}
	return ""
}

// candidates are the items that a row may mean.
func (r *rowPlanner) candidates(id identity) []int64 {
	switch by := r.p.Mapping.Match.Items; {
	case by == "none":
		return nil
	case by == "name":
		return r.ofType(r.here(r.found.ByName[fold(r.text("item_name"))]))
	case by == "field":
		return r.here(r.found.ByValue[r.matchValue()])
	case id.uuid != "" && r.found.ByUUID[id.uuid] != 0:
		return []int64{r.found.ByUUID[id.uuid]}
	case id.key != "" && len(r.here(r.found.ByKey[id.key])) > 0:
		return r.here(r.found.ByKey[id.key])
	case id.uuid == "" && id.key == "" && id.copyUUID != "" && r.found.CopyItem[id.copyUUID] != 0:
		return []int64{r.found.CopyItem[id.copyUUID]}
	case id.uuid == "" && id.key == "" && id.copyKey != "":
		return r.here(r.found.KeyItem[id.copyKey])
	}
	return nil
}

// here leaves the items of the row's collection.
func (r *rowPlanner) here(items []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(items), func(id int64) bool {
		found := r.found.Items[id]
		return found == nil || found.CollectionID != r.p.Structure.Collection.ID
	})
}

// ofType leaves those of the type that the row names, if it names one.
func (r *rowPlanner) ofType(items []int64) []int64 {
	name := r.text("type")
	if name == "" {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(id int64) bool {
		t := r.p.Structure.typeByID(r.found.Items[id].CollectionTypeID)
		return t == nil || fold(t.Name) != fold(name)
	})
}

// matchSource is the column by which items are found.
func (r *rowPlanner) matchSource() *source {
	for _, name := range []string{"item_uuid", "item_key", "copy_uuid", "copy_key", "item_name"} {
		if c := r.get(name); c.text != "" {
			return c.src
		}
	}
	return nil
}

// matchValue is the value, as JSON, of the field by which items are found.
func (r *rowPlanner) matchValue() string {
	id := r.p.Mapping.Match.FieldID
	if id == nil {
		return ""
	}
	for _, t := range r.p.Structure.Types {
		for i := range t.Fields {
			f := &t.Fields[i]
			if f.ID != *id {
				continue
			}
			for _, s := range r.p.byTarget["field"] {
				if fold(s.target.field.name) == fold(f.Name) && (s.target.field.typeName == "" || fold(s.target.field.typeName) == fold(t.Name)) {
					value, _ := fieldValue(f, r.at(s), r.p.Mapping.Options)
					return value
				}
			}
		}
	}
	return ""
}
