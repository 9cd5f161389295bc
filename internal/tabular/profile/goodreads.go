package profile

import (
	"strings"
)

// goodreads writes all books of a user's shelves.
var goodreads = &Profile{
	Name:    "goodreads",
	Title:   "Goodreads",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"Book Id", "Exclusive Shelf"}}},
	Rules: []Rule{
		to("item_key", "Book Id"),
		to("item_name", "Title"),
		field("Author").kind("text"),
		field("Additional authors", "Additional Authors").kind("text"),
		field("My rating", "My Rating").kind("rating").zeroIsNone(),
		field("Publisher").kind("text"),
		field("Binding"),
		field("Pages", "Number of Pages").kind("number"),
		field("Published (year)", "Year Published").kind("number"),
		field("First published (year)", "Original Publication Year").kind("number"),
		field("Read on", "Date Read").kind("date"),
		field("Date added", "Date Added").kind("date"),
		to("tags", "Bookshelves"),
		to("note", "Private Notes"),
		field("Read count", "Read Count").kind("number"),
		to("quantity", "Owned Copies"),
		skip("Author l-f", "Average Rating", "Bookshelves with positions", "Spoiler"),
		to("purchase_date", "Original Purchase Date"),
		to("purchase_from", "Original Purchase Location"),
		to("condition", "Condition"),
		field("Condition description", "Condition Description").kind("text"),
		field("Recommended for", "Recommended For").kind("text"),
		field("Recommended by", "Recommended By").kind("text"),
		field("BCID").kind("text"),
	},
	Derived: []Derived{
		{Name: "ISBN, 13 digits if there are", From: []string{"ISBN13", "ISBN"}, Hide: []string{"ISBN13", "ISBN"}, To: Target{To: Field, Name: "ISBN", Kind: "text"}, Make: isbn},
		{Name: "Wanted, if to read", From: []string{"Exclusive Shelf"}, Hide: []string{"Exclusive Shelf"}, To: Target{To: "wanted"}, Make: func(cells []string) string {
			if cells[0] == toRead {
				return "true"
			}
			return ""
		}},
		{Name: "Shelf, if not to read", From: []string{"Exclusive Shelf"}, To: Target{To: "tags"}, Make: func(cells []string) string {
			if cells[0] == toRead {
				return ""
			}
			return cells[0]
		}},
		{Name: "My review", From: []string{"My Review"}, Hide: []string{"My Review"}, To: Target{To: Field, Name: "My review", Kind: "text"}, Make: func(cells []string) string {
			return lineBreaks.Replace(cells[0])
		}},
	},
	Settings: Settings{ListSeparator: ", ", Match: "key", Template: "book", CreateOptions: true, FirstRowWins: true},
}

const toRead = "to-read"

var lineBreaks = strings.NewReplacer("<br/>", "\n", "<br />", "\n", "<br>", "\n")
