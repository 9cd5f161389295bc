// Package exchange has the pages of what comes in and goes out: imports, exports, archives and
// packs; and what forms offer to choose from.
package exchange

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	archivePages, offerPages, exportPages, importPages, importStepPages, packPages,
)
