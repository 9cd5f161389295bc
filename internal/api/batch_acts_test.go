package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// invent is a random act, and what it makes if that is an object.
func (p *pair) invent() (act, object) {
	collection, item, copyID, location := p.one("collection"), p.one("item"), p.one("copy"), p.one("location")
	name := fmt.Sprint("name ", p.random.IntN(1000))
	at := func(n int) string { return fmt.Sprintf("@%d.", n) }
	place := func() any {
		if location < 0 || p.random.IntN(3) == 0 {
			return nil
		}
		return at(location)
	}
	day := func() string { return fmt.Sprintf("2026-0%d-1%d", 1+p.random.IntN(9), p.random.IntN(9)) }
	switch n := p.random.IntN(30); {
	case n == 0 || collection < 0:
		return act{method: "POST", path: "/api/collections", body: M{"name": name, "visibility": "private", "currency": []string{"EUR", "USD"}[p.random.IntN(2)]}}, object{kind: "collection", parent: -1}
	case n == 1:
		return act{method: "POST", path: "/api/locations", body: M{"name": name, "parent_id": place()}}, object{kind: "location", parent: -1}
	case n < 6 || item < 0:
		return act{method: "POST", path: "/api/collections/" + at(collection) + "/items", body: M{"name": name}}, object{kind: "item", parent: collection}
	case n < 12 || copyID < 0:
		return act{method: "POST", path: "/api/items/" + at(item) + "/copies", body: M{"quantity": p.random.IntN(4), "location_id": place(), "status": []string{"owned", "ordered", "wrong"}[p.random.IntN(3)]}}, object{kind: "copy", parent: item}
	case n < 15:
		return act{method: "POST", path: "/api/copies/" + at(copyID) + "/valuations", body: M{"type": "other", "amount": p.random.IntN(5000), "valued_at": day()}}, object{kind: "valuation", parent: copyID}
	case n < 17:
		kind := []string{"purchase", "sale", "gift_received"}[p.random.IntN(3)]
		return act{method: "POST", path: "/api/copies/" + at(copyID) + "/transactions", body: M{"type": kind, "amount": p.random.IntN(900), "occurred_at": day()}}, object{kind: "transaction", parent: copyID}
	case n < 19:
		return act{method: "POST", path: "/api/copies/" + at(copyID) + "/loans", body: M{"direction": "outgoing", "party_name": name, "status": "active", "loaned_at": day()}}, object{kind: "loan", parent: copyID}
	case n < 21:
		return act{method: "PATCH", path: "/api/copies/" + at(copyID), body: M{"quantity": 1 + p.random.IntN(3), "location_id": place(), "note": name}}, object{}
	case n < 23:
		return act{method: "PATCH", path: "/api/items/" + at(item), body: M{"name": name}}, object{}
	case n == 23:
		return act{method: "POST", path: "/api/items/move", body: M{"item_ids": []string{at(item)}, "collection_id": at(collection)}}, object{}
	case n == 24:
		return act{method: "POST", path: "/api/copies/" + at(copyID) + "/insurance-records", body: M{"policy_number": name, "provider": "P", "insured_value": 100, "currency": "EUR", "status": "active"}}, object{kind: "insurance", parent: copyID}
	case n == 25 && location >= 0:
		return act{method: "PUT", path: "/api/locations/" + at(location), body: M{"name": name, "parent_id": place()}}, object{}
	case n == 26 && location >= 0:
		return act{method: "DELETE", path: "/api/locations/" + at(location)}, object{}
	case n == 27:
		return act{method: "DELETE", path: "/api/items/" + at(item)}, object{}
	case n == 28:
		return act{method: "DELETE", path: "/api/copies/" + at(copyID)}, object{}
	case p.random.IntN(4) == 0:
		return act{method: "DELETE", path: "/api/collections/" + at(collection)}, object{}
	}
	return act{}, object{}
}

var (
	numbered = regexp.MustCompile(`@([0-9]+)\.`)
	ids      = regexp.MustCompile(`([/#])[0-9]+|u[a-z2-7]{26}@`) // in links, in the names of copies, and in addresses
)

// number is that of the last object in a path.
func number(path string) int {
	all := numbered.FindAllStringSubmatch(path, -1)
	n, _ := strconv.Atoi(all[len(all)-1][1])
	return n
}

// summary is an answer without ids, times and request ids, which differ between accounts. The ids of
// objects become their numbers.
func (p *pair) summary(w twin, content []byte) string {
	var v any
	if json.Unmarshal(content, &v) != nil {
		return ""
	}
	names := map[string]string{}
	for i, id := range w.ids {
		names[p.objects[i].kind+id] = strconv.Itoa(i)
	}
	return encoded(plainly(v, names))
}

// differing are members that no two accounts share.
var differing = regexp.MustCompile(`^(id|uuid|request_id|batch_index|user_id|.*_at|links|days_left|object_id|source_id|next_after|first|last|prev|next|path|purges_at|message_at)$`)

// kindOf is the kind of object that a member names, if it names one.
func kindOf(member string) string {
	kind, names := strings.CutSuffix(strings.TrimPrefix(member, "copy."), "_id")
	switch {
	case !names:
		return ""
	case kind == "parent":
		return "location"
	}
	return kind
}

func plainly(v any, names map[string]string) any {
	switch v := v.(type) {
	case M:
		all := M{}
		for name, member := range v {
			id, isText := member.(string)
			field := name
			if about, is := v["field"].(string); is && (name == "from" || name == "to") { // a change that the log tells
				field = about
			}
			switch kind := kindOf(field); {
			case isText && kind != "" && names[kind+id] != "":
				all[name] = "object " + names[kind+id]
			case name == "id" && isText && names[fmt.Sprint(v["type"])+id] != "":
				all[name] = "object " + names[fmt.Sprint(v["type"])+id]
			case !differing.MatchString(name) || name == "valued_at" || name == "occurred_at" || name == "acquired_at" || name == "disposed_at" || name == "loaned_at":
				all[name] = plainly(member, names)
			}
		}
		return all
	case []any:
		list := []any{}
		for _, member := range v {
			list = append(list, plainly(member, names))
		}
		return list
	case string:
		return ids.ReplaceAllString(v, "$1")
	}
	return v
}
