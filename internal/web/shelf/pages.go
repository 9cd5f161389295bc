// Package shelf has the pages of collections and their items as lists, of what sorts items, searches and
// figures.
package shelf

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	homePages, collectionPages, shelfPages, tagPages, categoryPages, setPages, seriesPages, wishPages,
	searchPages, savedViewPages, worthPages, attentionPages,
)
