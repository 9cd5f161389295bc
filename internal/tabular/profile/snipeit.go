package profile

// snipeIT writes a row for each asset. Some of its column names have changed over time.
var snipeIT = &Profile{
	Name:    "snipe-it",
	Title:   "Snipe-IT",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"Asset Tag"}}},
	Rules: []Rule{
		to("copy_key", "Asset Tag").and(Target{To: "identifier"}),
		field("Model", "Model", "Model Name"),
		to("category", "Category"),
		to("location", "Location"),
		to("purchase_from", "Supplier"),
		to("purchase_reference", "Order Number"),
		to("purchase_date", "Purchase Date").days("M/D/Y"),
		to("purchase_price", "Purchase Cost"),
		to("note", "Asset Notes", "Notes"),
		field("Company").kind("text"),
		field("Manufacturer").kind("text"),
		field("Model number", "Model Number").kind("text"),
		field("Model notes", "Model Notes").kind("text"),
		field("Serial number", "Serial", "Serial Number").kind("text"),
		field("Status"),
		field("Warranty (months)", "Warranty", "Warranty Months").kind("number"),
		field("End of life", "Asset EOL Date", "EOL Date").kind("date").days("M/D/Y"),
		to("photo_files", "Image"),
		loans("Checkout*", "Checked Out*"),
	},
	Derived: []Derived{{
		Name: "Name, else model", From: []string{"Item Name", "Asset Name", "Name", "Model", "Model Name"}, Hide: []string{"Item Name", "Asset Name", "Name"},
		To: Target{To: "item_name"}, Make: firstFilled,
	}},
	Settings: Settings{Match: "key"},
}
