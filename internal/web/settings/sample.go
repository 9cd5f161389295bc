package settings

import (
	"strconv"

	"vitrine/internal/web/page"
)

// A sample consists of ordinary objects, which the API creates and deletes one by one.
var samplePages = []page.Row{
	page.Edit("POST /sample", "POST /api/collections/{collection}/items", makeSample),
	page.Edit("POST /sample/remove", "DELETE /api/collections/{collection}", removeSample),
}

// makeSample gives a new user a sample, in their language.
func makeSample(v *page.Visit) error {
	if _, err := v.Frame("", ""); err != nil {
		return err
	}
	if v.Shell.Sample {
		return v.Redirect("/")
	}
	if err := page.FillSample(v, v.Scope); err != nil {
		return err
	}
	return v.Redirect("/")
}

func removeSample(v *page.Visit) error {
	left, err := page.RemoveSample(v)
	if err != nil {
		return err
	}
	return v.Redirect("/?removed=" + strconv.FormatInt(left, 10))
}
