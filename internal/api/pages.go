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

// mailPages serves where the links in mails lead, until there is a web app:
// forms that speak to the API. Nothing is asked from outside, and the address,
// which holds a token, is told to nobody.
func (s *Server) mailPages() {
	for pattern, file := range map[string]string{
		"GET /invitations/{token}": "invitation.html",
		"GET /password/reset":      "reset.html",
		"GET /email/confirm":       "confirm.html",
		"GET /email/take-back":     "take-back.html",
		"GET /pages/form.css":      "form.css",
		"GET /pages/form.js":       "form.js",
	} {
		s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cache-Control", "no-store")
			content, err := pages.Open(path.Join("pages", file))
			if err != nil {
				write(w, r, notFound)
				return
			}
			defer content.Close()
			http.ServeContent(w, r, file, time.Time{}, content.(io.ReadSeeker))
		})
	}
}
