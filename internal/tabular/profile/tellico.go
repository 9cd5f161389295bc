package profile

// tellico describes its fields in the file; these rules are for those that map to our columns.
var tellico = &Profile{
	Name:    "tellico",
	Title:   "Tellico",
	Formats: []string{"tellico"},
	Found:   []Mark{{Root: []string{"tellico"}}},
	Rules: []Rule{
		to("item_key", "id"),
		to("item_name", "title"),
		to("description", "comments", "description", "plot"),
		to("purchase_price", "pur_price").ifAllAre(),
		to("purchase_date", "pur_date").ifAllAre(),
		to("condition", "condition", "grade").and(Target{To: Field}),
		to("location", "location"),
		to("quantity", "quantity"),
		to("tags", "keyword", "keywords"),
		to("series", "series").and(Target{To: Field}),
		loans("loaned"),
		skip("cdate", "mdate"),
	},
	Settings: Settings{Match: "key"},
}
