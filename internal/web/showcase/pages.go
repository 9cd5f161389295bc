// Package showcase has the pages that visitors see without an account.
package showcase

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	showcasePages, sharePages,
)
