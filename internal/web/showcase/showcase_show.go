package showcase

import (
	"math"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// ShownCollection is the page of a collection.
type ShownCollection struct {
	ui.Showcase
	Collection catalog.ShownCollection
	Page       catalog.Page[catalog.ShownItem]
	Search     string
	Later      bool // not the first page
}

// ShownItem is the page of an item.
type ShownItem struct {
	ui.Showcase
	Collection catalog.ShownCollection
	Item       catalog.ShownItem
	Values     []ui.Value // of its fields
}

// item is the page of an item.
func item(s ui.Showcase, id int64) string { return s.Under + "/items/" + ui.Number(id) }

// words writes as pages of members do. There is no member, so nothing of one is asked for.
func words(s ui.Showcase) ui.Frame { return ui.Frame{Texts: s.Texts} }

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
	return ui.With(c.Under, "q", c.Search)
}

// next is the address of what follows.
func (c ShownCollection) next() string { return ui.With(c.start(), "after", c.Page.NextAfter) }

// sub is the line below an item's name.
func sub(s ui.Showcase, i catalog.ShownItem) string {
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
	return ui.Alt(catalog.Photo{AltText: p.AltText, Caption: p.Caption}, otherwise)
}

// about is what other services say below a link to the page: the beginning of a
// description.
func about(description *string) string {
	const most = 200
	text := []rune(strings.Join(strings.Fields(ui.Words(description)), " "))
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
