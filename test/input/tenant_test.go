package input

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/test/fixture"
)

// The model is the catalogue without database or HTTP: only what the contract
// says.

// thing is an object in the model.
type thing struct {
	kind, id string
	in       *thing // its container, nil for the account
	shown    M      // its attributes except times and uuid
	values   M      // an item's, by field: including those of other types, which are not shown
	turn     int    // of the last write
}

// modelKinds say where objects are found and how inputs apply.
var modelKinds = map[string]struct {
	holder, list string
	settle       func(t *tenant, target, in *thing, input M, patch bool) (*thing, []string)
}{
	"location":   {"", listOf("location"), settleLocation},
	"condition":  {"", listOf("itemCondition"), settleCondition},
	"collection": {"", listOf("collection"), settleCollection},
	"type":       {"", listOf("collectionType"), settleType},
	"field":      {"type", listOf("customField"), settleField},
	"item":       {"collection", listOf("item"), settleItem},
	"copy":       {"item", listOf("copy"), settleCopy},
	"record":     {"copy", listOf("insuranceRecord"), settleRecord},
	"photo":      {"item", listOf("photo"), settlePhoto},
	"document":   {"copy", listOf("document"), settleDocument},
}

// topKinds are those that belong to the account itself.
var topKinds = slices.DeleteFunc(slices.Sorted(maps.Keys(modelKinds)), func(kind string) bool { return modelKinds[kind].holder != "" })

// listOf is where a resource is listed, by its fixture: below its container, if it has
// one.
func listOf(resource string) string {
	path := fixture.Find(resource).Path
	return path[strings.LastIndex(path, "}")+1:]
}

// listPath is where things of a kind are listed.
func listPath(kind string, in *thing) string {
	k := modelKinds[kind]
	switch {
	case in == nil:
		return k.list
	case in.kind == "item" || in.kind == "copy": // found without their container
		return map[string]string{"item": "/api/items/", "copy": "/api/copies/"}[in.kind] + in.id + k.list
	}
	return in.path() + k.list
}

func (o *thing) path() string {
	if o.kind == "document" {
		return "/api/documents/" + o.id
	}
	return listPath(o.kind, o.in) + "/" + o.id
}

// tenant is an account.
type tenant struct {
	things  []*thing
	links   map[[2]string]bool // type and collection
	uploads map[[2]string]bool // user and hash
	by      string             // the user whose input is settled
}

// find returns an existing thing by its id, or nil.
func (t *tenant) find(kind string, id any) *thing {
	i := slices.IndexFunc(t.things, func(o *thing) bool { return o.kind == kind && o.id == id })
	if i < 0 {
		return nil
	}
	return t.things[i]
}

func (t *tenant) has(o *thing) bool { return slices.Contains(t.things, o) }

// listed are the things of a kind in order.
func (t *tenant) listed(kind string, in *thing) []*thing {
	var all []*thing
	for _, o := range t.things {
		if o.kind == kind && o.in == in {
			all = append(all, o)
		}
	}
	number := func(o *thing) int { n, _ := strconv.Atoi(o.id); return n }
	slices.SortFunc(all, func(a, b *thing) int {
		switch kind {
		case "collection", "type":
			return cmp.Compare(b.turn, a.turn)
		case "record", "document": // no record has a beginning
			return cmp.Compare(number(b), number(a))
		case "field", "condition", "photo":
			return cmp.Compare(a.shown["position"].(int), b.shown["position"].(int))
		}
		return cmp.Compare(number(a), number(b))
	})
	return all
}

// remove deletes a thing with its contents.
func (t *tenant) remove(gone *thing) {
	t.things = slices.DeleteFunc(t.things, func(o *thing) bool { return o == gone })
	t.removeFiles(gone)
	for _, o := range slices.Clone(t.things) {
		switch {
		case o.in == gone || gone.kind == "location" && o.kind == "location" && o.shown["parent_id"] == gone.id:
			t.remove(o)
		case gone.kind == "location" && o.shown["location_id"] == gone.id:
			o.shown["location_id"] = nil
		case gone.kind == "type" && o.shown["collection_type_id"] == gone.id:
			o.shown["collection_type_id"] = nil
		}
		if o.kind == "item" {
			if gone.kind == "field" {
				delete(o.values, gone.id)
			}
			t.showValues(o)
		}
	}
	for link := range t.links {
		if gone.kind == "type" && link[0] == gone.id || gone.kind == "collection" && link[1] == gone.id {
			delete(t.links, link)
		}
	}
}

// showValues shows the values of an item's present type.
func (t *tenant) showValues(item *thing) {
	shown := M{}
	for id, v := range item.values {
		if f := t.find("field", id); f != nil && f.in.id == item.shown["collection_type_id"] {
			shown[id] = v
		}
	}
	item.shown["custom_fields"] = shown
}

// rules collect the errors of an input.
type rules struct {
	input M
	wrong []string
}

func (r *rules) check(name string, ok bool) {
	if !ok {
		r.wrong = append(r.wrong, name)
	}
}

// text is a trimmed text, or nil.
func (r *rules) text(name string, longest int, must bool) any {
	s, _ := r.input[name].(string)
	s = strings.TrimSpace(s)
	r.check(name, utf8.RuneCountInString(s) <= longest && (s != "" || !must))
	if s == "" {
		return nil
	}
	return s
}

// among is one of some texts; the first if it is optional and absent.
func (r *rules) among(name string, must bool, allowed ...string) any {
	s, _ := r.input[name].(string)
	if s == "" && !must {
		return allowed[0]
	}
	r.check(name, slices.Contains(allowed, s))
	return s
}

// number is a whole number from least on, or nil.
func (r *rules) number(name string, least int, must bool) any {
	n, given := r.input[name].(int)
	r.check(name, given && n >= least || !given && !must)
	if !given {
		return nil
	}
	return n
}
