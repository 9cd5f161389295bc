package ui

import (
	"strings"

	"vitrine/internal/i18n"
)

// Showcase is the frame of visitors' pages. They get only data that may be shown.
type Showcase struct {
	*i18n.Texts
	Theme       string
	Base        string // of addresses that other services read
	Under, Open string // the paths of the pages, and of what they load
	Preview     bool   // a member looks at what a link would show
}

// PublicPath is the page of a public collection.
func PublicPath(uuid string) string { return "/c/" + strings.ToLower(uuid) }

// Photo is the address of a photo in a size.
func (s Showcase) Photo(id int64, size string) string {
	if s.Preview {
		return s.Under + "/photos/" + Number(id) + "/" + size
	}
	return s.Open + "/photos/" + Number(id) + "/file?size=" + size
}
