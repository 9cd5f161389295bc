package httpserver

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"vitrine/internal/aside"
)

var notSniffed = []string{"nosniff"} // shared by all answers: net/http only reads it

// ServeHTTP adds the request id, turns panics into 500 and writes the access log.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	id := requestID(r.Header.Get("X-Request-Id"))
	h := w.Header()
	h["X-Request-Id"] = []string{id}
	h["X-Content-Type-Options"] = notSniffed
	// A chunked body may also have had a length, which net/http silently drops.
	// If a proxy believed that length, a second request may be hidden in this
	// one, so the connection is closed (RFC 9112, 6.1).
	if s.draining.Load() || len(r.TransferEncoding) > 0 {
		h.Set("Connection", "close")
	}
	out := &recorder{ResponseWriter: w, subpath: s.subpath}
	if s.subpath != "" {
		r = s.subpath.Cut(r)
	}
	defer func() {
		if p := recover(); p != nil {
			s.panicked(out, r, id, p)
		}
		took := time.Since(start)
		s.traffic.Answered(pattern(r), out.status, took)
		s.logAccess(r, out, id, start, took)
	}()
	if !s.crossOrigin(out, r) {
		s.dispatch(out, r)
	}
}

// panicked logs a panic and answers 500, unless an answer has begun or the
// handler meant to abort the connection.
func (s *Server) panicked(out *recorder, r *http.Request, id string, p any) {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	stack := string(debug.Stack())
	if beside, ok := p.(*aside.Panic); ok {
		p, stack = beside.Value, beside.Stack
	}
	s.log.Error("panic", "request_id", id, "panic", p, "stack", stack)
	if out.status == 0 {
		s.options.Refuse(out, r, http.StatusInternalServerError)
	}
}

// logAccess writes one line per request with the route's pattern, never the path,
// a body, a header or a token.
func (s *Server) logAccess(r *http.Request, out *recorder, id string, start time.Time, took time.Duration) {
	if !s.log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(start.Add(took), slog.LevelInfo, "request", 0) // without a source position
	line.AddAttrs(
		slog.String("request_id", id), slog.String("method", r.Method), slog.String("route", pattern(r)), slog.Int("status", out.status),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.Int("bytes", out.bytes),
		slog.Int64("user_id", out.caller.UserID), slog.Int64("account_id", out.caller.AccountID))
	_ = s.log.Handler().Handle(r.Context(), line) // a failing log cannot report it either
}

// pattern returns the route's pattern.
func pattern(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// requestID is the client's id if it is harmless, otherwise a new one.
func requestID(given string) string {
	const harmless = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
	if given != "" && len(given) <= 64 && strings.Trim(given, harmless) == "" {
		return given
	}
	return newID()
}

// newID returns 26 random letters and digits. It is not a secret, so it needs no
// system call.
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
