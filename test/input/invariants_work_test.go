package input

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"

	"vitrine/test/fixture"
)

// work is one step: a kind of object and an act on one of them.
func (w *worker) work() {
	kinds := []func(){w.location, w.collection, w.collectionType, w.group, w.field, w.field, w.item, w.item, w.copy, w.stay, w.itemTag, w.record, w.record, w.photo, w.photo, w.document}
	for _, r := range plainResources {
		kinds = append(kinds, func() { w.plain(r) })
	}
	kinds[w.IntN(len(kinds))]()
}

// plainResources are in no container and name no other object, so that their
// fixtures say all that is needed to write them.
var plainResources = func() (all []fixture.Resource) {
	byHand := []string{"location", "collection", "collectionType"}
	for _, r := range fixture.Catalogued() {
		if r.In() == "" && r.Another != nil && r.Changed != nil && !slices.Contains(byHand, r.Name) {
			all = append(all, r)
		}
	}
	return all
}()

func (w *worker) plain(r fixture.Resource) {
	w.either(func() { w.create(r.Name, r.Path, w.few(r.Another)) },
		func() { w.change(r.Name, "", w.few(r.Changed)) },
		func() {
			if r.Ordered {
				w.change(r.Name, "/order", w.direction())
			}
		},
		func() { w.remove(r.Name) })
}

// few is a body with one of a few texts where a unique one belongs, so that
// workers meet.
func (w *worker) few(body M) M {
	filled := maps.Clone(body)
	for name, value := range filled {
		if value == "UNIQUE" {
			filled[name] = fmt.Sprint("One of a few ", w.IntN(30))
		}
	}
	return filled
}

func (w *worker) either(things ...func()) { things[w.IntN(len(things))]() }

// change writes to one of a kind, at its own path or below it.
func (w *worker) change(kind, further string, body M) { w.put(kind, w.pick(kind), further, body) }

func (w *worker) put(kind, p, further string, body M) {
	if p == "" {
		return
	}
	if status, _ := w.send("PUT", p+further, body); status == http.StatusNotFound {
		w.forget(kind, p)
	}
}

// within creates an object in another, if there is one.
func (w *worker) within(kind, holder, list string, body M) {
	if p := w.pick(holder); p != "" {
		w.create(kind, p+list, body)
	}
}

func (w *worker) location() {
	body := M{"name": "Place", "parent_id": w.id("location")}
	w.either(func() { w.create("location", "/api/locations", body) },
		func() { w.change("location", "", body) },
		func() { w.change("location", "", body) },
		func() { w.remove("location") })
}

func (w *worker) collection() {
	body := M{"name": "Things", "visibility": "private", "collection_type_ids": w.ids("type")}
	w.either(func() { w.create("collection", "/api/collections", body) },
		func() { w.change("collection", "", body) },
		func() { w.remove("collection") })
}

func (w *worker) collectionType() {
	body := M{"name": "Kind", "color": "#102030"}
	document := M{"json": `{"type":{"name":"Coin","groups":[{"name":"g","fields":[{"name":"f","type":"text"}]}],"standaloneFields":[{"name":"s","type":"number"}]}}`}
	w.either(func() { w.create("type", "/api/collection-types", body) },
		func() { w.create("type", "/api/collection-types/import", document) },
		func() { w.change("type", "", body) },
		func() { w.change("type", "/collections", M{"collection_ids": w.ids("collection")}) },
		func() { w.change("type", "/collections", M{"collection_ids": w.ids("collection")}) },
		func() { w.remove("type") })
}

