package httpserver

import (
	"net/http"

	"vitrine/internal/identity"
)

// recorder remembers the status and the caller.
type recorder struct {
	http.ResponseWriter
	status, bytes int
	caller        identity.Actor // zero until the caller is known
}

// recording finds the recorder of a request under the writers that traces wrap
// around it.
func recording(w http.ResponseWriter) *recorder {
	for {
		switch around := w.(type) {
		case *recorder:
			return around
		case interface{ Unwrap() http.ResponseWriter }:
			w = around.Unwrap()
		default:
			return &recorder{} // the request did not come through ServeHTTP
		}
	}
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
