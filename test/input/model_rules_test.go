package input

import (
	"maps"
	"slices"
	"strings"
)

// Each settle function applies an input to a thing, new or old, and reports wrong
// members. The input is complete even for a patch, except for an item's values.

func settleLocation(t *tenant, target, _ *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	shown := M{"name": r.text("name", 255, true), "emoji": r.among("emoji", false, "📦", "🏠"), "parent_id": input["parent_id"]}
	if id := input["parent_id"]; id != nil && r.wrong == nil {
		parent := t.find("location", id)
		r.check("parent_id", parent != nil)
		for o := parent; o != nil; o = t.find("location", o.shown["parent_id"]) {
			if o == target {
				r.check("parent_id", false)
				break
			}
		}
	}
	return &thing{shown: shown}, r.wrong
}

func settleCondition(t *tenant, target, _ *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	shown, others := M{"name": r.text("name", 255, true), "position": 1}, t.listed("condition", nil)
	for _, o := range others {
		if o != target && r.wrong == nil {
			r.check("name", !strings.EqualFold(o.shown["name"].(string), shown["name"].(string)))
		}
	}
	if target != nil {
		shown["position"] = target.shown["position"]
	} else if len(others) > 0 {
		shown["position"] = others[len(others)-1].shown["position"].(int) + 1
	}
	return &thing{shown: shown}, r.wrong
}

func settleCollection(_ *tenant, _, _ *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	return &thing{shown: M{"name": r.text("name", 255, true), "description": r.text("description", 2000, false), "emoji": r.among("emoji", false, "📦", "📚"),
		"visibility": r.among("visibility", true, "private", "shared", "public"), "currency": r.among("currency", false, "USD", "EUR"), "cover_photo_id": nil}}, r.wrong
}

func settleType(_ *tenant, target, _ *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	return &thing{shown: M{"name": r.text("name", 255, true), "color": r.among("color", target != nil, "#6B7280", "#a0B1c2")}}, r.wrong
}

func settleField(t *tenant, target, in *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	name, position := r.text("name", 255, false), 1
	if name == nil {
		name = ""
	}
	if target != nil {
		position = target.shown["position"].(int)
		if _, given := input["name"]; !given {
			name = target.shown["name"]
		}
	} else if others := t.listed("field", in); len(others) > 0 {
		position = others[len(others)-1].shown["position"].(int) + 1
	}
	kind := r.among("field_type", true, "text", "select")
	var options any
	if kind == "select" {
		kept := []string{}
		given, _ := input["options"].([]string)
		for _, o := range given {
			if o = strings.TrimSpace(o); o != "" {
				kept = append(kept, o)
			}
		}
		options = kept
	}
	return &thing{shown: M{"name": name, "field_type": kind, "options": options, "position": position, "group_id": nil, "is_public": false}}, r.wrong
}

func settleItem(t *tenant, target, in *thing, input M, patch bool) (*thing, []string) {
	r := &rules{input: input}
	kind := input["collection_type_id"]
	made := &thing{kind: "item", values: M{}, shown: M{"collection_id": in.id, "name": r.text("name", 255, true), "description": r.text("description", 2000, false), "collection_type_id": kind}}
	maps.Copy(made.shown, M{"category_id": nil, "set_id": nil, "series_id": nil, "tag_ids": []any{}, "wanted": false, "wanted_priority": nil, "wanted_max_price": nil, "wanted_currency_code": nil})
	given, _ := input["custom_fields"].(M)
	if r.wrong == nil {
		for id, v := range given {
			f := t.find("field", id)
			r.check("custom_fields", f != nil && f.in.id == kind && (f.shown["field_type"] == "text" || v == nil || slices.Contains(f.shown["options"].([]string), v.(string))))
		}
	}
	if id, _ := kind.(string); kind != nil && r.wrong == nil {
		keeps := target != nil && target.shown["collection_type_id"] == kind
		r.check("collection_type_id", keeps || t.links[[2]string{id, in.id}])
	}
	if target != nil {
		maps.Copy(made.values, target.values)
		for id := range target.values {
			if f := t.find("field", id); f.in.id == kind && !patch {
				delete(made.values, id)
			}
		}
	}
	for id, v := range given {
		if made.values[id] = v; v == nil {
			delete(made.values, id)
		}
	}
	t.showValues(made)
	return made, r.wrong
}

func settleCopy(t *tenant, _, in *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	shown := M{"item_id": in.id, "identifier": r.text("identifier", 255, false), "location_id": input["location_id"], "status": r.among("status", false, "owned", "sold"),
		"quantity": r.number("quantity", 1, false), "acquired_at": nil, "disposed_at": nil, "note": r.text("note", 5000, false),
		"item_condition_id": nil, "estimated_value": nil, "value": nil, "value_currency_code": nil, "valued_at": nil, "borrowed": false,
		"cost_amount": nil, "proceeds_amount": nil, "gain_amount": nil, "gain_currency_code": nil}
	if shown["quantity"] == nil {
		shown["quantity"] = 1
	}
	if id := input["location_id"]; id != nil && r.wrong == nil {
		r.check("location_id", t.find("location", id) != nil)
	}
	return &thing{shown: shown}, r.wrong
}

func settleRecord(t *tenant, target, in *thing, input M, _ bool) (*thing, []string) {
	r := &rules{input: input}
	collection := in.in.in
	currency := input["currency_code"]
	if currency == nil {
		currency = collection.shown["currency"]
	}
	deductible := input["deductible_currency_code"]
	if deductible == nil {
		deductible = currency
	}
	shown := M{"copy_id": in.id, "provider": r.text("provider", 255, true), "insured_value": r.number("insured_value", 0, true), "status": r.among("status", false, "active", "expired"),
		"policy_number": r.text("policy_number", 255, false), "currency_code": currency, "deductible_currency_code": deductible, "is_scheduled_item": false}
	for _, name := range []string{"coverage_type", "deductible_amount", "starts_at", "ends_at", "contact_name", "contact_email", "contact_phone", "note"} {
		shown[name] = nil
	}
	if r.wrong == nil && shown["status"] == "active" && shown["policy_number"] != nil {
		r.check("policy_number", !slices.ContainsFunc(t.listed("record", in), func(o *thing) bool {
			return o != target && o.shown["status"] == "active" && o.shown["policy_number"] == shown["policy_number"]
		}))
	}
	return &thing{shown: shown}, r.wrong
}
