package main

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"vitrine/internal/config"
	"vitrine/internal/metrics"
)

// showMetrics opens the metrics listener, if configured. It is never the public
// one: metrics need no token, and each scrape queries the database.
func showMetrics(c config.Config, log *slog.Logger, seen metrics.Instance) (hide func(), err error) {
	if c.MetricsListen == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.MetricsListen)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_METRICS_LISTEN cannot be listened on (%v): choose another address", err)
	}
	server := &http.Server{Handler: seen.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	go func() { _ = server.Serve(listener) }() // ends when it is closed
	log.Info("showing metrics", "address", listener.Addr().String())
	return func() { _ = server.Close() }, nil
}
