package page

import (
	"vitrine/internal/httpserver"
)

// Visits reports whether a page is for visitors.
func (p Row) Visits() bool { return p.Bucket == httpserver.Visits }

// openly sets the headers of pages for visitors. They have no scripts, so none runs, and
// their address, which may be a secret, goes nowhere.
func (v *Visit) openly() {
	h := v.Out.Header()
	httpserver.Open(h)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
}
