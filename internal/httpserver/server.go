// Package httpserver is shared by the API and the pages: request ids, access log, panics, client
// addresses behind proxies, limits, health, callers and immutable content. It knows neither JSON
// bodies nor pages; each renders its own refusals.
package httpserver

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"sync/atomic"
	"time"

	"vitrine/internal/metrics"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/ratelimit"
	"vitrine/internal/subpath"
)

type Options struct {
	PublicURL           string         // without a trailing slash; empty means that of the request
	TrustedProxies      []netip.Prefix // whose X-Forwarded headers are trusted
	APILimit, AuthLimit int            // requests per minute: of a user, and of an address
	FileLimit           int            // requests for files per minute, of a user or an address
	PageLimit           int            // pages per minute, of a user
	VisitLimit          int            // requests per minute for what is shared, of an address
	CORSOrigins         []string       // whose pages may call the API from a browser
	Refuse              Refusal

	Trace func(http.Handler) http.Handler // wraps every traced route; nil without traces
	Now   func() time.Time                // nil means time.Now
	Ping  func(context.Context) error     // nil pings the database
}

// Refusal renders a response to a request that reaches no handler: 404 for an
// unknown path, 405 for an unknown method, 500 after a panic.
type Refusal func(w http.ResponseWriter, r *http.Request, status int)

// Server receives requests and passes them to the API and the pages.
type Server struct {
	options  Options
	subpath  subpath.Path
	db       *postgres.DB
	keys     *people.KeyUse
	limiter  *ratelimit.Limiter
	callers  *callers
	traffic  *metrics.Traffic
	log      *slog.Logger
	health   health
	memory   memory
	draining atomic.Bool
	mux      *http.ServeMux
}

// New returns a server with only the health routes. The caller closes what it passes in.
func New(options Options, db *postgres.DB, keys *people.KeyUse, limiter *ratelimit.Limiter, log *slog.Logger) *Server {
	if options.Now == nil {
		options.Now = time.Now
	}
	s := &Server{options: options, subpath: subpath.Of(options.PublicURL), db: db, keys: keys, limiter: limiter, callers: newCallers(), traffic: metrics.NewTraffic(), log: log, memory: newMemory(),
		health: health{ping: options.Ping, now: options.Now}, mux: http.NewServeMux()}
	if s.health.ping == nil {
		s.health.ping = db.Ping
	}
	s.mux.HandleFunc("GET /api/health", s.getHealth)
	s.mux.HandleFunc("GET /livez", s.getLive)
	s.mux.HandleFunc("GET /readyz", s.getReady)
	return s
}

func (s *Server) Mux() *http.ServeMux { return s.mux }

// Subpath is the path of the public address, which requests come without and answers are sent with.
func (s *Server) Subpath() subpath.Path { return s.subpath }

func (s *Server) Now() time.Time { return s.options.Now() }

// HandleTraced mounts a route that appears in traces.
func (s *Server) HandleTraced(pattern string, handler http.Handler) {
	if s.options.Trace != nil {
		handler = s.options.Trace(handler)
	}
	s.mux.Handle(pattern, handler)
}

// RefuseBy replaces how refusals are rendered. Call it before mounting routes.
func (s *Server) RefuseBy(r Refusal) { s.options.Refuse = r }

// Drain makes the server unready and asks clients to close connections, while it still answers.
func (s *Server) Drain() { s.draining.Store(true) }

// Measure adds the server's figures to an instance's metrics.
func (s *Server) Measure(i *metrics.Instance) { i.Traffic, i.Limiter = s.traffic, s.limiter }

// dispatch finds the handler of a request. ServeMux would answer unknown paths
// and methods in plain text, and redirect unclean paths.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "" && s.subpath != "" { // pages and their cookies are below it
		to := url.URL{Path: "/", RawQuery: r.URL.RawQuery}
		w.Header().Set("Location", to.String())
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	if path.Clean(r.URL.Path) != r.URL.Path {
		s.options.Refuse(w, r, http.StatusNotFound)
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
		s.options.Refuse(w, r, http.StatusMethodNotAllowed)
		return
	}
	s.options.Refuse(w, r, http.StatusNotFound)
}

type probe struct{ header http.Header }

func (p *probe) Header() http.Header {
	if p.header == nil {
		p.header = http.Header{}
	}
	return p.header
}
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
func (p *probe) WriteHeader(int)             {}
