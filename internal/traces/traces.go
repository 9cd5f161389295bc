// Package traces tells an OpenTelemetry collector where a request spends its
// time: one span for the request, one for each statement it sends. Whoever does
// not want traces never opens any, and pays nothing.
package traces

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/exaring/otelpgx"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Traces makes spans and sends them to a collector.
type Traces struct{ provider *sdk.TracerProvider }

// Open makes traces for the collector at endpoint, over OTLP/HTTP. It need not
// be there yet: what cannot be sent is dropped, and requests do not wait. The
// variables of OpenTelemetry for sampling, batches and resources hold too.
func Open(ctx context.Context, endpoint string, headers map[string]string, version string, log *slog.Logger) (*Traces, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces were not delivered", "error", err) }))
	exporter, err := otlptrace.New(ctx, &collector{url: strings.TrimRight(endpoint, "/") + "/v1/traces", headers: headers, client: http.Client{Timeout: collectorTimeout}})
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "vitrine"), attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return &Traces{sdk.NewTracerProvider(sdk.WithBatcher(discreet{exporter}), sdk.WithResource(about))}, nil
}

// Route makes a span of each request to a route, called by its pattern. What a
// client says of a trace of its own is noted as a link: strangers do not decide
// what is sampled.
func (t *Traces) Route(next http.Handler) http.Handler {
	return otelhttp.NewHandler(next, "", otelhttp.WithTracerProvider(t.provider), otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Pattern }))
}

// Queries makes a span of each statement that is sent for a request.
func (t *Traces) Queries() *otelpgx.Tracer {
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Close sends what is left.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }
