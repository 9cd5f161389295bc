// Package api is the only place with HTTP and JSON. Its route tables read like
// the specification; a resource is one file with its routes, its handlers, what
// its body may hold and how it is shown. Handlers are handed a Reader or a
// Writer that belongs to the caller's account, and never the database.
package api

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"vitrine/internal/identity"
	"vitrine/internal/metrics"
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
)

// Options are the settings of the HTTP side.
type Options struct {
	PublicURL           string         // without a trailing slash; empty takes the request's
	TrustedProxies      []netip.Prefix // whose X-Forwarded headers count
	APILimit, AuthLimit int            // requests per minute
	Version             string
	Sealer              *identity.Sealer // of second factors; without a key they are refused
	Jobs                *postgres.Jobs   // the queue of mails; nil where none are sent
	Registration        string           // open, invite or closed

	Trace func(http.Handler) http.Handler // is put around every route; nil where nothing is traced
}

// Server answers requests.
type Server struct {
	options  Options
	db       *postgres.DB
	keys     *postgres.KeyUse
	hasher   *identity.Hasher
	sealer   *identity.Sealer
	jobs     *postgres.Jobs
	pwned    *identity.Pwned
	limiter  *ratelimit.Limiter
	callers  *callers
	traffic  *metrics.Traffic
	log      *slog.Logger
	health   health
	draining atomic.Bool

	mux      *http.ServeMux
	routes   []route
	subjects map[string]route // by pattern of a change: how what it is about is read
}

// New puts a server together. What it is given stays the caller's to close.
func New(options Options, db *postgres.DB, keys *postgres.KeyUse, limiter *ratelimit.Limiter, pwned *identity.Pwned, log *slog.Logger) *Server {
	s := &Server{options: options, db: db, keys: keys, hasher: identity.NewHasher(), sealer: cmp.Or(options.Sealer, &identity.Sealer{}), jobs: options.Jobs, pwned: pwned, limiter: limiter, callers: newCallers(), traffic: metrics.NewTraffic(), log: log,
		mux: http.NewServeMux(), subjects: map[string]route{}}
	s.health.ping = db.Ping
	s.routes = slices.Concat(session, me, apiKeys, logs, locations, collections, collectionTypes, customFieldGroups, customFields,
		items, copies, insuranceRecords, typeTemplates, members, invitations, passwords, twoFactor, addresses)
	s.routes = append(s.routes, patches(s.routes)...)
	for _, rt := range s.routes {
		var handler http.Handler = s.serve(rt)
		if options.Trace != nil {
			handler = options.Trace(handler)
		}
		s.mux.Handle(rt.pattern, handler)
		if subject, ok := s.subject(rt); ok {
			s.subjects[rt.pattern] = subject
		}
	}
	s.mux.HandleFunc("PATCH /api/collection-types/import", func(w http.ResponseWriter, r *http.Request) { // it is no type, to be patched
		w.Header().Set("Allow", http.MethodPost)
		write(w, r, notAllowed)
	})
	s.mux.HandleFunc("GET /api/health", s.getHealth)
	s.mux.HandleFunc("GET /livez", s.getLive)
	s.mux.HandleFunc("GET /readyz", s.getReady)
	s.documentation()
	s.mailPages()
	return s
}

// subject finds the GET route of the object that a route changes, or lists what
// belongs to: the path up to and including the last id.
func (s *Server) subject(rt route) (route, bool) {
	method, path, _ := strings.Cut(rt.pattern, " ")
	if rt.access == open || method == http.MethodGet && (len(rt.ids) == 0 || strings.HasSuffix(path, "}")) {
		return route{}, false
	}
	if len(rt.ids) > 0 {
		path = path[:strings.LastIndex(path, "}")+1]
	}
	i := slices.IndexFunc(s.routes, func(other route) bool { return other.pattern == "GET "+path && other.show != nil })
	switch {
	case i >= 0:
		return s.routes[i], method != http.MethodPost || len(rt.ids) > 0
	case len(rt.ids) > 0:
		panic("api: no route GET " + path + ", which " + rt.pattern + " needs to see whether its object is there")
	}
	return route{}, false
}

// Drain makes the server unready and asks clients to open no further
// connections here, while it goes on answering.
func (s *Server) Drain() { s.draining.Store(true) }

// Measure adds what the server counts to what an instance shows of itself.
func (s *Server) Measure(i *metrics.Instance) {
	i.Traffic, i.Hasher, i.Limiter = s.traffic, s.hasher, s.limiter
}

// dispatch finds the handler of a request. ServeMux would answer an unknown
// path or method in plain text, and redirect an unclean path.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	if clean := path.Clean(r.URL.Path); clean != r.URL.Path {
		write(w, r, notFound)
		return
	}
	handler, pattern := s.mux.Handler(r)
	if pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	var probe probe
	handler.ServeHTTP(&probe, r)
	if allow := probe.Header().Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
		write(w, r, notAllowed)
		return
	}
	write(w, r, notFound)
}

// probe listens to what ServeMux would have said.
type probe struct{ header http.Header }

func (p *probe) Header() http.Header {
	if p.header == nil {
		p.header = http.Header{}
	}
	return p.header
}
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
func (p *probe) WriteHeader(int)             {}

// serve runs a route.
func (s *Server) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		r := &request{Request: req, out: recording(w), base: s.baseURL(req)}
		w.Header()["Cache-Control"] = notStored // unless the answer has an ETag
		a, err := s.answer(w.Header(), rt, r)
		if err != nil {
			a = s.failed(w.Header(), rt, err)
		}
		write(w, req, a)
	}
}

func (s *Server) answer(h http.Header, rt route, r *request) (answer, error) {
	if rt.access != open {
		return s.admit(h, rt, r)
	}
	if s.limited(h, rt, r) {
		return tooMany, nil
	}
	if err := r.readIDs(rt.ids); err != nil {
		return answer{}, err
	}
	if err := r.strictly(h, rt); err != nil {
		return answer{}, err
	}
	return rt.handle(s, r)
}

func (s *Server) failed(h http.Header, rt route, err error) answer {
	a, unknown := fail(h, err)
	if unknown {
		s.log.Error("request failed", "request_id", h.Get("X-Request-Id"), "route", rt.pattern, "error", err)
	}
	return a
}
