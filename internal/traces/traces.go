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
	"strings"

	"github.com/exaring/otelpgx"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Traces records spans and sends them to a collector.
type Traces struct{ provider *sdk.TracerProvider }

// Open prepares traces for the collector at endpoint, over OTLP/HTTP. The
// collector may start later: spans that cannot be delivered are dropped, and
// requests never wait. OpenTelemetry's variables for sampling, batches and
// resources apply too.
func Open(ctx context.Context, endpoint string, headers map[string]string, version string, log *slog.Logger) (*Traces, error) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces were not delivered", "error", err) }))
	collector, err := exporterTo(ctx, endpoint, headers)
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
func exporterTo(ctx context.Context, endpoint string, headers map[string]string) (sdk.SpanExporter, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return nil, errors.New("is not a URL") // not quoted: it may contain a password
	}
	if to.User != nil {
		password, _ := to.User.Password()
		all := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(to.User.Username()+":"+password))}
		maps.Copy(all, headers)
		headers, to.User = all, nil
	}
	return otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(to.JoinPath("v1/traces").String()), otlptracehttp.WithHeaders(headers),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression))
}

// Route records a span for each request to a route, named by its pattern. A trace
// named by the client becomes a link, so that strangers do not decide what is
// sampled.
func (t *Traces) Route(next http.Handler) http.Handler {
	tracer := t.provider.Tracer("vitrine/internal/traces")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, route, _ := strings.Cut(r.Pattern, " ")
		about := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(attribute.String("http.request.method", r.Method), attribute.String("http.route", route))}
		if of := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(r.Header))); of.IsValid() {
			about = append(about, trace.WithLinks(trace.Link{SpanContext: of}))
		}
		ctx, span := tracer.Start(r.Context(), r.Pattern, about...)
		defer span.End()
		answer := &answered{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r.WithContext(ctx))
		span.SetAttributes(attribute.Int("http.response.status_code", answer.status))
		if answer.status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	})
}

// answered remembers the status of an answer.
type answered struct {
	http.ResponseWriter
	status int
}

func (a *answered) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController find what the writer can do.
func (a *answered) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Queries records a span for each statement.
func (t *Traces) Queries() *otelpgx.Tracer {
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Close sends the remaining spans.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }
