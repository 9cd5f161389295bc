// Package showcase has the pages for visitors, and those that receive photos shared from a phone.
package showcase

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	showcasePages, previewPages, sharePages,
)
