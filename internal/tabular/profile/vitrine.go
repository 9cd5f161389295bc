package profile

import (
	"slices"

	"vitrine/internal/tabular/own"
)

// Own is the profile of Vitrine's own lists.
const Own = "vitrine"

var vitrine = &Profile{
	Name:     Own,
	Title:    "Vitrine",
	Formats:  []string{"csv", "xlsx", "json"},
	Settings: Settings{PathSeparator: own.PathSeparator, ListSeparator: own.ListSeparator, Copies: "if_filled", Empty: "clear", Tags: "replace", Match: "uuid"},
}

// IsOwn reports whether every header is one of our columns.
func IsOwn(headers []string) bool {
	return len(headers) > 0 && !slices.ContainsFunc(headers, func(h string) bool {
		_, isColumn := own.ByKey(h)
		_, isField := own.ParseField(h)
		return !isColumn && !isField
	})
}
