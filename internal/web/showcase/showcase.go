package showcase

import (
	"math"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/postgres/sharing"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"

	"github.com/a-h/templ"
)

// showcasePages are the pages for visitors, who need no account: of public collections, and of share links.
var showcasePages = slices.Concat(showing("/c/{uuid}", "/api/public/collections/{uuid}"), showing("/s/{token}", "/api/shared/{token}"))

func showing(under, open string) []page.Row {
	return []page.Row{
		visiting("GET "+under, "GET "+open, showCollection),
		visiting("GET "+under+"/items/{item}", "GET "+open+"/items/{item}", showItem),
	}
}

// visiting is a page that shows a collection to anybody.
func visiting(pattern, operation string, handle func(*page.Visit, sharing.Showcase) error) page.Row {
	p := page.Open(pattern, operation, func(v *page.Visit) error {
		in, err := v.Web.Visit(v.Request)
		if err != nil {
			return err
		}
		return handle(v, in)
	})
	p.Bucket = httpserver.Visits
	return p
}

// renderOpen renders a page that visitors may cache as long as the collection allows. A preview is not
// cached.
func renderOpen(v *page.Visit, s ui.Showcase, page templ.Component) error {
	err := v.Render(http.StatusOK, page)
	if err == nil && !s.Preview {
		v.Reply.Header.Set("Cache-Control", httpserver.OpenCaching(v.Request))
	}
	return err
}

// showcase is the frame of a visitor's page.
func showcase(v *page.Visit) ui.Showcase {
	s := ui.Showcase{Texts: v.Texts, Theme: v.Theme, Base: v.Base, Under: "/s/" + v.PathValue("token"), Open: "/api/shared/" + v.PathValue("token")}
	if uuid := v.PathValue("uuid"); uuid != "" {
		s.Under, s.Open = ui.PublicPath(uuid), "/api/public/collections/"+strings.ToLower(uuid)
	}
	if shows := v.PathValue("shows"); shows != "" {
		s.Under, s.Preview = ui.PreviewPath(v.PathValue("collection"), shows), true
	}
	return s
}

// showCollection shows the collection. Searches and later pages do not count as views.
func showCollection(v *page.Visit, in sharing.Showcase) error {
	var wrong fault.Invalid
	shown := ShownCollection{Showcase: showcase(v), Search: v.Param("q"), Later: v.Param("after") != ""}
	search := catalog.NewSearch(&wrong, "q", shown.Search)
	if err := wrong.Err(); err != nil {
		return err
	}
	err := in.Together(func(s sharing.Showcase) (err error) {
		shown.Collection, err = s.ShownCollection(v.Context())
		return err
	}, func(s sharing.Showcase) (err error) {
		shown.Page, err = s.ShownItems(v.Context(), search, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	if shown.Search == "" && !shown.Later && !shown.Preview {
		v.Web.Viewed(v.Request, in)
	}
	return renderOpen(v, shown.Showcase, ShowcaseCollection(shown))
}

func showItem(v *page.Visit, in sharing.Showcase) error {
	id, err := v.Number("item")
	if err != nil {
		return err
	}
	shown := ShownItem{Showcase: showcase(v)}
	err = in.Together(func(s sharing.Showcase) (err error) {
		shown.Collection, err = s.ShownCollection(v.Context())
		return err
	}, func(s sharing.Showcase) (err error) {
		shown.Item, err = s.ShownItem(v.Context(), id)
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range shown.Item.CustomFields {
		shown.Values = append(shown.Values, ui.Value{Name: f.Name, Kind: f.Kind, Text: page.PlainText(f.Value)})
	}
	return renderOpen(v, shown.Showcase, ShowcaseItem(shown))
}

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

// words is a frame for texts only: visitors have no user.
func words(s ui.Showcase) ui.Frame { return ui.Frame{Texts: s.Texts} }

// found counts the search results, in words.
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

// next is the address of the next page.
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

// pieces counts the held pieces of an item.
func pieces(i catalog.ShownItem) (n int64) {
	for _, c := range i.Copies {
		n += min(c.Quantity, math.MaxInt64-n)
	}
	return n
}

// seenAs is the alternative text of a photo.
func seenAs(p catalog.ShownPhoto, otherwise string) string {
	return ui.Alt(catalog.Photo{AltText: p.AltText, Caption: p.Caption}, otherwise)
}

// about is the text that other services show with a link to the page: the beginning of a description.
func about(description *string) string {
	const most = 200
	text := []rune(strings.Join(strings.Fields(ui.Words(description)), " "))
	if len(text) <= most {
		return string(text)
	}
	return strings.TrimSpace(string(text[:most])) + "…"
}

// first is the main photo of an item.
func first(photos []catalog.ShownPhoto) *int64 {
	if len(photos) == 0 {
		return nil
	}
	return &photos[0].ID
}
