package profile

import "fmt"

// clzXML is what the programs of CLZ write as xml: x.displayname is the text of x.
var clzXML = &Profile{
	Name:    "clz",
	Title:   "CLZ",
	Formats: []string{"xml"},
	Found:   []Mark{{Root: []string{"collectorz", "comicinfo", "bookinfo", "movieinfo", "musicinfo", "gameinfo"}}},
	Rules: []Rule{
		to("item_key", "index"),
		to("series", "mainsection.series.displayname", "series.displayname"),
		field("Publisher", "publisher.displayname", "mainsection.publisher.displayname").kind("text"),
		field("Format", "format.displayname", "mainsection.format.displayname"),
		field("Genre", "genres.genre.displayname", "mainsection.genres.genre.displayname").kind("text"),
		field("Author", "authors.author.person.displayname", "mainsection.authors.author.person.displayname").kind("text"),
		field("Artist", "artists.artist.displayname", "mainsection.artists.artist.displayname").kind("text"),
		field("Label", "label.displayname"),
		field("Language", "language.displayname", "mainsection.language.displayname"),
		field("Country", "country.displayname"),
		field("ISBN", "isbn").kind("text"),
		field("Pages", "pagecount", "mainsection.pagecount").kind("number").zeroIsNone(),
		field("Published (year)", "publicationdate.year.displayname", "mainsection.publicationdate.year.displayname"),
		field("Released (year)", "releasedate.year.displayname"),
		field("Barcode", "barcode").kind("text"),
		field("Cover price", "coverprice").kind("text"),
		field("Grade", "grade.displayname"),
		to("condition", "condition.displayname"),
		field("My rating", "myrating", "rating").kind("rating").zeroIsNone(),
		to("purchase_price", "purchaseprice"),
		to("value", "currentprice"),
		to("quantity", "quantity"),
		to("location", "location.displayname"),
		to("note", "notes"),
		to("description", "plot", "mainsection.plot"),
		to("tags", "tags.tag.displayname"),
		urls("coverfront", "coverfrontdefault", "coverback", "links*", "thumbfilepath"),
		skip("id", "hash", "lastmodified*", "submissiondate*", "dateadded*", "bpmediatypeid", "purchasedate.date"),
	},
	Derived: []Derived{
		{Name: "Title", From: []string{"mainsection.title", "title"}, Hide: []string{"mainsection.title", "title"}, To: Target{To: "item_name"}, Make: firstFilled},
		{Name: "Issue number", From: []string{"issuenr", "issueext"}, Hide: []string{"issuenr", "issueext"}, To: Target{To: Field, Name: "Issue number", Kind: "text"}, Make: func(cells []string) string {
			return cells[0] + cells[1]
		}},
		{Name: "Purchase date", From: []string{"purchasedate.year.displayname", "purchasedate.month", "purchasedate.day"}, Hide: []string{"purchasedate.year.displayname", "purchasedate.month", "purchasedate.day"},
			To: Target{To: "purchase_date"}, Make: dayOfParts},
	},
	Settings: Settings{Match: "key"},
}

// dayOfParts is a day of year, month and day, or as much as there is.
func dayOfParts(cells []string) string {
	switch {
	case cells[0] == "" || cells[1] == "" || cells[1] == "0":
		return cells[0]
	case cells[2] == "" || cells[2] == "0":
		return fmt.Sprintf("%s-%02s", cells[0], cells[1])
	}
	return fmt.Sprintf("%s-%02s-%02s", cells[0], cells[1], cells[2])
}
