package ui

import (
	"net/url"
)

// SearchExportPath is where the file of the items that were found is asked for.
func SearchExportPath(query string) string {
	return "/search/export?" + url.Values{"q": {query}}.Encode()
}
