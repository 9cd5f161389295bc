// Package types has the pages of collection types and their custom fields.
package types

import (
	"slices"

	"vitrine/internal/web/page"
)

// Pages are the rows of the page map.
var Pages = slices.Concat[[]page.Row](collectionTypePages, customFieldPages, typeImportPages, typesOfCollectionPages)
