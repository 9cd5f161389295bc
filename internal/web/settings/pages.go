// Package settings has the pages of accounts, members, keys, the log and the trash.
package settings

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	mailedPages, samplePages, settingsPages, securityPages, apiKeyPages, memberPages, accountPages,
	shareLinkPages, trashPages, logPages, installationPages,
)
