package page

import (
	"strconv"
	"time"

	"vitrine/internal/postgres"
	"vitrine/internal/sample"
	"vitrine/internal/web/ui"
)

// FillSample puts the sample into an account, in the language of the visit.
func FillSample(v *Visit, s postgres.Scope) error {
	f := &sample.Filler{Scope: s, Name: func(key string) string { return v.Texts.T(key) }}
	if v.Web.Attachments.Ready() {
		f.Attachments = v.Web.Attachments
	}
	return f.Fill(v.Context(), v.Web.Now().UTC().Truncate(24*time.Hour))
}

// RemoveSample takes the sample out again, and counts what is left because somebody changed it.
func RemoveSample(v *Visit) (left int64, err error) { return sample.Remove(v.Context(), v.Scope) }

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
