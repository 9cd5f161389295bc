package api

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

// Proxies forward what clients send. An invalid host never gets into a link.
func TestForwardedHost(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	u := h.Owner(t)
	link := func(forwarded string) any {
		return u.Send(t, "GET", "/api/me", nil, "X-Forwarded-Host", forwarded).Want(t, http.StatusOK).Dig(t, "data.links.self")
	}
	for _, good := range []string{"vitrine.example.org", "VITRINE.example", "localhost:8080", "my_service", "10.0.0.1:80", "[2001:db8::1]", "[::1]:8443", "a.example."} {
		same(t, good, link(good), "http://"+good+"/api/me")
	}
	bad := []string{"\xff", "a\xffb", "\xc0\xaf", "\xed\xa0\x80", "\"", "a\"b", "a b", "a\tb", "a, b", "a/b", "//a", "a?b", "a#b", "user@a", "a:b", "a:", ":80", "a:123456", "[::1", "::1", "[a]b",
		"http://a", "javascript:alert(1)", "<script>", "a\\b", "%00", "exämple.org", "\u202ea", "日本", strings.Repeat("a", 254), strings.Repeat("a.", 4000)}
	for b := byte(0x80); b != 0; b++ {
		bad = append(bad, "a"+string([]byte{b}))
	}
	for _, forwarded := range bad {
		same(t, forwarded, link(forwarded), h.URL+"/api/me")
	}
}
