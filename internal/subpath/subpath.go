// Package subpath lets the service be reached under a path, as in https://home.example/vitrine. The
// path is cut off before a request is looked at, and put in front of the addresses that an answer
// names. Nothing between the two knows of it.
package subpath

import (
	"net/http"
	"net/url"
	"strings"
)

// Path is where the service is on its host, such as /vitrine. It is empty if the host is its own.
type Path string

// Of is the path of a public address, which internal/config has checked.
func Of(publicURL string) Path {
	u, err := url.Parse(publicURL)
	if err != nil {
		return ""
	}
	return Path(strings.TrimRight(u.Path, "/"))
}

// Join puts the path in front of an address of ours. Others stay as they are.
func (p Path) Join(address string) string {
	if !ours(address) {
		return address
	}
	return string(p) + address
}

// Inside is an address of ours without the path.
func (p Path) Inside(address string) string {
	rest, under := strings.CutPrefix(address, string(p))
	if !under || rest != "" && strings.IndexByte("/?#", rest[0]) < 0 {
		return address
	}
	return rest
}

// ours reports whether an address begins at the root of the host.
func ours(address string) bool {
	return address != "" && address[0] == '/' && (len(address) == 1 || address[1] != '/')
}

// Cookie is the path that cookies are for.
func (p Path) Cookie() string {
	if p == "" {
		return "/"
	}
	return string(p)
}

// Cut cuts the path off a request. A request without it stays as it is: some proxies cut it off
// themselves, and probes ask without. What remains of the path alone is empty.
func (p Path) Cut(r *http.Request) *http.Request {
	plain, raw := p.Inside(r.URL.Path), p.Inside(r.URL.RawPath)
	if plain == r.URL.Path || r.URL.RawPath != "" && raw == r.URL.RawPath {
		return r
	}
	cut, address := *r, *r.URL
	address.Path, address.RawPath = plain, raw
	cut.URL = &address
	return &cut
}

// headers are those that name an address of ours.
var headers = []string{"Location", "Hx-Redirect", "Hx-Push-Url"}

// Head puts the path in front of the addresses in the header of an answer.
func (p Path) Head(h http.Header) {
	for _, name := range headers {
		if to := h[name]; len(to) > 0 {
			to[0] = p.Join(to[0])
		}
	}
}
