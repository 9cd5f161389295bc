package main

import (
	"context"
	"log/slog"

	"vitrine/internal/config"
	"vitrine/internal/postgres"
	"vitrine/internal/traces"
)

// openTraces starts tracing if a collector is configured.
func openTraces(ctx context.Context, c config.Config, log *slog.Logger) (*traces.Traces, error) {
	if c.TracesEndpoint == "" {
		return nil, nil
	}
	return traces.Open(ctx, c.TracesEndpoint, c.TracesHeaders, version, log)
}

// traced also traces statements.
func traced(tracing *traces.Traces) []postgres.Option {
	if tracing == nil {
		return nil
	}
	return []postgres.Option{postgres.Traced(tracing.Queries())}
}

func closeTraces(tracing *traces.Traces, log *slog.Logger) {
	if tracing == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), tracesTimeout)
	defer cancel()
	if err := tracing.Close(ctx); err != nil {
		log.Warn("the last traces were not delivered", "error", err)
	}
}
