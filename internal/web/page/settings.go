package page

import (
	"vitrine/internal/web/ui"
)

// Setting is the frame of a page of settings.
func Setting(v *Visit, title string) (ui.Frame, error) {
	f, err := v.Frame("", "settings")
	if err == nil {
		f.Title = f.T(title)
		f.Saved = v.URL.Query().Has("saved")
	}
	return f, err
}
