package traces

import (
	"context"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// discreet exports only harmless attributes. The libraries that record spans add
// paths, which may contain tokens, addresses, and error texts, which may contain
// values.
type discreet struct{ sdk.SpanExporter }

var harmless = []attribute.Key{
	"http.request.method", "http.route", "http.response.status_code",
	"db.system.name", "db.operation.name", "db.query.text", // statement texts contain no values
	"db.operation.batch.size", "pgx.operation.type", "pgx.rows_affected", "pgx.sql_state", "error.type", "exception.type",
}

func (d discreet) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	told := make([]sdk.ReadOnlySpan, len(spans))
	for i, s := range spans {
		told[i] = censored{s}
	}
	return d.SpanExporter.ExportSpans(ctx, told)
}

type censored struct{ sdk.ReadOnlySpan }

func (c censored) Attributes() []attribute.KeyValue {
	return onlyHarmless(c.ReadOnlySpan.Attributes())
}

// Events say that something failed and of which kind it was, without its text.
func (c censored) Events() []sdk.Event {
	events := slices.Clone(c.ReadOnlySpan.Events())
	for i, e := range events {
		events[i].Attributes = onlyHarmless(e.Attributes)
	}
	return events
}

func onlyHarmless(all []attribute.KeyValue) []attribute.KeyValue {
	return slices.DeleteFunc(slices.Clone(all), func(a attribute.KeyValue) bool { return !slices.Contains(harmless, a.Key) })
}

func (c censored) Status() sdk.Status { return sdk.Status{Code: c.ReadOnlySpan.Status().Code} }
