package ui

import "vitrine/internal/catalog"

// Alt is the text of a photo for those who do not see it.
func Alt(p catalog.Photo, otherwise string) string {
	switch {
	case p.AltText != nil:
		return *p.AltText
	case p.Caption != nil:
		return *p.Caption
	}
	return otherwise
}

func Words(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
