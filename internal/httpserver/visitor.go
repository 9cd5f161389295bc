package httpserver

import (
	"net/http"
	"regexp"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/postgres/sharing"
)

var goodUUID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Visit opens the collection that the path names by {uuid} or {token}. ErrNotFound does not reveal
// whether it is private, off, revoked, expired or deleted.
func (s *Server) Visit(r *http.Request) (sharing.Showcase, error) {
	if token := r.PathValue("token"); token != "" {
		hash, ok := identity.ParseShareToken(token)
		if !ok {
			return sharing.Showcase{}, fault.ErrNotFound
		}
		return sharing.Visit(r.Context(), s.db, postgres.ByShareToken(hash))
	}
	uuid := strings.ToLower(r.PathValue("uuid"))
	if !goodUUID.MatchString(uuid) {
		return sharing.Showcase{}, fault.ErrNotFound
	}
	return sharing.Visit(r.Context(), s.db, postgres.ByAddress(uuid))
}

var goodCode = regexp.MustCompile(`^[a-z2-7]{32}$`)

// Verification finds the verification data of the pack with the {code} of the path.
func (s *Server) Verification(r *http.Request) (catalog.Verification, error) {
	code := r.PathValue("code")
	if !goodCode.MatchString(code) {
		return catalog.Verification{}, fault.ErrNotFound
	}
	return people.Verification(r.Context(), s.db, identity.HashToken(code))
}

// Viewed counts a view of a shared collection.
func (s *Server) Viewed(r *http.Request, of sharing.Showcase) {
	if account, link, ok := of.Link(); ok && r.Method == http.MethodGet {
		s.keys.NoteView(account, link)
	}
}

// Open sets the headers of everything shown to visitors: search engines must not list it, and browsers
// not pass on its address, which may be secret.
func Open(h http.Header) {
	h["X-Robots-Tag"] = []string{"noindex"}
	h["Referrer-Policy"] = []string{"no-referrer"}
}

// OpenCaching is how long an answer may be cached: a minute for a public collection, not at all for a
// share link.
func OpenCaching(r *http.Request) string {
	if r.PathValue("token") != "" {
		return "no-store"
	}
	return "public, max-age=60"
}
