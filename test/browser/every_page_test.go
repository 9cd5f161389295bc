package browser

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/i18n"
	"vitrine/internal/testkind"
	"vitrine/internal/web"
)

// elsewhere are the pages that a walk cannot open: they need what only a mail or a
// step before holds. Journeys open them.
var elsewhere = []string{"/invitations/{token}", "/password/reset", "/email/confirm", "/email/take-back", "/confirm", "/take-back", "/reset", "/setup",
	"/custom-fields/{customField}/values", "/items/{item}/peek", "/items/same", "/board", "/locations/choices", "/search/palette",
	"/collections/{collection}/categories/choices", "/collections/{collection}/sets/choices", "/series/choices", "/tags/choices", "/tags/suggestions"} // parts of pages

// sent are no pages but files, which a browser keeps or shows in a page of its own.
var sent = []string{"/types/{collectionType}/export", "/documents/{document}/file", "/items/{item}/photos/{photo}/{size}", "/share/{sha256}", "/collections/{collection}/share/as/{shows}/photos/{photo}/{size}", "/calendar/{secret}", "/labels.pdf", "/collections/{collection}/export/file", "/locations/{location}/export/file", "/locations/none/export/file", "/search/export/file", "/imports/{import}/report", "/settings/archive/{export}/file", "/insurance/pack/{export}/file", "/exports/{export}/file"}

// Every page of the map has something on it, fits every width down to 320 pixels and
// 200 % of zoom, in light and dark, and axe finds nothing.
// New pages are walked as they are added.
func TestEveryPage(t *testing.T) {
	testkind.Nightly(t, "TestEveryTextIsTranslated")
	s, w := newWorld(t)
	walk(t, s, w, func(b *tab, path string) {
		b.checkIn("page"+strings.ReplaceAll(path, "/", "-"), looks...)
		b.fitsSmall(path)
	})
}

// fitsSmall examines a page in small windows.
func (b *tab) fitsSmall(path string) {
	b.t.Helper()
	for _, l := range []look{{"zoomed", 640, 430, "light"}, {"320", 320, 640, "light"}} {
		b.look(l)
		if over := evaluate[int64](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			b.t.Errorf("%s at %s is %d px too wide: %s", path, l.name, over, evaluate[string](b, widest))
		}
	}
}

// foreign names texts outside the brackets that the pseudo-locale puts around its
// own. What users wrote, code, the names of languages and days are no texts of ours.
const foreign = `[...document.querySelectorAll("body *, title")].filter(e => !e.closest("script, noscript, svg, code, pre, kbd, time, .nm, .ava, .brand, .emo, [data-user], select[name=language], select[name=locale], select[name*=currency]"))
	.flatMap(e => [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.textContent.trim())
		.concat(["aria-label", "placeholder", "title", "alt"].map(a => e.getAttribute(a) ?? "")))
	.map(text => text.replace(/\d\u00a0[kMG]B/, "").replace(/⟦[^⟦⟧]*⟧/g, "").replace(/⟦[^⟦⟧]*⟧/g, "").replace(/⟦[^⟦⟧]*⟧/g, "")).filter(text => /[A-Za-z]{2}/.test(text))`

// In a language that nobody speaks, every text of every page is translated, and none
// is cut although it is longer. Each page is examined in one look, the next in another.
func TestEveryTextIsTranslated(t *testing.T) {
	s, w := newWorld(t)
	apitest.Exec(t, s.Harness, `alter table users drop constraint users_locale_check; update users set locale = '`+i18n.Pseudo+`'`)
	var written *regexp.Regexp
	n := 0
	walk(t, s, w, func(b *tab, path string) {
		if written == nil {
			written = writtenBy(t, s)
		}
		for _, text := range evaluate[[]string](b, foreign) {
			if text = written.ReplaceAllString(text, ""); strings.ContainsFunc(text, unicode.IsLetter) {
				b.t.Errorf("%s: %q is not translated", path, text)
			}
		}
		b.look(looks[2])
		for _, text := range evaluate[[]string](b, clipped) {
			b.t.Errorf("%s cuts %s", path, text)
		}
		b.checkIn("text"+strings.ReplaceAll(path, "/", "-"), looks[n%len(looks)])
		b.fitsSmall(path)
		n++
	})
}

// writtenBy matches the texts that users wrote, the longest first, and what is the same
// in every language.
func writtenBy(t *testing.T, s *site) *regexp.Regexp {
	t.Helper()
	texts := []string{"Vitrine", "Chrome on Linux"}
	for _, table := range apitest.Column[string](t, s.Harness, `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`) {
		texts = append(texts, apitest.Column[string](t, s.Harness, `select distinct v #>> '{}' from `+table+` as t, jsonb_path_query(to_jsonb(t), 'strict $.**?(@.type() == "string")') as v where length(v #>> '{}') > 1`)...)
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for i, text := range texts {
		texts[i] = regexp.QuoteMeta(text)
	}
	return regexp.MustCompile(`(^|\W)(` + strings.Join(texts, "|") + `)(\W|$)`)
}

// newWorld is a site with one object of every kind.
func newWorld(t *testing.T) (*site, *apitest.World) {
	t.Helper()
	s := newSite(t)
	return s, s.World(t)
}

// walk opens every page that shows something, as the owner or as nobody.
func walk(t *testing.T, s *site, w *apitest.World, do func(*tab, string)) {
	t.Helper()
	nobody, owner := s.open(t, true), s.signedIn(t, w.Person)
	w.Personal(t)
	w.Show(t)
	for _, b := range []*tab{nobody, owner} {
		b.speak(apitest.Scalar[string](t, s.Harness, `select locale from users limit 1`))
	}
	walked := 0
	for _, path := range walkedPaths(t, s, w) {
		for _, b := range []*tab{owner, nobody} {
			b.look(looks[0])
			b.do(chromedp.Navigate(b.base + path))
			if evaluate[string](b, `location.pathname + " " + document.contentType`) != path+" text/html" {
				continue
			}
			if status := evaluate[int64](b, `performance.getEntriesByType("navigation")[0].responseStatus`); status != http.StatusOK {
				t.Errorf("%s: status %d", path, status)
			}
			walked++
			do(b, path)
			break
		}
	}
	if walked < 20 {
		t.Errorf("only %d pages were walked", walked)
	}
}

// walkedPaths are the addresses of all pages, with imports at each of their steps.
func walkedPaths(t *testing.T, s *site, w *apitest.World) (paths []string) {
	t.Helper()
	imports := importsInEachState(t, s, w)
	for _, pattern := range web.Patterns() {
		path, found := strings.CutPrefix(pattern, "GET ")
		switch {
		case !found || slices.Contains(elsewhere, path) || slices.Contains(sent, path):
		case strings.Contains(path, "{import}"):
			paths = append(paths, importPages(path, imports)...)
		default:
			paths = append(paths, w.Fill(strings.TrimSuffix(path, "{$}")))
		}
	}
	return paths
}

// signedIn is a tab of somebody.
func (s *site) signedIn(t *testing.T, p *apitest.Person) *tab {
	t.Helper()
	b := s.open(t, true)
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	return b
}

// speak chooses the language of a browser that nobody has signed in with.
func (b *tab) speak(locale string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, network.SetCookie, network.SetCookieParams{Name: "vitrine-language", Value: locale, URL: b.base})
	b.must(err)
}
