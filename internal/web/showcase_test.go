package web

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/postgres/people"
)

// exhibition is a site with a collection that is public and has a link.
type exhibition struct {
	*site
	*apitest.World
	public, shared string // the pages
}

func exhibited(t *testing.T, with apitest.Settings) exhibition {
	t.Helper()
	with.PublicURL = "https://vitrine.example"
	s := newSite(t, with)
	e := exhibition{site: s, World: s.World(t)}
	e.Show(t)
	e.Send(t, "PATCH", e.Fill("/api/collections/{collection}"), apitest.M{"description": "All of them"}).Want(t, http.StatusOK)
	e.Send(t, "PATCH", e.Fill("/api/items/{item}"), apitest.M{"name": "Tintin <au> Tibet", "description": "Snow\n\nand a yeti"}).Want(t, http.StatusOK)
	e.Send(t, "PATCH", e.Fill("/api/copies/{copy}"), apitest.M{"status": "owned", "quantity": 3, "item_condition_id": e.IDs["itemCondition"], "estimated_value": 500}).Want(t, http.StatusOK)
	e.public, e.shared = e.Fill("/c/{uuid}"), e.Fill("/s/{token}")
	return e
}

// link makes a share link and returns its page.
func (e exhibition) link(t *testing.T, shows ...string) string {
	t.Helper()
	made := e.Send(t, "POST", e.Fill("/api/collections/{collection}/share-links"), apitest.M{"name": "For Mo", "shows": append([]string{}, shows...)}).Want(t, http.StatusCreated)
	return "/s/" + made.Dig(t, "token").(string)
}

// Visitors see what is shared, on pages without scripts or referrer.
func TestVisitorsSeeWhatIsShown(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	b := e.browser(t)
	for under, open := range map[string]string{e.public: e.Fill("/api/public/collections/{uuid}"), e.shared: e.Fill("/api/shared/{token}")} {
		photo := open + e.Fill("/photos/{photo}/file?size=")
		shelf := b.get(under).want(t, http.StatusOK, "Tintin &lt;au&gt; Tibet", "All of them", "1 item<", `src="`+photo+`thumb"`, `href="`+under+e.Fill(`/items/{item}"`),
			`property="og:image" content="https://vitrine.example`+photo+`large"`, `property="og:description" content="All of them"`, `property="og:url" content="https://vitrine.example`+under+`"`)
		item := b.get(under+e.Fill("/items/{item}")).want(t, http.StatusOK, "Tintin &lt;au&gt; Tibet", "and a yeti", `src="`+photo+`large"`, `href="`+under+`"`,
			`property="og:title" content="Tintin &lt;au&gt; Tibet"`, `property="og:description" content="Snow and a yeti"`, `property="og:image" content="https://vitrine.example`+photo+`large"`)
		caching := map[bool]string{true: "public, max-age=60", false: "no-store"}[under == e.public]
		for _, page := range []seen{shelf, item} {
			policy := page.Header.Get("Content-Security-Policy")
			if strings.Contains(page.body, "<script") || strings.Contains(policy, "script-src") || !strings.Contains(policy, "default-src 'none'") || page.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: %v", page.Request.URL.Path, page.Header)
			}
			if page.Header.Get("Cache-Control") != caching || page.Header.Get("X-Robots-Tag") != "noindex" || page.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: %v", page.Request.URL.Path, page.Header)
			}
			if strings.Contains(page.body, "×3") || strings.Contains(page.body, "Mint") || strings.Contains(page.body, "€15") {
				t.Errorf("%s shows copies or values", page.Request.URL.Path)
			}
		}
		b.get(under, "Accept-Language", "de").want(t, http.StatusOK, `lang="de-DE"`, "Nach Namen suchen")
	}
	b.get("/c/"+strings.ToUpper(e.IDs["uuid"])).want(t, http.StatusOK, `href="`+e.public+e.Fill(`/items/{item}"`))
}

