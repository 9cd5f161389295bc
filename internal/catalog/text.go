package catalog

import (
	"strings"

	"vitrine/internal/fault"
)

// Limits of many resources, mirrored by check constraints.
const (
	MaxName        = 255
	MaxDescription = 2000
	MaxNote        = 5000
)

// defaultEmoji is used where none is given.
const defaultEmoji = "📦"

// emoji returns the allowed value that equals the given one, ignoring the
// variation selector U+FE0F. Absent is the default.
func emoji(e *fault.Invalid, value string, allowed []string) string {
	if value == "" {
		return defaultEmoji
	}
	const selector = "\ufe0f"
	for _, listed := range allowed {
		if strings.TrimSuffix(value, selector) == strings.TrimSuffix(listed, selector) {
			return listed
		}
	}
	e.Addf("emoji", "The selected %s is invalid.")
	return value
}

// maxOptional limits a text that may be absent.
func maxOptional(e *fault.Invalid, field string, value *string, max int) {
	if value != nil {
		e.Max(field, *value, max)
	}
}
