package api

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestDocumentationIsServed(t *testing.T) {
	t.Parallel()
	nobody := server(t).nobody()
	for _, c := range []struct{ path, contentType, begin string }{
		{"/docs", "text/html; charset=utf-8", "<!doctype html>"},
		{"/docs/style.css", "text/css; charset=utf-8", "/*"},
		{"/docs/icon.svg", "image/svg+xml", "<svg"},
		{"/api/openapi.json", "application/json; charset=utf-8", "{"},
		{"/api/openapi.yaml", "application/yaml; charset=utf-8", "#"},
	} {
		r := nobody.send(t, "GET", c.path, nil).want(t, http.StatusOK)
		same(t, c.path+" content type", r.Header.Get("Content-Type"), c.contentType)
		if !strings.HasPrefix(string(r.body), c.begin) {
			t.Errorf("%s begins with %.40q", c.path, r.body)
		}
		head := nobody.send(t, "HEAD", c.path, nil).want(t, http.StatusOK)
		if len(head.body) != 0 || head.ContentLength != int64(len(r.body)) {
			t.Errorf("HEAD %s: %d bytes, content length %d", c.path, len(head.body), head.ContentLength)
		}
		nobody.send(t, "GET", c.path, nil, "If-None-Match", r.Header.Get("ETag")).want(t, http.StatusNotModified)
		nobody.send(t, "POST", c.path, nil).want(t, http.StatusMethodNotAllowed)
	}
	for _, method := range []string{"GET", "HEAD"} {
		r := nobody.send(t, method, "/", nil).want(t, http.StatusFound)
		same(t, "location", r.Header.Get("Location"), "/docs")
	}
	nobody.send(t, "GET", "/docs/", nil).want(t, http.StatusNotFound)
	nobody.send(t, "GET", "/docs/page.html", nil).want(t, http.StatusNotFound)
}

func TestReferenceHasEveryOperation(t *testing.T) {
	t.Parallel()
	c := theContract(t)
	page := string(server(t).nobody().send(t, "GET", "/docs", nil).body)
	for pattern, o := range c.operations {
		at := strings.Index(page, `id="`+o.OperationID+`"`)
		if at < 0 {
			t.Errorf("%s is missing", pattern)
			continue
		}
		part, _, _ := strings.Cut(page[at:], "</article>")
		method, path, _ := strings.Cut(pattern, " ")
		text := words(part)
		for _, want := range []string{o.Summary, method + " " + path, "curl ", "Responses"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in its part of the page", pattern, want)
			}
		}
		for _, p := range o.Parameters {
			if !strings.Contains(text, p.Value.Name) || !strings.Contains(page, ">"+p.Value.Name+"</code>") {
				t.Errorf("%s: the parameter %s is missing", pattern, p.Value.Name)
			}
		}
		if body := o.body(); body != nil {
			for name := range body.Schema.Value.Properties {
				if !strings.Contains(part, ">"+name+"</code>") {
					t.Errorf("%s: the field %s is missing", pattern, name)
				}
			}
		}
	}
	for _, tag := range c.Tags {
		if !strings.Contains(page, `href="#`+slug(tag.Name)+`"`) || !strings.Contains(page, `id="`+slug(tag.Name)+`"`) {
			t.Errorf("%s is not in the contents, or nowhere else", tag.Name)
		}
	}
}

// words is the text of a piece of HTML.
func words(part string) string {
	text := regexp.MustCompile(`<wbr>|</?var>`).ReplaceAllString(part, "")
	text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " ")
	return html.UnescapeString(strings.Join(strings.Fields(text), " "))
}

// The page asks nobody else for anything, runs nothing, and its policy sees to
// that.
func TestReferenceAsksNobodyElse(t *testing.T) {
	t.Parallel()
	nobody := server(t).nobody()
	r := nobody.send(t, "GET", "/docs", nil)
	page, style := string(r.body), string(nobody.send(t, "GET", "/docs/style.css", nil).body)
	same(t, "policy", r.Header.Get("Content-Security-Policy"),
		"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	for _, m := range regexp.MustCompile(`(?i)\s(?:href|src|srcset|action|data|poster)\s*=\s*"([^"]*)"`).FindAllStringSubmatch(page, -1) {
		target := m[1]
		switch {
		case strings.HasPrefix(target, "#"):
			if target != "#main" && !strings.Contains(page, `id="`+target[1:]+`"`) {
				t.Errorf("%s leads nowhere", target)
			}
		case strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//"):
			nobody.send(t, "GET", target, nil).want(t, http.StatusOK)
		default:
			t.Errorf("the page refers to %s", target)
		}
	}
	if found := regexp.MustCompile(`(?i)<(script|iframe|object|embed|style|form|base)\b|\sstyle=|\son\w+=|javascript:`).FindString(page); found != "" {
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
