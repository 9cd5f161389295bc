package view

import (
	"math"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

// Showcase surrounds the pages of visitors. They show what they are given, and are given
// only what is shown.
type Showcase struct {
	*i18n.Texts
	Theme       string
	Base        string // of addresses that other services read
	Under, Open string // the paths of the pages, and of what they load
}

// ShownCollection is the page of a collection.
type ShownCollection struct {
	Showcase
	Collection catalog.ShownCollection
	Page       catalog.Page[catalog.ShownItem]
	Search     string
	Later      bool // not the first page
}

// ShownItem is the page of an item.
type ShownItem struct {
	Showcase
	Collection catalog.ShownCollection
	Item       catalog.ShownItem
	Values     []Value // of its fields
}

// PublicPath is the page of a public collection.
func PublicPath(uuid string) string { return "/c/" + strings.ToLower(uuid) }

// item is the page of an item.
func (s Showcase) item(id int64) string { return s.Under + "/items/" + number(id) }

// photo is the address of a photo in a size.
func (s Showcase) photo(id int64, size string) string {
	return s.Open + "/photos/" + number(id) + "/file?size=" + size
}

// words writes as pages of members do. There is no member, so nothing of one is asked for.
func (s Showcase) words() Frame { return Frame{Texts: s.Texts} }

// found is how many items a search has found.
func (c ShownCollection) found() string {
	if c.Page.Capped {
		return c.N("items.more", c.Page.Total)
	}
	return c.N("items", c.Page.Total)
}

// start is the address of the first page.
func (c ShownCollection) start() string {
	if c.Search == "" {
		return c.Under
	}
	return With(c.Under, "q", c.Search)
}

// next is the address of what follows.
func (c ShownCollection) next() string { return With(c.start(), "after", c.Page.NextAfter) }

// sub is the line below an item's name.
func (s Showcase) sub(i catalog.ShownItem) string {
	var parts []string
	for _, part := range []*string{i.Type, i.Series, i.Set, i.Category} {
		if part != nil && len(parts) < 2 {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, " · ")
}

// pieces is how many are held of an item.
func pieces(i catalog.ShownItem) (n int64) {
	for _, c := range i.Copies {
		n += min(c.Quantity, math.MaxInt64-n)
	}
	return n
}

// seenAs is the text of a photo for those who do not see it.
func seenAs(p catalog.ShownPhoto, otherwise string) string {
	return alt(catalog.Photo{AltText: p.AltText, Caption: p.Caption}, otherwise)
}

// about is what other services say below a link to the page: the beginning of a
// description.
func about(description *string) string {
	const most = 200
	text := []rune(strings.Join(strings.Fields(words(description)), " "))
	if len(text) <= most {
		return string(text)
	}
	return strings.TrimSpace(string(text[:most])) + "…"
}

// first is the photo that stands for an item.
func first(photos []catalog.ShownPhoto) *int64 {
	if len(photos) == 0 {
		return nil
	}
	return &photos[0].ID
}
