package reference

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/openapi"
)

func TestReferenceShowsTheServersOwnAddress(t *testing.T) {
	t.Parallel()
	site := newSite()
	for host, want := range map[string]string{
		"localhost:8080": "http://localhost:8080", "[::1]:8080": "http://[::1]:8080", "collect.example.net": "http://collect.example.net",
		`x"><script>`: example, "a b": example, "": example,
	} {
		r := httptest.NewRequest("GET", "/docs", nil)
		r.Host = host
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		page := w.Body.String()
		if !strings.Contains(page, "export VITRINE="+want+"\n") || want != example && strings.Contains(page, example) {
			t.Errorf("host %q: the page does not show %s everywhere", host, want)
		}
	}
}

func TestReferenceListsEveryOperationAside(t *testing.T) {
	t.Parallel()
	d, err := openapi.Parse(openapi.JSON)
	if err != nil {
		t.Fatal(err)
	}
	_, nav, _ := strings.Cut(newSite().get("/docs").Body.String(), "<nav")
	nav, _, _ = strings.Cut(nav, "</nav>")
	for _, path := range d.Paths {
		for _, o := range path.Value.Operations() {
			if !strings.Contains(nav, `href="#`+o.Value.OperationID+`"`) {
				t.Errorf("%s %s is not in the sidebar", o.Name, path.Name)
			}
		}
	}
}

// Files are sent and fetched by commands of their own.
func TestReferenceShowsFiles(t *testing.T) {
	t.Parallel()
	page := newSite().get("/docs").Body.String()
	for id, want := range map[string][]string{
		"createItemPhoto":  {"Body, as a form", "file file required", "-F file=@cover.jpg", `-F "caption=The cover"`, "Body, as JSON", `--json '{ "sha256": "9f86`},
		"uploadFile":       {"The bytes as they are", `curl -T cover.jpg "http://`, "201", "413"},
		"getItemPhotoFile": {`curl -OJ "http://`, "206", "304", "416"},
		"getSigned":        {"No token needed", `curl -OJ "http://`},
		"updateItemPhoto":  {"Body caption", "curl -X PUT"},
	} {
		_, part, _ := strings.Cut(page, `id="`+id+`"`)
		part, _, _ = strings.Cut(part, "</article>")
		text := strings.ReplaceAll(words(part), `"$VITRINE`, `"http://`)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", id, w, text)
			}
		}
	}
	if !strings.Contains(words(page), "Beside the attributes urls object") {
		t.Error("the page does not show urls")
	}
}

func TestReferenceIsCompressed(t *testing.T) {
	t.Parallel()
	site := newSite()
	for _, path := range []string{"/docs", "/docs/style.css", "/docs/script.js", "/api/openapi.json", "/api/openapi.yaml"} {
		plain, packed := site.get(path), site.send("GET", path, "Accept-Encoding", "br, gzip;q=0.8")
		same(t, path+" encoding", packed.Header().Get("Content-Encoding"), "gzip")
		same(t, path+" vary", packed.Header().Get("Vary"), "Accept-Encoding")
		if packed.Body.Len()*2 > plain.Body.Len() {
			t.Errorf("%s: %d bytes instead of %d", path, packed.Body.Len(), plain.Body.Len())
		}
		same(t, path+" again", site.send("GET", path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header().Get("ETag")).Code, http.StatusNotModified)
		same(t, path+" plain again", site.send("GET", path, "If-None-Match", packed.Header().Get("ETag")).Code, http.StatusOK)
		from, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil || string(content) != plain.Body.String() {
			t.Errorf("%s: unpacked it is something else (%v)", path, err)
		}
	}
	for _, accepted := range []string{"", "br", "gzip;q=0", "gzip;q=0.0", "identity"} {
		same(t, accepted, site.send("GET", "/docs", "Accept-Encoding", accepted).Header().Get("Content-Encoding"), "")
	}
}
