package importing

import (
	"slices"
	"strconv"

	"vitrine/internal/tabular/own"
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
var exported = []string{"item_id", "copy_id", "item_created_at", "item_updated_at", "total_value", "policies", "covered_value", "photos"}

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
func parseField(to string) (fieldTarget, bool) {
	f, ok := own.ParseField(to)
	return fieldTarget{f.Type, f.Name, f.Kind, f.Nth}, ok && f.Type != "" && f.Name != ""
}

// key is what two columns may not share.
func (t target) key() string {
	if t.name != "field" {
		return t.name
	}
	name := t.field.name
	if t.field.typeName == "" { // our own headers are exact
		name = fold(name)
	}
	return "field\x00" + fold(t.field.typeName) + "\x00" + name + "\x00" + strconv.Itoa(t.field.nth)
}

// addsUp reports whether several columns may have the target.
func (t target) addsUp() bool { return t.name == "tags" || t.name == "photo_files" }

// filledCopy reports whether a cell of the group says that there is a copy.
func (g group) filledCopy() bool { return g >= ofCopy && g <= ofInsurance }
