package metrics

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

func shown(t *testing.T, what ...prometheus.Collector) string {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(what...)
	server := httptest.NewServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	defer server.Close()
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %v\n%s", res.StatusCode, err, text)
	}
	return string(text)
}

// Concurrent answers of new routes are all counted.
func TestTrafficIsCounted(t *testing.T) {
	t.Parallel()
	traffic := NewTraffic()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for range 20 {
				traffic.Answered("GET /a/{id}", 200, 2*time.Millisecond)
				traffic.Answered("GET /a/{id}", 503, 200*time.Millisecond)
				traffic.Answered("none", 418, 0)
				traffic.Refused(OfAddress)
			}
		})
	}
	all.Wait()
	text := shown(t, traffic.collectors()...)
	for _, line := range []string{
		`vitrine_http_requests_total{code="200",route="GET /a/{id}"} 1000`,
		`vitrine_http_requests_total{code="503",route="GET /a/{id}"} 1000`,
		`vitrine_http_requests_total{code="500",route="GET /a/{id}"} 0`,
		`vitrine_http_requests_total{code="other",route="none"} 1000`,
		`vitrine_http_request_duration_seconds_bucket{route="GET /a/{id}",le="0.001"} 0`,
		`vitrine_http_request_duration_seconds_bucket{route="GET /a/{id}",le="0.15"} 1000`,
		`vitrine_http_request_duration_seconds_bucket{route="GET /a/{id}",le="0.3"} 2000`,
		`vitrine_http_request_duration_seconds_count{route="GET /a/{id}"} 2000`,
		`vitrine_rate_limit_refused_total{limit="address"} 1000`,
		`vitrine_rate_limit_refused_total{limit="user"} 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if strings.Contains(text, `code="404"`) {
		t.Error("a status that never was is shown")
	}
	if t.Failed() {
		t.Log(text)
	}
}

// Counting must cost next to nothing compared with a request.
func TestCountingLeavesNoGarbage(t *testing.T) {
	traffic := NewTraffic()
	if n := testing.AllocsPerRun(1000, func() { traffic.Answered("GET /a/{id}", 404, time.Millisecond) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkAnswered(b *testing.B) {
	traffic := NewTraffic()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			traffic.Answered("GET /api/collections/{collection}/items", 200, 3*time.Millisecond)
		}
	})
}
