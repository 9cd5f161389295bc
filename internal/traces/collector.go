package traces

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector sends spans over OTLP/HTTP. The exporter that comes with
// OpenTelemetry does that too, and brings gRPC along, of which it needs one
// type: 2 MB. What it sends is TracesData, byte for byte.
type collector struct {
	url     string
	headers map[string]string
	client  http.Client
}

const collectorTimeout = 10 * time.Second

func (*collector) Start(context.Context) error { return nil }
func (*collector) Stop(context.Context) error  { return nil }

// UploadTraces sends spans once; what is not taken is lost.
func (c *collector) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	content, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	var body bytes.Buffer
	packed := gzip.NewWriter(&body)
	_, _ = packed.Write(content) // into memory
	_ = packed.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, &body)
	if err != nil {
		return err
	}
	for name, value := range c.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Content-Encoding", "gzip")
	res, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16)) // so that the connection can be used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered %s", res.Status)
	}
	return nil
}
