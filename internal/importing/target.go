package importing

import (
	"slices"
	"strconv"
	"strings"
)

// group is the part of a row that a target belongs to.
type group int

const (
	skipped group = iota
	ofItem
	ofCopy
	ofPurchase
	ofValue
	ofInsurance
	ofPhotos
	ofKeys // what finds an item or a copy
	ofPlace
)

// targets are the columns of the contract that can be imported.
var targets = map[string]group{
	"skip": skipped, "collection_uuid": ofPlace, "collection": ofPlace,
	"item_uuid": ofKeys, "item_key": ofKeys, "copy_uuid": ofKeys, "copy_key": ofKeys,
	"item_name": ofItem, "description": ofItem, "type": ofItem, "category": ofItem, "tags": ofItem, "set": ofItem, "series": ofItem,
	"wanted": ofItem, "wanted_priority": ofItem, "wanted_max_price": ofItem, "wanted_currency": ofItem,
	"identifier": ofCopy, "quantity": ofCopy, "status": ofCopy, "condition": ofCopy, "location": ofCopy, "acquired_at": ofCopy, "disposed_at": ofCopy, "note": ofCopy,
	"purchase_price": ofPurchase, "purchase_currency": ofPurchase, "purchase_date": ofPurchase, "purchase_from": ofPurchase, "purchase_reference": ofPurchase,
	"value": ofValue, "value_currency": ofValue, "value_date": ofValue, "value_type": ofValue, "value_by": ofValue,
	"insurer": ofInsurance, "policy_number": ofInsurance, "insured_value": ofInsurance, "insured_currency": ofInsurance, "insured_from": ofInsurance,
	"insured_until": ofInsurance, "coverage_type": ofInsurance,
	"photo_files": ofPhotos,
}

// exported are columns of an export that cannot be imported; files have them, so they are
// left out.
var exported = []string{"item_id", "copy_id", "item_created_at", "item_updated_at", "total_value", "photos"}

// target is where the cells of a column go.
type target struct {
	name  string // a column of the contract, or field
	group group
	field fieldTarget
}

// fieldTarget names a custom field: of a type, or of whatever type the row has.
type fieldTarget struct {
	typeName, name, kind string
	nth                  int // among those of one name, from 1
}

// parseTarget reads a target, and reports whether it is one.
func parseTarget(c Column) (target, bool) {
	if c.To == "field" {
		return target{"field", ofItem, fieldTarget{name: c.Name, kind: c.Kind, nth: 1}}, c.Name != ""
	}
	if f, ok := parseField(c.To); ok {
		if c.Kind != "" {
			f.kind = c.Kind
		}
		return target{"field", ofItem, f}, true
	}
	if slices.Contains(exported, c.To) || c.To == "" {
		return target{name: "skip"}, true
	}
	g, ok := targets[c.To]
	return target{name: c.To, group: g}, ok
}

// parseField reads field[KIND]:TYPE/NAME#n.
func parseField(to string) (f fieldTarget, ok bool) {
	rest, ok := strings.CutPrefix(to, "field[")
	if !ok {
		return f, false
	}
	kind, rest, ok := strings.Cut(rest, "]:")
	if !ok {
		return f, false
	}
	parts := splitEscaped(rest, "/", `/#\`)
	if len(parts) != 2 || parts[0] == "" || parts[1] == "" {
		return f, false
	}
	f = fieldTarget{typeName: parts[0], name: parts[1], kind: kind, nth: 1}
	if name, n, numbered := cutNumber(rest); numbered {
		f.nth, f.name = n, splitEscaped(name, "/", `/#\`)[1]
	}
	return f, true
}

// cutNumber takes the #n off a header.
func cutNumber(s string) (string, int, bool) {
	i := strings.LastIndex(s, "#")
	if i < 1 || s[i-1] == '\\' {
		return s, 1, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil && n > 1
}

// key is what two columns may not share.
func (t target) key() string {
	if t.name != "field" {
		return t.name
	}
	return "field\x00" + fold(t.field.typeName) + "\x00" + fold(t.field.name) + "\x00" + strconv.Itoa(t.field.nth)
}

// addsUp reports whether several columns may have the target.
func (t target) addsUp() bool { return t.name == "tags" || t.name == "photo_files" }

// filledCopy reports whether a cell of the group says that there is a copy.
func (g group) filledCopy() bool { return g >= ofCopy && g <= ofInsurance }
