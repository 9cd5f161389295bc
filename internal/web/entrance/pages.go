// Package entrance has the pages before somebody is signed in, and help.
package entrance

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	entrancePages, trialPages, setupPages, helpPages,
)
