package profile

import (
	"strings"

	"vitrine/internal/catalog"
)

var asBlank = strings.NewReplacer("_", " ", "-", " ", ".", " ", ":", " ")

// Fold is a header without case, accents and punctuation, so that spellings compare.
func Fold(header string) string {
	return strings.Join(strings.Fields(asBlank.Replace(catalog.Fold(header))), " ")
}
