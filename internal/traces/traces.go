// Package traces shows an OpenTelemetry collector where a request spends its
// time: one span for the request, one per statement. It costs nothing unless
// opened.
package traces

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"

	"github.com/exaring/otelpgx"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Traces records spans and sends them to a collector.
type Traces struct{ provider *sdk.TracerProvider }

// Open prepares traces for the collector at endpoint, over OTLP/HTTP. The
// collector may start later: spans that cannot be delivered are dropped, and
// requests never wait. OpenTelemetry's variables for sampling, batches and
// resources apply too.
func Open(ctx context.Context, endpoint string, headers map[string]string, version string, log *slog.Logger) (*Traces, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces were not delivered", "error", err) }))
	collector, err := exporterTo(endpoint, headers)
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "vitrine"), attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return &Traces{sdk.NewTracerProvider(sdk.WithBatcher(discreet{collector}), sdk.WithResource(about))}, nil
}

// exporterTo sends spans to the collector at endpoint. User and password in the
// address become a header.
func exporterTo(endpoint string, headers map[string]string) (sdk.SpanExporter, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return nil, errors.New("is not a URL") // not quoted: it may contain a password
	}
	if to.User != nil {
		password, _ := to.User.Password()
		all := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(to.User.Username()+":"+password))}
		maps.Copy(all, headers)
		headers = all
	}
	return &exporter{to: to.JoinPath("v1/traces").String(), headers: headers, client: &http.Client{}}, nil
}

// Route records a span for each request to a route, named by its pattern. A trace
// named by the client becomes a link, so that strangers do not decide what is
// sampled.
func (t *Traces) Route(next http.Handler) http.Handler {
	return otelhttp.NewHandler(next, "", otelhttp.WithTracerProvider(t.provider), otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Pattern }))
}

// Queries records a span for each statement.
func (t *Traces) Queries() *otelpgx.Tracer {
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Close sends the remaining spans.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }
