package load

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// kind is a kind of object that the load writes. An object's state is a text
// that is the same for a write and for the resulting row.
type kind struct {
	name  string // as in the log: item_created
	table string
	state string // SQL of a row's state: its name first, separated by |
	path  func(*Account) string
	fill  func(a *Account, name string, r *rand.Rand) (body map[string]any, state string)
	keeps bool // is neither created nor deleted
	picky bool // a change may be refused with 422
}

var (
	room = &kind{name: "location", table: "locations", state: `name || '|' || coalesce(parent_id::text, '')`, path: locationPath, fill: fillRoom, keeps: true, picky: true}

	kinds = []*kind{room,
		{name: "location", table: "locations", state: room.state, path: locationPath, fill: fillLocation},
		{name: "item", table: "items", state: `name || '|' || coalesce(description, '')`,
			path: func(a *Account) string { return fmt.Sprintf("/api/collections/%d/items", a.collection) },
			fill: func(_ *Account, name string, _ *rand.Rand) (map[string]any, string) {
				about := "about " + name
				return map[string]any{"name": name, "description": about}, name + "|" + about
			}},
		{name: "custom_field", table: "custom_fields", state: `name`,
			path: func(a *Account) string {
				return fmt.Sprintf("/api/collection-types/%d/custom-fields", a.collectionType)
			},
			fill: fillField},
		{name: "insurance_record", table: "insurance_records", state: `provider || '|' || policy_number || '|' || status || '|' || insured_value`, picky: true,
			path: func(a *Account) string { return fmt.Sprintf("/api/copies/%d/insurance-records", a.copyOf) },
			fill: func(a *Account, name string, r *rand.Rand) (map[string]any, string) {
				policy, status, value := fmt.Sprint(a.Marker, "policy ", r.IntN(3)), []string{"active", "expired"}[r.IntN(2)], r.IntN(1e6)
				return map[string]any{"provider": name, "policy_number": policy, "status": status, "insured_value": value}, fmt.Sprint(name, "|", policy, "|", status, "|", value)
			}},
	}
)

func locationPath(*Account) string { return "/api/locations" }

// fillRoom moves a room into another one; concurrent moves must not close a
// cycle.
func fillRoom(a *Account, name string, r *rand.Rand) (map[string]any, string) {
	if r.IntN(2) == 0 {
		return map[string]any{"name": name}, name + "|"
	}
	return fillLocation(a, name, r)
}

func fillLocation(a *Account, name string, r *rand.Rand) (map[string]any, string) {
	parent := a.rooms[r.IntN(len(a.rooms))]
	return map[string]any{"name": name, "parent_id": parent}, fmt.Sprint(name, "|", parent)
}

// fillField gives half of the fields a position, which moves others.
func fillField(_ *Account, name string, r *rand.Rand) (map[string]any, string) {
	body := map[string]any{"name": name, "field_type": "text"}
	if r.IntN(2) == 0 {
		body["position"] = 1 + r.IntN(4)
	}
	return body, name
}

// object is an object of an account, with its possible states.
type object struct {
	account *Account
	kind    *kind
	id      int64 // 0 until it is known

	// Guarded by the account.
	busy    bool     // a change is in progress
	changes int      // lets a read detect a concurrent change
	allowed []string // possible states; "" is absent
}

func (o *object) path() string { return fmt.Sprintf("%s/%d", o.kind.path(o.account), o.id) }

// nameOf returns the name in a state, which identifies its log entry.
func nameOf(state string) string {
	name, _, _ := strings.Cut(state, "|")
	return name
}

func encode(body map[string]any) string {
	content, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(content)
}
