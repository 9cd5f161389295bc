package page

import (
	"strconv"

	"vitrine/internal/web/ui"
)

// SampleRemoved says what has become of a sample that was just removed.
func (v *Visit) SampleRemoved(f ui.Frame) string {
	left, err := strconv.ParseInt(v.Asked("removed"), 10, 64)
	switch {
	case err != nil || left < 0:
		return ""
	case left == 0:
		return f.T("sample.removed")
	}
	return f.N("sample.kept", left)
}
