package web

import (
	"strconv"
	"time"

	"vitrine/internal/sample"
	"vitrine/internal/web/view"
)

// A sample consists of ordinary objects, which programs make and delete one by one.
var samplePages = []row{
	edit("POST /sample", "POST /api/collections/{collection}/items", makeSample),
	edit("POST /sample/remove", "DELETE /api/collections/{collection}", removeSample),
}

// makeSample gives somebody new something to look at, in their language.
func makeSample(v *visit) error {
	if _, err := v.frame("", ""); err != nil {
		return err
	}
	if v.shell.Sample {
		return v.redirect("/")
	}
	f := &sample.Filler{Scope: v.Scope, Name: func(key string) string { return v.texts.T(key) }}
	if v.web.attachments.Ready() {
		f.Attachments = v.web.attachments
	}
	if err := f.Fill(v.Context(), v.web.Now().UTC().Truncate(24*time.Hour)); err != nil {
		return err
	}
	return v.redirect("/")
}

func removeSample(v *visit) error {
	left, err := sample.Remove(v.Context(), v.Scope)
	if err != nil {
		return err
	}
	return v.redirect("/?removed=" + strconv.FormatInt(left, 10))
}

// sampleRemoved says what has become of a sample that was just removed.
func (v *visit) sampleRemoved(f view.Frame) string {
	left, err := strconv.ParseInt(v.asked("removed"), 10, 64)
	switch {
	case err != nil || left < 0:
		return ""
	case left == 0:
		return f.T("sample.removed")
	}
	return f.N("sample.kept", left)
}
