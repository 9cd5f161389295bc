package process

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"vitrine/internal/pgtest"
)

// observatory is a collector of traces.
type observatory struct {
	*httptest.Server
	mu     sync.Mutex
	spans  []*tracepb.Span
	raw    bytes.Buffer // everything sent, decompressed
	header http.Header  // of the last request
}

func observe(t *testing.T) *observatory {
	t.Helper()
	o := &observatory{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		content, err := io.ReadAll(unpacked)
		var sent tracepb.TracesData
		if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" || proto.Unmarshal(content, &sent) != nil {
			t.Errorf("not traces: %s %s %v", r.URL, r.Header, err)
		}
		o.mu.Lock()
		defer o.mu.Unlock()
		o.header = r.Header
		o.raw.Write(content)
		for _, from := range sent.ResourceSpans {
			for _, by := range from.ScopeSpans {
				o.spans = append(o.spans, by.Spans...)
			}
		}
	}))
	t.Cleanup(o.Close)
	return o
}

// called finds the spans with a name.
func (o *observatory) called(name string) []*tracepb.Span {
	return slices.DeleteFunc(slices.Clone(o.spans), func(s *tracepb.Span) bool { return s.Name != name })
}

func (o *observatory) children(of *tracepb.Span) []*tracepb.Span {
	return slices.DeleteFunc(slices.Clone(o.spans), func(s *tracepb.Span) bool { return !bytes.Equal(s.ParentSpanId, of.SpanId) })
}

func attributes(s *tracepb.Span) map[string]string {
	found := map[string]string{}
	for _, a := range s.Attributes {
		switch v := a.Value.Value.(type) {
		case *commonpb.AnyValue_StringValue:
			found[a.Key] = v.StringValue
		default:
			found[a.Key] = a.Value.String()
		}
	}
	return found
}

// A collector gets a span per request with one per statement in it, and nothing
// that clients sent.
func TestTracesTellWhereTimeGoes(t *testing.T) {
	t.Parallel()
	o := observe(t)
	v := serve(t, pgtest.Migrated(t), "OTEL_EXPORTER_OTLP_ENDPOINT="+o.URL+"/", "OTEL_EXPORTER_OTLP_HEADERS=x-api-key=a%20key", "OTEL_SERVICE_NAME=shelves")
	owner := newcomer(t, v)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	owner.must(t, http.StatusCreated, "POST", v.url+"/api/locations?hidden=1", M{"name": "Priory"}, "Traceparent", "00-"+trace+"-00f067aa0ba902b7-01")
	owner.must(t, http.StatusUnprocessableEntity, "PUT", v.url+"/api/me", M{"first_name": "Vita", "last_name": "West", "email": newcomer(t, v).email, "time_format_24h": true})
	token := owner.must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": address(), "role": "viewer"}).text(t, "token")
	accept(t, v, token)
	owner.must(t, http.StatusNotFound, "GET", v.url+"/nowhere", nil)
	v.stop(t, os.Interrupt) // sends the remaining spans

	created := o.called("POST /api/locations")
	if len(created) != 1 {
		t.Fatalf("%d spans of the location, want 1, of %d", len(created), len(o.spans))
	}
	got := attributes(created[0])
	if got["http.route"] != "/api/locations" || got["http.request.method"] != "POST" || !strings.Contains(got["http.response.status_code"], "201") {
		t.Errorf("the span of the request says %v", got)
	}
	if links := created[0].Links; len(created[0].ParentSpanId) != 0 || len(links) != 1 || links[0].TraceId[0] != 0x4b || bytes.Equal(created[0].TraceId, links[0].TraceId) {
		t.Errorf("a stranger's trace is continued: %v", created[0])
	}
	statements := ""
	for _, child := range o.children(created[0]) {
		for _, s := range append(o.children(child), child) {
			statements += attributes(s)["db.query.text"] + "\n"
		}
	}
	for _, part := range []string{"set_config('app.account_id'", "insert into locations", "insert into logs"} {
		if !strings.Contains(statements, part) {
			t.Errorf("no statement with %q among those of the request:\n%s", part, statements)
		}
	}
	if n := len(o.called("none")) + len(o.called("")); n != 0 {
		t.Errorf("%d spans of no route", n)
	}
	if o.header.Get("X-Api-Key") != "a key" || !bytes.Contains(o.raw.Bytes(), []byte("shelves")) {
		t.Errorf("the settings of OpenTelemetry do not hold: %v", o.header)
	}
	for _, secret := range []string{owner.token, owner.email, token, password, "Priory", "hidden", "Vita", "127.0.0.1", "Go-http-client"} {
		if bytes.Contains(o.raw.Bytes(), []byte(secret)) {
			t.Errorf("%q is in a span", secret)
		}
	}
}

// A missing collector costs nothing but a line in the log.
func TestTracesNeedNoCollector(t *testing.T) {
	t.Parallel()
	o := observe(t)
	o.Close()
	v := serve(t, pgtest.Migrated(t), "OTEL_EXPORTER_OTLP_ENDPOINT="+o.URL)
	newcomer(t, v).must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	v.stop(t, os.Interrupt)
	if !v.log.contains("traces were not delivered") {
		t.Error("nobody was told")
	}
	if out, err := command(pgtest.Migrated(t), []string{"OTEL_EXPORTER_OTLP_ENDPOINT=collector:4318", "OTEL_EXPORTER_OTLP_HEADERS=secret"}, "serve").CombinedOutput(); code(err) != 1 ||
		!strings.Contains(string(out), "OTEL_EXPORTER_OTLP_ENDPOINT: ") || !strings.Contains(string(out), "OTEL_EXPORTER_OTLP_HEADERS: ") || strings.Contains(string(out), "secret") {
		t.Errorf("settings that are wrong: %v\n%s", err, out)
	}
}
