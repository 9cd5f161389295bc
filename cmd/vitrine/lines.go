package main

import (
	"context"
	"io"
	"log/slog"
	"math"
	"strconv"
	"sync"
	"time"
)

// lines is a faster slog.JSONHandler: it writes plain records, of texts and
// numbers like the access log, byte for byte the same, and leaves others to the
// JSONHandler.
type lines struct {
	slog.Handler
	out *alone
}

func newLines(out io.Writer, options *slog.HandlerOptions) slog.Handler {
	to := &alone{out: out}
	return lines{slog.NewJSONHandler(to, options), to}
}

func (l lines) Handle(ctx context.Context, r slog.Record) error {
	buffer := lineBuffers.Get().(*[]byte)
	defer lineBuffers.Put(buffer)
	line, plain := appendRecord((*buffer)[:0], r)
	*buffer = line
	if !plain {
		return l.Handler.Handle(ctx, r)
	}
	_, err := l.out.Write(line)
	return err
}

// appendRecord writes a plain record as a line of JSON.
func appendRecord(line []byte, r slog.Record) ([]byte, bool) {
	plain := plainText(r.Message) && r.Time.Year() > 1 && r.Time.Year() < 10_000 // the zero time is year 1
	line = r.Time.AppendFormat(append(line, `{"time":"`...), time.RFC3339Nano)
	line = append(append(line, `","level":"`...), r.Level.String()...)
	line = append(append(append(line, `","msg":"`...), r.Message...), '"')
	r.Attrs(func(a slog.Attr) bool {
		plain = plain && plainText(a.Key) && a.Key != ""
		line = append(append(append(line, `,"`...), a.Key...), `":`...)
		line, plain = appendPlain(line, a.Value, plain)
		return plain
	})
	return append(line, "}\n"...), plain
}

// appendPlain writes a plain attribute value.
func appendPlain(line []byte, v slog.Value, plain bool) ([]byte, bool) {
	switch v.Kind() {
	case slog.KindString:
		return append(append(append(line, '"'), v.String()...), '"'), plain && plainText(v.String())
	case slog.KindInt64:
		return strconv.AppendInt(line, v.Int64(), 10), plain
	case slog.KindFloat64:
		size := math.Abs(v.Float64())
		return strconv.AppendFloat(line, v.Float64(), 'f', -1, 64), plain && (size == 0 || size >= 1e-6 && size < 1e21) // otherwise JSON uses an exponent
	}
	return line, false
}

// plainText reports whether a text needs no escaping in JSON.
func plainText(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

var lineBuffers = sync.Pool{New: func() any { return new(make([]byte, 0, 512)) }}

// alone serialises the lines.
type alone struct {
	mu  sync.Mutex
	out io.Writer
}

func (a *alone) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.out.Write(line)
}
