package api

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"net/http"
	"sync"
	"time"
)

//go:generate go run ./openapi/assemble openapi

// The OpenAPI document is written by hand, one YAML page a resource, and put
// together by go generate. Tests hold it to what the service does.
var (
	//go:embed openapi/openapi.json
	openapiJSON []byte
	//go:embed openapi/openapi.yaml
	openapiYAML []byte
	//go:embed docs
	docsFiles embed.FS
)

// docsPolicy lets the reference load its own style and icon, and nothing else.
const docsPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// documentation serves the OpenAPI document, and the page made from it.
func (s *Server) documentation() {
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/docs", http.StatusFound) })
	s.mux.Handle("GET /api/openapi.json", newStaticPage("application/json; charset=utf-8", openapiJSON))
	s.mux.Handle("GET /api/openapi.yaml", newStaticPage("application/yaml; charset=utf-8", openapiYAML))
	s.mux.Handle("GET /docs/style.css", newStaticPage("text/css; charset=utf-8", docsFile("style.css")))
	s.mux.Handle("GET /docs/icon.svg", newStaticPage("image/svg+xml", docsFile("icon.svg")))
	reference := sync.OnceValues(func() (*staticPage, error) {
		content, err := renderReference(openapiJSON, s.options)
		return newStaticPage("text/html; charset=utf-8", content), err
	})
	s.mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		p, err := reference()
		if err != nil {
			s.log.Error("the reference cannot be rendered", "error", err)
			write(w, r, serverError)
			return
		}
		p.ServeHTTP(w, r)
	})
}

// staticPage is content that stays the same as long as the process runs.
type staticPage struct {
	contentType, tag string
	content          []byte
}

func newStaticPage(contentType string, content []byte) *staticPage {
	sum := sha256.Sum256(content)
	return &staticPage{contentType, `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`, content}
}

func (p *staticPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.contentType)
	h.Set("Content-Security-Policy", docsPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache") // ask again, and mostly hear that nothing has changed
	h.Set("ETag", p.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.content))
}

// docsFile is an embedded file; without it there is no binary.
func docsFile(name string) []byte {
	content, err := docsFiles.ReadFile("docs/" + name)
	if err != nil {
		panic(err)
	}
	return content
}
