package api

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// BenchmarkRequest measures requests over a kept connection, with the access log:
// HTTP alone, and with the database. The client does not allocate, so allocations
// are the server's; processor time is that of both.
func BenchmarkRequest(b *testing.B) {
	h := server(b)
	u := h.Owner(b)
	collection := u.Make(b, "/api/collections", M{"name": "Records", "visibility": "private"})
	var item string
	for n := range 200 {
		item = u.Make(b, "/api/collections/"+collection+"/items", M{"name": fmt.Sprint("Record ", n)})
	}
	logged := another(b, h, settings{Log: slog.New(slog.NewJSONHandler(io.Discard, nil))})
	for _, path := range []string{"/livez", "/nowhere", "/api/items/" + item, "/api/items"} {
		b.Run(path, func(b *testing.B) {
			conn, err := net.Dial("tcp", logged.Listener.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			request := []byte("GET " + path + " HTTP/1.1\r\nHost: vitrine.example\r\nAuthorization: Bearer " + u.Token + "\r\n\r\n")
			buffer := make([]byte, 64<<10)
			b.ReportAllocs()
			before := processorTime(b)
			for b.Loop() {
				if err := roundTrip(conn, request, buffer); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(processorTime(b)-before)/1000/float64(b.N), "cpu-µs/op")
		})
	}
}

// processorTime is what this process has used, which is meaningful on a busy
// machine.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// roundTrip sends a request and reads the whole answer, chunked or not.
func roundTrip(conn net.Conn, request, buffer []byte) error {
	if _, err := conn.Write(request); err != nil {
		return err
	}
	for read := 0; ; {
		n, err := conn.Read(buffer[read:])
		if err != nil {
			return err
		}
		read += n
		head, body, whole := bytes.Cut(buffer[:read], []byte("\r\n\r\n"))
		_, length, counted := bytes.Cut(head, []byte("Content-Length: "))
		length, _, _ = bytes.Cut(length, []byte("\r\n"))
		size, _ := strconv.Atoi(string(length))
		if whole && (counted && len(body) >= size || bytes.HasSuffix(body, []byte("\r\n0\r\n\r\n"))) {
			return nil
		}
	}
}
