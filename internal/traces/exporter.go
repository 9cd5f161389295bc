package traces

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	resourcepb "go.opentelemetry.io/proto/otlp/resource/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// exporter sends spans over OTLP/HTTP. That of OpenTelemetry links gRPC for a few
// types, which would be a twentieth of the binary.
type exporter struct {
	to      string
	headers map[string]string
	client  *http.Client
}

const (
	exportTimeout = 10 * time.Second
	exportTries   = 3 // while the collector is busy
)

func (e *exporter) Shutdown(context.Context) error { return nil }

func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	content, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: grouped(spans)})
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	pack := gzip.NewWriter(&packed)
	_, _ = pack.Write(content) // a buffer takes everything
	_ = pack.Close()
	ctx, cancel := context.WithTimeout(ctx, exportTimeout)
	defer cancel()
	for try := 1; ; try++ {
		busy, err := e.post(ctx, packed.Bytes())
		if !busy || try == exportTries {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(try) * time.Second):
		}
	}
}

// post sends a request and reports whether the collector asks to try again.
func (e *exporter) post(ctx context.Context, body []byte) (busy bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.to, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	for name, value := range e.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Content-Encoding", "gzip")
	res, err := e.client.Do(req)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16)) // so that the connection can be used again
	switch res.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		busy = true
	}
	if res.StatusCode/100 != 2 {
		err = fmt.Errorf("the collector answers %s", res.Status)
	}
	return busy, err
}

// grouped are the spans by what recorded them. All are of one resource.
func grouped(spans []sdk.ReadOnlySpan) []*tracepb.ResourceSpans {
	about := &tracepb.ResourceSpans{Resource: &resourcepb.Resource{Attributes: keyValues(spans[0].Resource().Attributes())}, SchemaUrl: spans[0].Resource().SchemaURL()}
	by := map[string]*tracepb.ScopeSpans{}
	for _, s := range spans {
		from := s.InstrumentationScope()
		scope, ok := by[from.Name]
		if !ok {
			scope = &tracepb.ScopeSpans{Scope: &commonpb.InstrumentationScope{Name: from.Name, Version: from.Version}, SchemaUrl: from.SchemaURL}
			by[from.Name] = scope
			about.ScopeSpans = append(about.ScopeSpans, scope)
		}
		scope.Spans = append(scope.Spans, spanOf(s))
	}
	return []*tracepb.ResourceSpans{about}
}

func spanOf(s sdk.ReadOnlySpan) *tracepb.Span {
	trace, id := s.SpanContext().TraceID(), s.SpanContext().SpanID()
	made := &tracepb.Span{
		TraceId: trace[:], SpanId: id[:], TraceState: s.SpanContext().TraceState().String(), Name: s.Name(),
		Kind:              tracepb.Span_SpanKind(s.SpanKind()), // numbered alike
		StartTimeUnixNano: uint64(s.StartTime().UnixNano()), EndTimeUnixNano: uint64(s.EndTime().UnixNano()),
		Attributes: keyValues(s.Attributes()), DroppedAttributesCount: uint32(s.DroppedAttributes()), Status: &tracepb.Status{},
	}
	if parent := s.Parent().SpanID(); parent.IsValid() {
		made.ParentSpanId = parent[:]
	}
	switch s.Status().Code {
	case codes.Ok:
		made.Status.Code = tracepb.Status_STATUS_CODE_OK
	case codes.Error:
		made.Status.Code = tracepb.Status_STATUS_CODE_ERROR
	}
	for _, l := range s.Links() {
		trace, id := l.SpanContext.TraceID(), l.SpanContext.SpanID()
		made.Links = append(made.Links, &tracepb.Span_Link{TraceId: trace[:], SpanId: id[:], TraceState: l.SpanContext.TraceState().String()})
	}
	return made
}

// keyValues are attributes as OTLP writes them. Lists, which nothing here records,
// become texts.
func keyValues(all []attribute.KeyValue) (made []*commonpb.KeyValue) {
	for _, a := range all {
		value := &commonpb.AnyValue{}
		switch a.Value.Type() {
		case attribute.BOOL:
			value.Value = &commonpb.AnyValue_BoolValue{BoolValue: a.Value.AsBool()}
		case attribute.INT64:
			value.Value = &commonpb.AnyValue_IntValue{IntValue: a.Value.AsInt64()}
		case attribute.FLOAT64:
			value.Value = &commonpb.AnyValue_DoubleValue{DoubleValue: a.Value.AsFloat64()}
		default:
			value.Value = &commonpb.AnyValue_StringValue{StringValue: a.Value.String()}
		}
		made = append(made, &commonpb.KeyValue{Key: string(a.Key), Value: value})
	}
	return made
}
