package page

import (
	"strconv"

	"vitrine/internal/web/ui"
)

// SampleRemoved is the message after removing a sample.
func SampleRemoved(v *Visit, f ui.Frame) string {
	left, err := strconv.ParseInt(v.Param("removed"), 10, 64)
	switch {
	case err != nil || left < 0:
		return ""
	case left == 0:
		return f.T("sample.removed")
	}
	return f.N("sample.kept", left)
}