// A link shows only the contents it names.
func TestPagesOfLinksShowWhatTheySay(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	e.Make(t, e.Fill("/api/items/{item}/tags"), apitest.M{"name": "Snowy"})
	field := e.Make(t, e.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Author", "field_type": "text", "is_public": true})
	e.Send(t, "PATCH", e.Fill("/api/items/{item}"), apitest.M{"custom_fields": apitest.M{field: "Hergé"}}).Want(t, http.StatusOK)
	b := e.browser(t)
	parts := map[string]string{"descriptions": "and a yeti", "photos": "/photos/", "custom_fields": "Hergé", "tags": "Snowy", "copies": "Mint", "values": "€15"}
	for show := range parts {
		page := b.get(e.link(t, show)+e.Fill("/items/{item}")).want(t, http.StatusOK, "Tintin &lt;au&gt; Tibet")
		for other, text := range parts {
			if strings.Contains(page.body, text) != (show == other) {
				t.Errorf("a link that shows %s and the %s: %q", show, other, text)
			}
		}
	}
	plain := e.link(t)
	for _, path := range []string{plain, plain + e.Fill("/items/{item}")} {
		page := b.get(path).want(t, http.StatusOK, "Tintin &lt;au&gt; Tibet", `property="og:title"`)
		if strings.Contains(page.body, "og:image") || strings.Contains(page.body, "og:description") || strings.Contains(page.body, "<img") || strings.Contains(page.body, "All of them") {
			t.Errorf("%s shows more than names", path)
		}
	}
}

// Unknown, private, revoked, expired and foreign addresses give the same page.
func TestNothingIsToldOfWhatIsNotShown(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	other := exhibited(t, apitest.Settings{})
	b := e.browser(t)
	missing := b.get("/c/00000000-0000-4000-8000-000000000000").want(t, http.StatusNotFound, "There is nothing here.").body
	gone := func(paths ...string) {
		t.Helper()
		for _, path := range paths {
			page := b.get(path).want(t, http.StatusNotFound)
			if page.body != missing || page.Header.Get("Cache-Control") != "no-store" || page.Header.Get("X-Robots-Tag") != "noindex" || page.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s is told apart: %v", path, page.Header)
			}
		}
	}
	private := e.Make(t, "/api/collections", apitest.M{"name": "Private", "visibility": "private"})
	hidden := e.Make(t, "/api/collections/"+private+"/items", apitest.M{"name": "Hidden"})
	e.Make(t, "/api/items/"+hidden+"/copies", apitest.M{})
	uuid := e.Send(t, "GET", "/api/collections/"+private, nil).Attributes(t)["uuid"].(string)
	gone("/s/x", "/s/vts_x", "/c/x", "/c/"+uuid, e.public+"/items/x", e.public+"/items/0", e.public+"/items/"+hidden, e.shared+"/items/"+hidden, other.shared, other.public)
	link := e.link(t)
	b.get(link).want(t, http.StatusOK)
	apitest.Exec(t, e.Harness, `update share_links set expires_at = now() where name = 'For Mo'`)
	gone(link, link+e.Fill("/items/{item}"))
	e.Send(t, "PATCH", e.Fill("/api/copies/{copy}"), apitest.M{"status": "sold"}).Want(t, http.StatusOK)
	gone(e.public+e.Fill("/items/{item}"), e.shared+e.Fill("/items/{item}"))
	b.get(e.public).want(t, http.StatusOK, "There is nothing to see here yet.")
	e.Send(t, "PATCH", e.Fill("/api/collections/{collection}"), apitest.M{"visibility": "shared"}).Want(t, http.StatusOK)
	gone(e.public)
	b.get(e.shared).want(t, http.StatusOK)
	e.Send(t, "PATCH", "/api/account", apitest.M{"public_sharing": false}).Want(t, http.StatusOK)
	gone(e.shared)
}

