// Package showcase has the pages of what is shared: what visitors see without an account, and who sees it.
package showcase

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	showcasePages, sharePages,
)
