package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/postgres/sharing"
	"vitrine/internal/web/view"
)

// showcases are the pages of visitors, who need no account: a collection that is public,
// or that a link shows.
var showcasePages = slices.Concat(showing("/c/{uuid}", "/api/public/collections/{uuid}"), showing("/s/{token}", "/api/shared/{token}"))

func showing(under, open string) []row {
	return []row{
		visiting("GET "+under, "GET "+open, showCollection),
		visiting("GET "+under+"/items/{item}", "GET "+open+"/items/{item}", showItem),
	}
}

// visiting is a page that shows a collection to anybody.
func visiting(pattern, operation string, handle func(*visit, sharing.Showcase) error) row {
	p := open(pattern, operation, func(v *visit) error {
		in, err := v.web.Visit(v.Request)
		if err != nil {
			return err
		}
		return handle(v, in)
	})
	p.bucket = httpserver.Visits
	return p
}

// visits reports whether a page is for visitors.
func (p row) visits() bool { return p.bucket == httpserver.Visits }

// openly sets the headers of pages for visitors. They have no scripts, so none runs, and
// their address, which may be a secret, goes nowhere.
func (v *visit) openly() {
	h := v.out.Header()
	httpserver.Open(h)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
}

// renderOpen makes a page that visitors may keep for as long as the collection allows.
func (v *visit) renderOpen(page templ.Component) error {
	err := v.render(http.StatusOK, page)
	if err == nil {
		v.reply.header.Set("Cache-Control", httpserver.OpenCaching(v.Request))
	}
	return err
}

// showcase is what surrounds a page of a visitor.
func (v *visit) showcase() view.Showcase {
	s := view.Showcase{Texts: v.texts, Theme: v.theme, Base: v.Base, Under: "/s/" + v.PathValue("token"), Open: "/api/shared/" + v.PathValue("token")}
	if uuid := v.PathValue("uuid"); uuid != "" {
		s.Under, s.Open = view.PublicPath(uuid), "/api/public/collections/"+strings.ToLower(uuid)
	}
	return s
}

// showCollection shows the collection. Who searches in it, or looks further, has been
// counted before.
func showCollection(v *visit, in sharing.Showcase) error {
	var wrong fault.Invalid
	shown := view.ShownCollection{Showcase: v.showcase(), Search: v.asked("q"), Later: v.asked("after") != ""}
	search := catalog.NewSearch(&wrong, "q", shown.Search)
	if err := wrong.Err(); err != nil {
		return err
	}
	err := in.Together(func(s sharing.Showcase) (err error) {
		shown.Collection, err = s.ShownCollection(v.Context())
		return err
	}, func(s sharing.Showcase) (err error) {
		shown.Page, err = s.ShownItems(v.Context(), search, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	if shown.Search == "" && !shown.Later {
		v.web.Viewed(v.Request, in)
	}
	return v.renderOpen(view.ShowcaseCollection(shown))
}

func showItem(v *visit, in sharing.Showcase) error {
	id, err := v.number("item")
	if err != nil {
		return err
	}
	shown := view.ShownItem{Showcase: v.showcase()}
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
		shown.Values = append(shown.Values, view.Value{Name: f.Name, Kind: f.Kind, Text: plainText(f.Value)})
	}
	return v.renderOpen(view.ShowcaseItem(shown))
}
