package profile

import (
	"strings"

	"vitrine/internal/tabular/own"
)

// libraryThing writes json: an object of books by their id.
var libraryThing = &Profile{
	Name:    "librarything",
	Title:   "LibraryThing",
	Formats: []string{"json"},
	Found:   []Mark{{All: []string{"books_id"}}},
	Rules: []Rule{
		to("item_key", "books_id"),
		to("item_name", "title"),
		to("tags", "tags"),
		field("Publisher", "publication").kind("text"),
		field("Language", "language").kind("text"),
		field("Original language", "originallanguage").kind("text"),
		to("series", "series"),
		field("Original title", "originaltitle").kind("text"),
		field("Genre", "genre").kind("text"),
		field("Awards", "awards").kind("text"),
		field("Dewey decimal", "ddc.code").kind("text"),
		field("Dewey wording", "ddc.wording").kind("text"),
		field("LC classification", "lcc.code").kind("text"),
		field("Subject", "subject").kind("text"),
		field("Binding", "format.text"),
		field("Pages", "pages").kind("number"),
		field("Physical description", "physical_description").kind("text"),
		field("Height", "height"), field("Length", "length"), field("Thickness", "thickness"), field("Dimensions", "dimensions"), field("Weight", "weight"),
		to("quantity", "copies"),
		field("From where", "fromwhere").kind("text"),
		field("Date added", "entrydate").kind("date"),
		skip("summary", "tagidA", "collections_idA", "language_codeA", "originallanguage_codeA", "genre_id", "workcode", "sortcharacter", "public", "source", "asin", "ean", "upc",
			"authors.lf", "authors.role", "format.code", "ddc.wording", "primaryauthorrole"),
		field("My rating", "rating").kind("rating").zeroIsNone(),
		field("My review", "review").kind("text"),
		to("note", "privatecomment", "comment"),
		to("acquired_at", "dateacquired"),
		field("Started on", "datestarted").kind("date"),
		field("Read on", "dateread").kind("date"),
	},
	Derived: []Derived{
		{Name: "Author", From: []string{"authors.fl", "primaryauthor"}, Hide: []string{"authors.fl", "primaryauthor"}, To: Target{To: Field, Name: "Author", Kind: "text"}, Make: firstFilled},
		{Name: "ISBN", From: []string{"originalisbn", "isbn"}, Hide: []string{"originalisbn", "isbn"}, To: Target{To: Field, Name: "ISBN", Kind: "text"}, Make: isbn},
		{Name: "Published (year)", From: []string{"date"}, Hide: []string{"date"}, To: Target{To: Field, Name: "Published (year)", Kind: "number"}, Make: func(cells []string) string {
			return strings.Trim(cells[0], "?")
		}},
		{Name: "First collection", From: []string{"collections"}, Hide: []string{"collections"}, To: Target{To: "category"}, Make: func(cells []string) string {
			first, _ := firstAndRest(own.SplitList(cells[0]))
			return first
		}},
		{Name: "Further collections", From: []string{"collections"}, To: Target{To: "tags"}, Make: func(cells []string) string {
			_, rest := firstAndRest(own.SplitList(cells[0]))
			return own.JoinList(rest)
		}},
	},
	Settings: Settings{ListSeparator: own.ListSeparator, Match: "key", Template: "book", CreateOptions: true},
}

func firstAndRest(all []string) (first string, rest []string) {
	if len(all) == 0 {
		return "", nil
	}
	return strings.TrimSpace(all[0]), all[1:]
}

// libraryThingTable is the same as tsv, with other names.
var libraryThingTable = &Profile{
	Name:    "librarything",
	Title:   "LibraryThing",
	Formats: []string{"csv"},
	Found:   []Mark{{All: []string{"Sort Character"}}},
	Rules: []Rule{
		to("item_key", "Book Id"),
		to("item_name", "Title"),
		skip("Sort Character", "Primary Author Role", "Secondary Author Roles", "Summary"),
		field("Publisher", "Publication").kind("text"),
		field("Published (year)", "Date"),
		field("Pages", "Page Count").kind("number"),
		field("Binding", "Media"),
		field("Language", "Languages").kind("text"),
		field("Original language", "Original Languages").kind("text"),
		field("Subject", "Subjects").kind("text"),
		field("My review", "Review").kind("text"),
		field("My rating", "Rating").kind("rating").zeroIsNone(),
		to("description", "Comment"),
		to("note", "Private Comment"),
		to("acquired_at", "Acquired"),
		field("Started on", "Date Started").kind("date"),
		field("Read on", "Date Read").kind("date"),
		field("Date added", "Entry Date").kind("date"),
		to("identifier", "Barcode"),
		to("tags", "Tags"),
		to("quantity", "Copies"),
		field("From where", "From Where").kind("text"),
		loans("Lending Patron", "Lending Status", "Lending Start", "Lending End", "Status", "Start", "End"),
		field("List price", "List Price").kind("text"),
		to("purchase_price", "Purchase Price"),
		to("value", "Value"),
		to("condition", "Condition"),
		fields("Physical Description", "Weight", "Height", "Thickness", "Length", "Dimensions", "LCCN", "LC Classification", "Dewey Decimal", "Dewey Wording", "Other Call Number", "OCLC", "Work id", "ISSN", "BCID", "Source").kind("text"),
	},
	Derived: []Derived{
		{Name: "Author", From: []string{"Primary Author", "Secondary Author"}, Hide: []string{"Primary Author", "Secondary Author"}, To: Target{To: Field, Name: "Author", Kind: "text"}, Make: joined},
		{Name: "ISBN, 13 digits if there are", From: []string{"ISBNs", "ISBN"}, Hide: []string{"ISBNs", "ISBN"}, To: Target{To: Field, Name: "ISBN", Kind: "text"}, Make: isbn},
		{Name: "First collection", From: []string{"Collections"}, Hide: []string{"Collections"}, To: Target{To: "category"}, Make: func(cells []string) string {
			first, _ := firstAndRest(strings.Split(cells[0], ","))
			return first
		}},
	},
	Settings: Settings{ListSeparator: ",", Match: "key", Template: "book", CreateOptions: true},
}
