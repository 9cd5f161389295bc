// Package item has the pages of items and copies, their records, photos and documents.
package item

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](
	itemPages, newItemPages, chosenItemPages, changeItemPages, itemFieldPages, itemTagPages, photoPages, copyPages, copyTabPages,
	recordPages, documentPages, insurancePages, policyPages, loanPages,
)
