package httpserver

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/identity"
	"vitrine/internal/metrics"
)

// ErrTooMany means that a user or address has exceeded its limit.
var ErrTooMany = errors.New("too many requests")

// Bucket is what requests are counted in. People who look at pages send more requests than programs,
// and a page shows many files, so pages and files have their own buckets: a collection with its photos
// is sent, like fetched, without waiting for the limit of calls. Calendars do too, because
// others may know their address. Visitors are counted by address, over everything that is shared.
type Bucket int

const (
	Calls Bucket = iota
	Files
	Pages
	Feeds
	Visits
	VisitPhotos
)

// photosPerVisit is how many photos visitors may fetch for each page.
const photosPerVisit = 10

// LimitAddress counts an anonymous request against its address, per route or bucket. It is
// ErrTooMany beyond the limit.
func (s *Server) LimitAddress(w http.ResponseWriter, r *http.Request, bucket Bucket) error {
	name, limit := pattern(r), s.options.AuthLimit
	switch bucket {
	case Files:
		limit = s.options.FileLimit
	case Visits:
		name, limit = "visits", s.options.VisitLimit
	case VisitPhotos:
		name, limit = "visits to photos", photosPerVisit*s.options.VisitLimit
	}
	return s.limit(w, r, name+":"+s.ClientAddress(r), limit, metrics.OfAddress)
}

func (s *Server) limitUser(w http.ResponseWriter, r *http.Request, actor identity.Actor, bucket Bucket) error {
	name, limit := "user:", s.options.APILimit
	if bucket == Calls && actor.RateLimit > 0 {
		return s.limit(w, r, "key:"+strconv.FormatInt(actor.KeyID, 10), actor.RateLimit, metrics.OfUser)
	}
	switch bucket {
	case Files:
		name, limit = "files:", s.options.FileLimit
	case Pages:
		name, limit = "pages:", s.options.PageLimit
	case Feeds:
		name = "feeds:"
	}
	return s.limit(w, r, name+strconv.FormatInt(actor.UserID, 10), limit, metrics.OfUser)
}

// limit counts a request against a bucket and sets the headers.
func (s *Server) limit(w http.ResponseWriter, r *http.Request, bucket string, limit int, of metrics.Limit) error {
	count := s.limiter.Hit(r.Context(), bucket)
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.FormatInt(max(0, int64(limit)-count.Hits), 10))
	wait := Seconds(count.Left)
	h.Set("X-RateLimit-Reset", strconv.FormatInt(s.options.Now().Unix()+wait, 10))
	if count.Hits <= int64(limit) {
		return nil
	}
	s.traffic.Refused(of)
	h.Set("Retry-After", strconv.FormatInt(wait, 10))
	return ErrTooMany
}

// hideLimit removes the headers that limit sets.
func hideLimit(h http.Header) {
	for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"} {
		h.Del(name)
	}
}

// Seconds rounds up for Retry-After, so that nobody retries too early.
func Seconds(d time.Duration) int64 { return max(1, int64(math.Ceil(d.Seconds()))) }