// Visitors search names only, and turn pages.
func TestVisitorsTurnPages(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	for n := range 60 {
		item := e.Make(t, e.Fill("/api/collections/{collection}/items"), apitest.M{"name": fmt.Sprintf("Volume %03d", n+1), "description": "secretly"})
		e.Make(t, "/api/items/"+item+"/copies", apitest.M{})
	}
	b := e.browser(t)
	first := b.get(e.public).want(t, http.StatusOK, "61 items", "Next page", "Volume 001")
	_, rest, _ := strings.Cut(first.body, `rel="next" href="`)
	next, _, _ := strings.Cut(rest, `"`)
	b.get(strings.ReplaceAll(next, "&amp;", "&")).want(t, http.StatusOK, "Volume 060", "Back to the start", "61 items")
	b.get(e.public+"?q=060").want(t, http.StatusOK, "Volume 060", "1 item<", "Show everything")
	b.get(e.public+"?q=volume").want(t, http.StatusOK, "60 items", `?q=volume&amp;after=`)
	b.get(e.public+"?q=secretly").want(t, http.StatusOK, "Nothing here has this name.")
	b.get(e.public+"?q="+strings.Repeat("x", 256)).want(t, http.StatusUnprocessableEntity, "This address does not make sense.")
	b.get(e.public+"?after=x").want(t, http.StatusUnprocessableEntity)
}

// Opening a shared collection counts as a view of its link; searches, further pages and items do not.
func TestPagesCountViews(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	keys := people.NewKeyUse(e.DB, slog.New(slog.DiscardHandler))
	with := apitest.Settings{Keys: keys}
	front, accounts := with.Build(e.DB, api.Refuse)
	New(front, accounts, with.Attachments(t), with.Logger())
	server := httptest.NewServer(front)
	t.Cleanup(server.Close)
	b := (&site{Harness: e.Harness.On(server)}).browser(t)
	for _, path := range []string{e.shared, e.shared, e.shared + "?q=tintin", e.shared + e.Fill("/items/{item}"), e.public} {
		b.get(path).want(t, http.StatusOK)
	}
	b.send(http.MethodHead, e.shared, nil).want(t, http.StatusOK)
	keys.Flush(t.Context())
	views := apitest.Scalar[int64](t, e.Harness, `select sum(views_count)::bigint from share_links`)
	if views != 2 {
		t.Errorf("%d views, want 2", views)
	}
}

// Visitors' pages share the limit of the public API routes.
func TestVisitorsOfPagesAreLimited(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{VisitLimit: 3})
	b := e.browser(t)
	b.get(e.public).want(t, http.StatusOK)
	b.get(e.Fill("/api/public/collections/{uuid}")).want(t, http.StatusOK)
	b.get("/s/x").want(t, http.StatusNotFound)
	page := b.get(e.public+"?q=x").want(t, http.StatusTooManyRequests, "That was a little fast.", `href="`+e.public+`?q=x"`)
	if page.Header.Get("Retry-After") == "" || page.Header.Get("Cache-Control") != "no-store" || strings.Contains(page.body, "<script") {
		t.Error(page.Header)
	}
	e.signedIn(t, e.Person).get("/").want(t, http.StatusOK)
}

// No log contains the token of a link or the address of a public collection.
func TestAddressesOfShowcasesAreNotLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	e := exhibited(t, apitest.Settings{Log: slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	b := e.browser(t)
	for _, under := range []string{e.public, e.shared} {
		for _, path := range []string{"", "?q=x", e.Fill("/items/{item}"), "x", "/nothing"} {
			b.get(under+path, "Referer", e.URL+under)
		}
	}
	e.Config.SetKeepAlivesEnabled(false)
	e.Server.Close() // everything is written
	for _, secret := range []string{e.IDs["uuid"], e.IDs["token"]} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s is in the log:\n%s", secret, &out)
		}
	}
	if !strings.Contains(out.String(), "GET /s/{token}/items/{item}") {
		t.Error("no line about the page of an item")
	}
}
