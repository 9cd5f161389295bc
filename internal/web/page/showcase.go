package page

import (
	"vitrine/internal/httpserver"
)

// Visits reports whether a page is for visitors.
func (p Row) Visits() bool { return p.Bucket == httpserver.Visits }

// openly sets the headers of pages for visitors. They allow no scripts, and do not pass on the
// address, which may be secret.
func (v *Visit) openly() {
	h := v.Out.Header()
	httpserver.Open(h)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
}
