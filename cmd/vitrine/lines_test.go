package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"testing"
	"time"
)

// attributes are plain ones and all other kinds.
var attributes = []slog.Attr{
	slog.String("request_id", "FERRY65TNUFIVBP7OUMZNTHT5S"), slog.String("route", "GET /api/items/{item}"), slog.String("empty", ""), slog.String("html", "<a&b>~"),
	slog.String("quoted", `a "b" \ c`), slog.String("umlaut", "Zoë"), slog.String("broken", "a\xffb"), slog.String("line", "a\nb\x00\x7f\u2028"), slog.String("naïve", "x"), slog.String("", "no name"),
	slog.Int("status", 200), slog.Int64("least", math.MinInt64), slog.Uint64("most", math.MaxUint64),
	slog.Float64("ms", 3.116), slog.Float64("zero", 0), slog.Float64("minus", -0.001), slog.Float64("negative zero", math.Copysign(0, -1)), slog.Float64("tiny", 9e-7), slog.Float64("small", 1e-6),
	slog.Float64("huge", 1e21), slog.Float64("large", 123456789012345678901), slog.Float64("none", math.NaN()), slog.Float64("endless", math.Inf(1)),
	slog.Bool("yes", true), slog.Duration("took", time.Second), slog.Time("at", time.Unix(1, 2)), slog.Any("error", errors.New("it is broken")), slog.Any("nil", nil),
	slog.Group("group", slog.Int("in", 1)), slog.Group("bare"), slog.Any("later", resolved{}), {},
}

type resolved struct{}

func (resolved) LogValue() slog.Value { return slog.StringValue("now") }

// Every line equals that of the JSONHandler.
func TestLinesAreThoseOfTheJSONHandler(t *testing.T) {
	var got, want bytes.Buffer
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	quick, slow := newLines(&got, options), slog.NewJSONHandler(&want, options)
	same := func(r slog.Record, change func(slog.Handler) slog.Handler) {
		t.Helper()
		got.Reset()
		want.Reset()
		if err := errors.Join(change(quick).Handle(t.Context(), r), change(slow).Handle(t.Context(), r)); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() || want.Len() == 0 {
			t.Errorf("got  %swant %s", &got, &want)
		}
	}
	unchanged := func(h slog.Handler) slog.Handler { return h }
	now := time.Now()
	for _, a := range attributes {
		for _, b := range attributes {
			r := slog.NewRecord(now, slog.LevelInfo, "request", 0)
			r.AddAttrs(a, b)
			same(r, unchanged)
		}
	}
	for _, at := range []time.Time{{}, time.Unix(0, 0), now.UTC(), now.In(time.FixedZone("", 3600)), time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		same(slog.NewRecord(at, slog.LevelWarn+1, `"quoted"`, 0), unchanged)
		same(slog.NewRecord(at, slog.LevelDebug, "plain", 0), unchanged)
	}
	same(slog.NewRecord(now, slog.LevelInfo, "with", 0), func(h slog.Handler) slog.Handler { return h.WithAttrs(attributes[:3]) })
	r := slog.NewRecord(now, slog.LevelInfo, "with", 0)
	r.AddAttrs(attributes[0])
	same(r, func(h slog.Handler) slog.Handler { return h.WithGroup("group") })
}

func TestPlainLinesLeaveNoGarbage(t *testing.T) {
	handler, ctx := newLines(io.Discard, nil), context.Background()
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	r.AddAttrs(slog.String("method", "GET"), slog.Int("status", 200), slog.Float64("ms", 3.116))
	if n := testing.AllocsPerRun(1000, func() { _ = handler.Handle(ctx, r) }); n >= 1 {
		t.Errorf("%v allocations, want none", n)
	}
}
