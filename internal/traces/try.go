package traces

import (
	"context"
	"fmt"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Try sends a collector one span, as the service would.
func Try(ctx context.Context, endpoint string, headers map[string]string) error {
	collector, err := exporterTo(ctx, endpoint, headers)
	if err != nil {
		return err
	}
	failed := &noted{SpanExporter: collector}
	provider := sdk.NewTracerProvider(sdk.WithSyncer(failed))
	_, span := provider.Tracer("vitrine/internal/traces").Start(ctx, "doctor")
	span.End()
	if err := provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	return failed.err
}

// noted keeps the error of an export, which the SDK only hands to its handler.
type noted struct {
	sdk.SpanExporter
	err error
}

func (n *noted) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	n.err = n.SpanExporter.ExportSpans(ctx, spans)
	return nil
}
