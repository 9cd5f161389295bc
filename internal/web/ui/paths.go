package ui

import (
	"net/url"
	"strconv"
	"strings"
)

func TagPath(id int64) string { return "/tags/" + Number(id) }

// LoanParts are the parts of the page of loans, in order.
var LoanParts = []string{"overdue", "outgoing", "incoming", "planned", "returned"}

// PhotoKinds are the types of photos.
const PhotoKinds = "image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,image/avif"

// SharePath is the sharing page of a collection.
func SharePath(collection int64) string { return CollectionPath(collection) + "/share" }

// ShowBox is the name of the box for something that a link may show.
func ShowBox(what string) string { return "shows_" + what }

// PreviewPath is what a link would show of a collection.
func PreviewPath(collection, shows string) string {
	return "/collections/" + collection + "/share/as/" + shows
}

func PolicyPath(id int64) string { return "/policies/" + Number(id) }

func SetPath(id int64) string { return "/sets/" + Number(id) }

func SeriesPath(id int64) string { return "/series/" + Number(id) }

// CategoriesPath is the page of the categories of a collection.
func CategoriesPath(collection int64) string { return CollectionPath(collection) + "/categories" }

// CategoryPath is the page of a category.
func CategoryPath(collection, id int64) string { return CategoriesPath(collection) + "/" + Number(id) }

func LocationPath(id int64) string { return "/locations/" + strconv.FormatInt(id, 10) }

// SearchExportPath is the address of the export of search results.
func SearchExportPath(query string) string {
	return "/search/export?" + url.Values{"q": {query}}.Encode()
}

// CopyPath is the address of the page of a copy.
func CopyPath(id int64) string { return "/copies/" + strconv.FormatInt(id, 10) }

// PlaceName is the path of a location, the outermost first.
func PlaceName(path []string) string { return strings.Join(path, " › ") }

// NewItemPath is the form of a new item with a name, a code, and whether it is owned, if these are known.
func NewItemPath(collection int64, name, code, own string) string {
	return filledIn(CollectionPath(collection)+"/items/new", name, code, own)
}

// AddPath is the form of a new item in the collection that was last added to.
func AddPath(name, code, own string) string { return filledIn("/add", name, code, own) }

func filledIn(path, name, code, own string) string {
	for _, known := range [][2]string{{"name", name}, {"code", code}, {"own", own}} {
		if known[1] != "" {
			path = With(path, known[0], known[1])
		}
	}
	return path
}
