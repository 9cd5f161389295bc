package httpserver

import (
	"net/http"
	"slices"
	"strings"
)

// Browsers let a page of another origin call the API only where it is listed. Tokens
// travel in a header that the page sets itself, never in cookies, so credentials are
// not allowed.
const (
	corsMethods = "GET, HEAD, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Prefer, Range, X-Request-Id"
	corsExposed = "Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Preference-Applied, Retry-After, X-Error-Codes, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Trash-Entry"
	corsMaxAge  = "600"
)

// crossOrigin adds the headers for a page of a listed origin. It reports whether
// the request was a preflight, which it has then answered.
func (s *Server) crossOrigin(w http.ResponseWriter, r *http.Request) (answered bool) {
	if len(s.options.CORSOrigins) == 0 || !isAPI(r.URL.Path) {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(s.options.CORSOrigins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", corsExposed)
		return false
	}
	h.Set("Access-Control-Allow-Methods", corsMethods)
	h.Set("Access-Control-Allow-Headers", corsHeaders)
	h.Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}

func isAPI(path string) bool { return strings.HasPrefix(path, "/api/") }
