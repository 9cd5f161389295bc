package profile

import "strings"

// clz writes only columns that the user chose.
var clz = &Profile{
	Name:    "clz",
	Title:   "CLZ",
	Formats: []string{"csv"},
	Found: []Mark{
		{All: []string{"Core ComicID"}},
		{All: []string{"Series", "Issue"}, Any: comicMarks},
		{All: []string{"Series", "Issue Nr"}, Any: comicMarks},
	},
	Rules: []Rule{
		to("item_key", "Core ComicID", "Index"),
		skip("Core SeriesID", "Purchase Year"),
		to("series", "Series").and(Target{To: Field, Name: "Series", Kind: "text"}),
		field("Series group", "Series Group").kind("text"),
		field("Issue number", "Issue", "Issue Nr").kind("text"),
		field("Variant").kind("text"),
		field("Variant description", "Variant Description").kind("text"),
		field("Title").kind("text"), field("Subtitle").kind("text"), field("Story arc", "Story Arc").kind("text"), field("Publisher").kind("text"),
		field("Cover date", "Cover Date"), field("Cover year", "Cover Year"), field("Cover price", "Cover Price").kind("text"),
		field("Format"), field("Country"), field("Language"), field("Age"), field("Barcode").kind("text"), field("Pages", "No. of Pages").kind("number"),
		field("Grade"), field("Grading company", "Grading Company"), field("Grader notes", "Grader Notes").kind("text"), field("Raw / slabbed", "Raw / Slabbed"),
		field("Certification number", "Slab Certification Number").kind("text"), field("Label", "Label Type"), field("Page quality", "Page Quality"), field("Signed by", "Signed by").kind("text"),
		field("Key issue", "Key"), field("Key category", "Key Category"), field("Why it is key", "Key Reason").kind("text"),
		to("identifier", "Custom Label"),
		to("purchase_date", "Purchase Date"),
		to("purchase_price", "Purchase Price"),
		to("purchase_from", "Purchase Store"),
		field("Sold on", "Date Sold"), field("Sold for", "Price Sold").kind("text"), field("Sold (year)", "Sold Year"),
		to("location", "Location", "Storage Box"), to("quantity", "Quantity"), to("note", "Notes"), to("tags", "Tags"),
		field("My rating", "My Rating").kind("rating").zeroIsNone(),
		field("Collection status", "Collection Status"),
	},
	Derived: []Derived{
		{Name: "Full title, else series and issue", From: []string{"Full Title", "Series", "Issue", "Issue Nr", "Variant"}, Hide: []string{"Full Title"}, To: Target{To: "item_name"}, Make: comicName},
		{Name: "My value, else value", From: []string{"My Value", "Value", "CovrPrice Value", "Current Value"}, Hide: []string{"My Value", "Value", "CovrPrice Value", "Current Value"}, To: Target{To: "value"}, Make: firstFilled},
	},
	Settings: Settings{Match: "key", Template: "comic", CreateOptions: true, ListSeparator: ", "},
}

var comicMarks = []string{"Grade", "Purchase Store", "Slab Certification Number"}

// comicName is the full title, or series, number and variant.
func comicName(cells []string) string {
	full, series, issue, number, variant := cells[0], cells[1], cells[2], cells[3], cells[4]
	if full != "" {
		return full
	}
	if issue == "" {
		issue = number
	}
	name := series
	if issue != "" {
		name += " #" + strings.TrimPrefix(issue, "#") + variant
	}
	return strings.TrimSpace(name)
}
