// Package shelf has the pages of collections and their lists of items, categories, sets, series and
// tags, searches and figures.
package shelf

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	homePages, collectionPages, shelfPages, tagPages, categoryPages, setPages, setFillPages, seriesPages, wishPages,
	searchPages, savedViewPages, worthPages, attentionPages,
)
