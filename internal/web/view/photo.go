package view

import "vitrine/internal/catalog"

// photoPath is where the forms of a photo are sent.
func photoPath(i ItemShown, p catalog.Photo) string {
	return ItemPath(i.Item.ID) + "/photos/" + number(p.ID)
}

// alt is the text of a photo for those who do not see it.
func alt(p catalog.Photo, otherwise string) string {
	switch {
	case p.AltText != nil:
		return *p.AltText
	case p.Caption != nil:
		return *p.Caption
	}
	return otherwise
}

// caption is what is written below an enlarged photo.
func caption(p catalog.Photo) string { return words(p.Caption) }

func words(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
