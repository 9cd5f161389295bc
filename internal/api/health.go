package api

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// health asks the database at most a few times a second, however many ask.
type health struct {
	ping func(context.Context) error

	mu    sync.Mutex
	asked time.Time
	err   error
}

const healthAge = 250 * time.Millisecond

func (h *health) check(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.asked) > healthAge {
		h.err = h.ping(context.WithoutCancel(ctx))
		h.asked = time.Now()
	}
	return h.err
}

var (
	healthy   = answer{status: http.StatusOK, body: []byte(`{"message":"All services are up.","services":{"database":"up"}}`)}
	unhealthy = answer{status: http.StatusInternalServerError, body: []byte(`{"message":"A service is down.","services":{"database":"down"}}`)}
	alive     = message(http.StatusOK, "Alive.")
	ready     = message(http.StatusOK, "Ready.")
	notReady  = message(http.StatusServiceUnavailable, "Not ready.")
)

func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) {
	if s.health.check(r.Context()) != nil {
		write(w, r, unhealthy)
		return
	}
	write(w, r, healthy)
}

// getLive tells that the process runs, and nothing of the database: restarting
// the service does not mend a database.
func (s *Server) getLive(w http.ResponseWriter, r *http.Request) { write(w, r, alive) }

// getReady tells whether requests should be sent here.
func (s *Server) getReady(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() || s.health.check(r.Context()) != nil {
		write(w, r, notReady)
		return
	}
	write(w, r, ready)
}
