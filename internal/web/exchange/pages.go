// Package exchange has the pages of imports, exports, archives and packs, and the searches for choices
// in forms.
package exchange

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	archivePages, offerPages, exportPages, importPages, importStepPages, packPages, proposalPages, suggestPages,
)
