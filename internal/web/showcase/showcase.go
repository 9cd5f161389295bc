package showcase

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/postgres/sharing"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// showcases are the pages of visitors, who need no account: a collection that is public,
// or that a link shows.
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

// renderOpen makes a page that visitors may keep for as long as the collection allows.
func renderOpen(v *page.Visit, page templ.Component) error {
	err := v.Render(http.StatusOK, page)
	if err == nil {
		v.Reply.Header.Set("Cache-Control", httpserver.OpenCaching(v.Request))
	}
	return err
}

// showcase is what surrounds a page of a visitor.
func showcase(v *page.Visit) ui.Showcase {
	s := ui.Showcase{Texts: v.Texts, Theme: v.Theme, Base: v.Base, Under: "/s/" + v.PathValue("token"), Open: "/api/shared/" + v.PathValue("token")}
	if uuid := v.PathValue("uuid"); uuid != "" {
		s.Under, s.Open = ui.PublicPath(uuid), "/api/public/collections/"+strings.ToLower(uuid)
	}
	return s
}

// showCollection shows the collection. Who searches in it, or looks further, has been
// counted before.
func showCollection(v *page.Visit, in sharing.Showcase) error {
	var wrong fault.Invalid
	shown := ShownCollection{Showcase: showcase(v), Search: v.Asked("q"), Later: v.Asked("after") != ""}
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
	if shown.Search == "" && !shown.Later {
		v.Web.Viewed(v.Request, in)
	}
	return renderOpen(v, ShowcaseCollection(shown))
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
	return renderOpen(v, ShowcaseItem(shown))
}
