// Package reference serves the OpenAPI document and the page at /docs rendered
// from it.
package reference

import (
	"bytes"
	"embed"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"vitrine/internal/httpserver"
	"vitrine/internal/openapi"
	"vitrine/internal/subpath"
)

//go:embed style.css script.js icon.svg
var files embed.FS

// policy lets the page load only its own style, script and icon.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// example is the address in the document, which the page replaces by the
// server's.
const example = "https://vitrine.example"

type Options struct {
	Version string
	Base    func(*http.Request) string // the address of this server, without a trailing slash
	Under   subpath.Path
}

// Mount adds the document and the page to a mux.
func Mount(mux *http.ServeMux, options Options) {
	mux.Handle("GET /api/openapi.json", newStatic("application/json; charset=utf-8", under(options.Under, openapi.JSON, `"url": "/"`)))
	mux.Handle("GET /api/openapi.yaml", newStatic("application/yaml; charset=utf-8", under(options.Under, openapi.YAML, `url: /`)))
	mux.Handle("GET /docs/style.css", newStatic("text/css; charset=utf-8", embedded("style.css")))
	mux.Handle("GET /docs/script.js", newStatic("text/javascript; charset=utf-8", embedded("script.js")))
	mux.Handle("GET /docs/icon.svg", newStatic("image/svg+xml", embedded("icon.svg")))
	shown := &pages{version: options.Version, byBase: map[string]*httpserver.Static{}}
	mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) { shown.of(options.Base(r)).ServeHTTP(w, r) })
}

// under is the document of a server under a path. It names its server once, before all else.
func under(at subpath.Path, document []byte, server string) []byte {
	if at == "" {
		return document
	}
	return bytes.Replace(document, []byte(server), []byte(strings.Replace(server, "/", string(at), 1)), 1)
}

// pages caches the page for each address of the server.
type pages struct {
	version string

	mu       sync.Mutex
	rendered []byte // with the address of the document
	byBase   map[string]*httpserver.Static
}

const maxPages = 8 // a Host header can contain anything

var plainBase = regexp.MustCompile(`^https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?$`)

// of is the page for an address; an unusual one is replaced by the example, since
// it comes from the client.
func (p *pages) of(base string) *httpserver.Static {
	if !plainBase.MatchString(base) {
		base = example
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if found, ok := p.byBase[base]; ok {
		return found
	}
	if p.rendered == nil {
		content, err := render(openapi.JSON, p.version)
		if err != nil {
			panic(err) // the document is embedded, and tests render it
		}
		p.rendered = content
	}
	if len(p.byBase) >= maxPages {
		clear(p.byBase)
	}
	made := newStatic("text/html; charset=utf-8", subpath.Of(base).Page(bytes.ReplaceAll(p.rendered, []byte(example), []byte(base))))
	p.byBase[base] = made
	return made
}

func newStatic(contentType string, content []byte) *httpserver.Static {
	return httpserver.NewStatic(contentType, policy, content)
}

// embedded is an embedded file; the build fails without it.
func embedded(name string) []byte {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return content
}
