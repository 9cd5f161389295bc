package httpserver

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// health asks the database at most a few times a second, however many requests
// ask.
type health struct {
	ping func(context.Context) error
	now  func() time.Time

	mu    sync.Mutex
	asked time.Time
	err   error
}

const healthAge = 250 * time.Millisecond

func (h *health) check(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); now.Sub(h.asked) > healthAge {
		h.err = h.ping(context.WithoutCancel(ctx))
		h.asked = h.now()
	}
	return h.err
}

func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) {
	if s.health.check(r.Context()) != nil {
		state(w, http.StatusInternalServerError, `{"message":"A service is down.","services":{"database":"down"}}`)
		return
	}
	state(w, http.StatusOK, `{"message":"All services are up.","services":{"database":"up"}}`)
}

// getLive reports that the process runs, regardless of the database: a restart
// would not repair it.
func (s *Server) getLive(w http.ResponseWriter, _ *http.Request) {
	state(w, http.StatusOK, `{"message":"Alive."}`)
}

// getReady reports whether requests should be sent here.
func (s *Server) getReady(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() || s.health.check(r.Context()) != nil {
		state(w, http.StatusServiceUnavailable, `{"message":"Not ready."}`)
		return
	}
	state(w, http.StatusOK, `{"message":"Ready."}`)
}

func state(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body)) // the client may be gone
}
