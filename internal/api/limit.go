package api

import (
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"vitrine/internal/metrics"
)

// limited counts a request against its bucket and says so in the headers. It
// tells whether the request is one too many.
func (s *Server) limited(h http.Header, rt route, r *request) bool {
	limit, key, of := s.options.APILimit, userBucket(r.actor), metrics.OfUser
	if rt.access == open {
		of = metrics.OfAddress
		limit, key = s.options.AuthLimit, rt.pattern+":"+bucketAddress(s.clientAddress(r.Request))
	}
	count := s.limiter.Hit(r.Context(), key)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.FormatInt(max(0, int64(limit)-count.Hits), 10))
	if count.Hits <= int64(limit) {
		return false
	}
	s.traffic.Refused(of)
	wait := seconds(count.Left)
	h.Set("Retry-After", strconv.FormatInt(wait, 10))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Unix()+wait, 10))
	return true
}

// bucketAddress is the address that is counted: one IPv6 customer has a whole
// /64, so that is one bucket.
func bucketAddress(a netip.Addr) string {
	a = a.Unmap()
	if a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
