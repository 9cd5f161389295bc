package api

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"vitrine/internal/identity"
)

// ServeHTTP gives every answer its request id, turns panics into 500 and writes
// the access log.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	id := requestID(r.Header.Get("X-Request-Id"))
	h := w.Header()
	h["X-Request-Id"] = []string{id}
	h["X-Content-Type-Options"] = notSniffed
	// A chunked body may have come with a length as well, which net/http drops in
	// silence. Where a proxy believed that length, what follows on the connection
	// may be hidden in this request, so nothing may follow (RFC 9112, 6.1).
	if s.draining.Load() || len(r.TransferEncoding) > 0 {
		h.Set("Connection", "close")
	}
	out := &recorder{ResponseWriter: w}
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			s.log.Error("panic", "request_id", id, "panic", p, "stack", string(debug.Stack()))
			if out.status == 0 {
				write(out, r, serverError)
			}
		}
		took := time.Since(start)
		s.traffic.Answered(pattern(r), out.status, took)
		s.logAccess(r, out, id, start, took)
	}()
	s.dispatch(out, r)
}

// logAccess writes one line a request: the pattern of the route, never the
// path, a body, a header or a token.
func (s *Server) logAccess(r *http.Request, out *recorder, id string, start time.Time, took time.Duration) {
	if !s.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(start.Add(took), slog.LevelInfo, "request", 0) // nobody wants to know from where in the source
	line.AddAttrs(
		slog.String("request_id", id), slog.String("method", r.Method), slog.String("route", pattern(r)), slog.Int("status", out.status),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.Int("bytes", out.bytes),
		slog.Int64("user_id", out.caller.UserID), slog.Int64("account_id", out.caller.AccountID))
	_ = s.log.Handler().Handle(r.Context(), line) // where it cannot be written, it cannot be said either
}

// pattern is that of the route which a request has found.
func pattern(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// recorder remembers what was answered, and to whom.
type recorder struct {
	http.ResponseWriter
	status, bytes int
	caller        identity.Actor // nobody, until the caller is known
}

// recording finds the recorder of a request, below what traces have put around
// it.
func recording(w http.ResponseWriter) *recorder {
	for {
		switch around := w.(type) {
		case *recorder:
			return around
		case interface{ Unwrap() http.ResponseWriter }:
			w = around.Unwrap()
		default:
			return &recorder{} // nobody will ask it
		}
	}
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// requestID is the client's own id if it is harmless, else a new one.
func requestID(given string) string {
	const harmless = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
	if given != "" && len(given) <= 64 && strings.Trim(given, harmless) == "" {
		return given
	}
	return newID()
}

// newID makes a request id: 26 letters and digits. It is no secret, so that no
// system call is spent on it.
func newID() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	var id [26]byte
	var bits uint64
	for i := range id {
		if i%12 == 0 { // of five bits each
			bits = rand.Uint64()
		}
		id[i] = letters[bits&31]
		bits >>= 5
	}
	return string(id[:])
}