func (w *worker) ids(kind string) []any {
	ids := []any{}
	for range w.IntN(4) {
		if id := w.id(kind); id != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w *worker) direction() M { return M{"direction": []string{"up", "down"}[w.IntN(2)]} }

func (w *worker) group() {
	w.either(func() { w.within("group", "type", "/custom-field-groups", M{"name": "g"}) },
		func() { w.within("group", "type", "/custom-field-groups", M{"name": "g"}) },
		func() { w.change("group", "", M{"name": "h"}) },
		func() { w.change("group", "/order", w.direction()) },
		func() { w.change("group", "/order", w.direction()) },
		func() { w.remove("group") })
}

func (w *worker) field() {
	body := M{"name": "f", "field_type": []string{"text", "number", "select"}[w.IntN(3)], "options": []string{"a", "b"}}
	w.either(func() {
		body["group_id"] = w.id("group") // usually of another type, which is refused
		w.within("field", "type", "/custom-fields", body)
	},
		func() { w.within("field", "type", "/custom-fields", body) }, w.fieldOfGroup, w.fieldOfGroup,
		func() {
			body["position"] = 1 + w.IntN(8)
			w.change("field", "", body)
		},
		func() { w.change("field", "/order", w.direction()) },
		func() { w.change("field", "/order", w.direction()) },
		func() { w.remove("field") })
}

// fieldOfGroup creates a field in a group, whose path names its type.
func (w *worker) fieldOfGroup() {
	if g := w.pick("group"); g != "" {
		w.create("field", path.Dir(path.Dir(g))+"/custom-fields", M{"field_type": "text", "group_id": path.Base(g)})
	}
}

// item writes items with a value of a field that may no longer exist; its type
// has just been linked to the collection.
func (w *worker) item() {
	body, c, i := M{"name": "Thing"}, w.pick("collection"), w.pick("item")
	if f := w.pick("field"); f != "" && w.IntN(4) > 0 {
		kind := path.Dir(path.Dir(f))
		body["collection_type_id"] = path.Base(kind)
		body["custom_fields"] = M{path.Base(f): []any{"a", 12, nil}[w.IntN(3)]}
		w.send("PUT", kind+"/collections", M{"collection_ids": []string{path.Base(c), path.Base(path.Dir(path.Dir(i)))}})
	}
	w.either(func() {
		if c != "" {
			w.create("item", c+"/items", body)
		}
	}, func() { w.put("item", i, "", body) }, func() { w.put("item", i, "", body) }, func() { w.remove("item") }, func() {
		if c != "" && i != "" {
			w.send("POST", "/api/items/move", M{"item_ids": []string{path.Base(i)}, "collection_id": path.Base(c)})
		}
	})
}

// itemTag attaches tags to items and detaches them.
func (w *worker) itemTag() {
	i, tag := w.pick("item"), w.pick("tag")
	if i == "" || tag == "" {
		return
	}
	tags := "/api/items/" + path.Base(i) + "/tags"
	w.either(func() { w.send("POST", tags, w.few(M{"name": "UNIQUE"})) },
		func() { w.send("DELETE", tags+"/"+path.Base(tag), nil) })
}

// stay moves copies, and corrects where they were.
func (w *worker) stay() {
	move := func() {
		if c := w.pick("copy"); c != "" {
			w.create("stay", "/api/copies/"+path.Base(c)+"/location-history", M{"location_id": w.id("location"), "moved_at": fmt.Sprintf("2026-01-%02d", 1+w.IntN(28))})
		}
	}
	past := M{"location_id": w.id("location"), "moved_at": "2023-01-02", "moved_out_at": "2023-01-02"}
	w.either(move, move, func() { w.change("stay", "", past) }, func() { w.remove("stay") })
}

func (w *worker) copy() {
	body := M{"identifier": "One", "location_id": w.id("location"), "quantity": 1 + w.IntN(3)}
	w.either(func() { w.copyOfItem(body) }, func() { w.copyOfItem(body) },
		func() { w.change("copy", "", body) },
		func() { w.remove("copy") }, func() { w.remove("copy") })
}

func (w *worker) copyOfItem(body M) {
	if i := w.pick("item"); i != "" {
		w.create("copy", "/api/items/"+path.Base(i)+"/copies", body)
	}
}

// record writes insurance records with few policy numbers, mostly active.
func (w *worker) record() {
	body := M{"provider": "Axa", "insured_value": w.IntN(1000), "policy_number": []any{"P-1", "P-2", nil}[w.IntN(3)], "status": []string{"active", "active", "expired"}[w.IntN(3)]}
	create := func() {
		if c := w.pick("copy"); c != "" {
			w.create("record", "/api/copies/"+path.Base(c)+"/insurance-records", body)
		}
	}
	w.either(create, create, func() { w.change("record", "", body) }, func() { w.change("record", "", body) }, func() { w.remove("record") })
}
