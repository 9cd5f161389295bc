package reference

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/openapi"
)

// site is a server with only the reference.
type site struct{ *http.ServeMux }

func newSite() site {
	s := site{http.NewServeMux()}
	Mount(s.ServeMux, Options{Version: "1.2.3", Base: func(r *http.Request) string { return "http://" + r.Host }})
	return s
}

func (s site) get(path string) *httptest.ResponseRecorder { return s.send("GET", path) }

// send sends a request with headers as names and values in turn.
func (s site) send(method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestDocumentationIsServed(t *testing.T) {
	t.Parallel()
	site := newSite()
	for _, c := range []struct{ path, contentType, begin string }{
		{"/docs", "text/html; charset=utf-8", "<!doctype html>"},
		{"/docs/style.css", "text/css; charset=utf-8", "/*"},
		{"/docs/icon.svg", "image/svg+xml", "<svg"},
		{"/api/openapi.json", "application/json; charset=utf-8", "{"},
		{"/api/openapi.yaml", "application/yaml; charset=utf-8", "#"},
	} {
		r := site.get(c.path)
		same(t, c.path+" status", r.Code, http.StatusOK)
		same(t, c.path+" content type", r.Header().Get("Content-Type"), c.contentType)
		if !strings.HasPrefix(r.Body.String(), c.begin) {
			t.Errorf("%s begins with %.40q", c.path, r.Body)
		}
		head := site.send("HEAD", c.path)
		same(t, "HEAD "+c.path, head.Code, http.StatusOK)
		same(t, "length of "+c.path, head.Header().Get("Content-Length"), strconv.Itoa(r.Body.Len()))
		same(t, c.path+" again", site.send("GET", c.path, "If-None-Match", r.Header().Get("ETag")).Code, http.StatusNotModified)
		same(t, "POST "+c.path, site.send("POST", c.path).Code, http.StatusMethodNotAllowed)
	}
	for _, path := range []string{"/docs/", "/docs/page.html"} {
		same(t, path, site.get(path).Code, http.StatusNotFound)
	}
}

func TestReferenceHasEveryOperation(t *testing.T) {
	t.Parallel()
	d, err := openapi.Parse(openapi.JSON)
	if err != nil {
		t.Fatal(err)
	}
	page := newSite().get("/docs").Body.String()
	for _, path := range d.Paths {
		for _, o := range path.Value.Operations() {
			hasOperation(t, d, page, o.Name+" "+path.Name, o.Value)
		}
	}
	for _, tag := range d.Tags {
		if !strings.Contains(page, `href="#`+slug(tag.Name)+`"`) || !strings.Contains(page, `id="`+slug(tag.Name)+`"`) {
			t.Errorf("%s is not in the contents, or nowhere else", tag.Name)
		}
	}
}

// hasOperation checks what a page must show of an operation.
func hasOperation(t *testing.T, d *openapi.Document, page, pattern string, o *openapi.Operation) {
	t.Helper()
	at := strings.Index(page, `id="`+o.OperationID+`"`)
	if at < 0 {
		t.Errorf("%s is missing", pattern)
		return
	}
	part, _, _ := strings.Cut(page[at:], "</article>")
	text := words(part)
	for _, want := range []string{o.Summary, pattern, "curl ", "Responses"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %q in its part of the page", pattern, want)
		}
	}
	for _, p := range o.Parameters {
		if name := d.Parameter(p).Name; !strings.Contains(text, name) || !strings.Contains(page, ">"+name+"</code>") {
			t.Errorf("%s: the parameter %s is missing", pattern, name)
		}
	}
	for kind, body := range o.RequestBody.Content {
		for _, p := range d.Schema(body.Schema).Properties {
			if !strings.Contains(part, ">"+p.Name+"</code>") {
				t.Errorf("%s: the field %s is missing as %s", pattern, p.Name, kind)
			}
		}
	}
}

// words is the text of a piece of HTML.
func words(part string) string {
	text := regexp.MustCompile(`<wbr>|</?var>`).ReplaceAllString(part, "")
	text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " ")
	return html.UnescapeString(strings.Join(strings.Fields(text), " "))
}

// The page loads nothing external and runs only its own script, and its policy
// enforces that.
func TestReferenceAsksNobodyElse(t *testing.T) {
	t.Parallel()
	site := newSite()
	r := site.get("/docs")
	page, style := r.Body.String(), site.get("/docs/style.css").Body.String()
	same(t, "policy", r.Header().Get("Content-Security-Policy"),
		"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	for _, m := range regexp.MustCompile(`(?i)\s(?:href|src|srcset|action|data|poster)\s*=\s*"([^"]*)"`).FindAllStringSubmatch(page, -1) {
		target := m[1]
		switch {
		case strings.HasPrefix(target, "#"):
			if target != "#main" && !strings.Contains(page, `id="`+target[1:]+`"`) {
				t.Errorf("%s leads nowhere", target)
			}
		case strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//"):
			same(t, target, site.get(target).Code, http.StatusOK)
		default:
			t.Errorf("the page refers to %s", target)
		}
	}
	rest := strings.Replace(page, `<script src="/docs/script.js" defer></script>`, "", 1)
	if found := regexp.MustCompile(`(?i)<(script|iframe|object|embed|style|form|base)\b|\sstyle=|\son\w+=|javascript:`).FindString(rest); found != "" {
		t.Errorf("the page has %q", found)
	}
	if found := regexp.MustCompile(`(?i)@import|url\(|https?:`).FindString(style); found != "" {
		t.Errorf("the style has %q", found)
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                    "",
		"One\ntwo.\n\nThree.": "<p>One\ntwo.</p><p>Three.</p>",
		"- a\n- `b`\n- **c**": "<ul><li>a</li><li><code>b</code></li><li><strong>c</strong></li></ul>",
		"<script>`<b>`&amp;":  "<p>&lt;script&gt;<code>&lt;b&gt;</code>&amp;amp;</p>",
		"a ** b `c` *d* e` ":  "<p>a ** b <code>c</code> *d* e`</p>",
	} {
		same(t, text, string(markdown(text)), want)
	}
}

func TestLayJSON(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 60)
	same(t, "short", layJSON([]byte(`{"a":[1,2],"b":null}`), ""), `{"a": [1, 2], "b": null}`)
	same(t, "long", layJSON([]byte(`{"a":"`+long+`","b":[]}`), ""), "{\n  \"a\": \""+long+"\",\n  \"b\": []\n}")
	same(t, "coloured", string(colourJSON([]byte(`{"a":"<1>"}`))), `{<span class="k">&#34;a&#34;</span>: <span class="s">&#34;&lt;1&gt;&#34;</span>}`)
}
