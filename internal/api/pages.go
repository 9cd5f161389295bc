package api

import (
	"embed"
	"io"
	"net/http"
	"path"
	"time"
)

//go:embed pages
var pages embed.FS

// mailPages serves the pages that mails link to, until there is a web app: forms
// that call the API. They load nothing external, and their address, which
// contains a token, is not passed on.
func (s *Server) mailPages() {
	for pattern, file := range map[string]string{
		"GET /invitations/{token}": "invitation.html",
		"GET /password/reset":      "reset.html",
		"GET /email/confirm":       "confirm.html",
		"GET /email/take-back":     "take-back.html",
		"GET /pages/form.css":      "form.css",
		"GET /pages/form.js":       "form.js",
	} {
		s.Mux().HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cache-Control", "no-store")
			content, err := pages.Open(path.Join("pages", file))
			if err != nil {
				send(w, r, notFound)
				return
			}
			defer content.Close()
			http.ServeContent(w, r, file, time.Time{}, content.(io.ReadSeeker))
		})
	}
}
