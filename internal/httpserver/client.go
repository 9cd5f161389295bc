package httpserver

import (
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// ClientAddress is the address that a client is counted by. An IPv6 customer usually has a whole /64,
// so that counts as one.
func (s *Server) ClientAddress(r *http.Request) string {
	a := s.clientAddress(r)
	if a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// clientAddress is the peer's address unless the peer is a trusted proxy. Then it
// is the last address of X-Forwarded-For that is not a trusted proxy; anything
// before it may be forged.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	peer := peerAddress(r)
	if !s.fromProxy(r) {
		return peer
	}
	return forwardedFor(r.Header.Values("X-Forwarded-For"), peer, s.trusted)
}

func forwardedFor(headers []string, peer netip.Addr, trusted func(netip.Addr) bool) netip.Addr {
	hops := strings.Split(strings.Join(headers, ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return peer
		}
		peer = a.Unmap()
		if !trusted(peer) {
			return peer
		}
	}
	return peer
}

func peerAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.IPv4Unspecified()
	}
	return peer.Addr().Unmap()
}

// fromProxy reports whether the peer is a trusted proxy. Who may open a unix socket is one: the socket's
// mode says who that is.
func (s *Server) fromProxy(r *http.Request) bool {
	at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return at != nil && at.Network() == "unix" || s.trusted(peerAddress(r))
}

func (s *Server) trusted(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// goodHost matches a name or address with an optional port. Go checks Host
// itself; a forwarded host may contain anything, even what JSON cannot.
var goodHost = regexp.MustCompile(`^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// BaseURL is the start of links: the configured address, or the one that the client used.
func (s *Server) BaseURL(r *http.Request) string {
	if s.options.PublicURL != "" {
		return s.options.PublicURL
	}
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if s.fromProxy(r) {
		if proto := r.Header.Get("X-Forwarded-Proto"); proto == "https" || proto == "http" {
			scheme = proto
		}
		if forwarded := r.Header.Get("X-Forwarded-Host"); goodHost.MatchString(forwarded) {
			host = forwarded
		}
	}
	return scheme + "://" + host
}
