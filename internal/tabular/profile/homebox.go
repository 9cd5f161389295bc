package profile

import "strings"

// homebox writes csv or tsv; fields of the user's own follow as HB.field.NAME.
var homebox = &Profile{
	Name:    "homebox",
	Title:   "Homebox",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"HB.name"}}},
	Rules: []Rule{
		to("item_key", "HB.import_ref"),
		skip("HB.parent_import_ref", "HB.url"),
		to("item_name", "HB.name"),
		to("description", "HB.description"),
		to("note", "HB.notes"),
		to("quantity", "HB.quantity"),
		to("identifier", "HB.asset_id"),
		to("location", "HB.location"),
		to("tags", "HB.tags", "HB.labels"),
		to("purchase_date", "HB.purchase_date", "HB.purchase_time"),
		to("purchase_price", "HB.purchase_price").zeroIsNone(),
		to("purchase_from", "HB.purchase_from"),
		field("Manufacturer", "HB.manufacturer").kind("text"),
		field("Model number", "HB.model_number").kind("text"),
		field("Serial number", "HB.serial_number").kind("text"),
		field("Warranty expires", "HB.warranty_expires").kind("date"),
		field("Warranty details", "HB.warranty_details").kind("text"),
		field("Lifetime warranty", "HB.lifetime_warranty").kind("boolean"),
		field("Insured", "HB.insured").kind("boolean"),
		field("Archived", "HB.archived").kind("boolean"),
		field("Sold on", "HB.sold_date", "HB.sold_time").kind("date"),
		field("Sold to", "HB.sold_to").kind("text"),
		field("Sold for", "HB.sold_price").kind("number").zeroIsNone(),
		field("Notes on the sale", "HB.sold_notes").kind("text"),
		fields("HB.field.*"),
	},
	Derived: []Derived{{ // as in the program's guide, with commas
		Name: "HB.label, by commas", From: []string{"HB.label"}, Hide: []string{"HB.label"}, To: Target{To: "tags"},
		Make: func(cells []string) string { return strings.ReplaceAll(cells[0], ",", ";") },
	}},
	Settings: Settings{PathSeparator: " / ", ListSeparator: ";", Match: "key"},
}
