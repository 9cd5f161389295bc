package profile

import (
	"strings"

	"vitrine/internal/catalog"
)

var asBlank = strings.NewReplacer("_", " ", "-", " ", ".", " ", ":", " ")

// Fold is a header without case, accents and punctuation, for comparison.
func Fold(header string) string {
	return strings.Join(strings.Fields(asBlank.Replace(catalog.Fold(header))), " ")
}
