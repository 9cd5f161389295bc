// Package locations has the pages that say where copies are kept: locations, shelf checks and labels.
package locations

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](locationPages, locationMovePages, shelfCheckPages, labelPages)
