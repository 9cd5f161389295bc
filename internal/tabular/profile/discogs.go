package profile

// discogs writes the collection of a user, a row for each copy.
var discogs = &Profile{
	Name:    "discogs",
	Title:   "Discogs",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"release_id", "Catalog#"}}},
	Rules: append(discogsRelease,
		to("category", "CollectionFolder"),
		field("Date added", "Date Added").kind("date"),
		to("condition", "Collection Media Condition"),
		field("Sleeve condition", "Collection Sleeve Condition").kind("text"),
		to("note", "Collection Notes"),
		fields("Collection *"),
	),
	Settings: Settings{Match: "key", Template: "vinyl-record", CreateOptions: true, FirstRowWins: true},
}

// discogsWants is the want list: releases without copies.
var discogsWants = &Profile{
	Name:    "discogs",
	Title:   "Discogs",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"release_id", "Catalog#", "Notes"}}},
	Rules:   append(discogsRelease, to("description", "Notes")),
	Derived: []Derived{{
		Name: "Wanted", From: []string{"release_id"}, To: Target{To: "wanted"},
		Make: func([]string) string { return "true" },
	}},
	Settings: Settings{Match: "key", Template: "vinyl-record", Copies: "none", CreateOptions: true, FirstRowWins: true},
}

var discogsRelease = []Rule{
	field("Catalogue number", "Catalog#").kind("text"),
	field("Artist").kind("text"),
	to("item_name", "Title"),
	field("Label").kind("text"),
	field("Format").kind("text"),
	field("My rating", "Rating").kind("rating").zeroIsNone(),
	field("Released (year)", "Released").kind("number").zeroIsNone(),
	to("item_key", "release_id"),
}
