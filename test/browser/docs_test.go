package browser

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The docs as a site: every page opens, nothing on it comes from another server, and its
// search finds words.
func TestDocsAsASite(t *testing.T) {
	t.Parallel()
	if installed("mkdocs") == "" {
		t.Skip("NOT RUN: the docs as a site, because mkdocs is not installed")
	}
	folder := t.TempDir()
	build := exec.Command("../../scripts/site", folder)
	build.Env = append(os.Environ(), "VERSION=1.0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("scripts/site: %v\n%s", err, out)
	}
	served := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(served.Close)
	b := openAt(t, served.URL, true)
	pages, err := fs.Glob(os.DirFS(folder), "1.0/docs/*.html")
	if err != nil || len(pages) < 15 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, path := range pages {
		b.visit("/" + path)
		if evaluate[bool](b, `[...document.images].some(i => i.complete && !i.naturalWidth)`) {
			t.Errorf("%s: a picture is not shown", path)
		}
	}
	b.visit("/1.0/")
	b.shows("One container")
	b.do(chromedp.Click(`.md-search__input`), chromedp.SendKeys(`.md-search__input`, "pgbackrest"), chromedp.WaitVisible(`a.md-search-result__link`))
	if found := evaluate[string](b, `document.querySelector('a.md-search-result__link').href`); !strings.HasPrefix(found, served.URL+"/1.0/docs/") {
		t.Errorf("the search leads to %s", found)
	}
	b.do(chromedp.WaitVisible(`.md-version`))
	b.shows("1.0")
}
