package httpserver

import (
	"net/http"

	"vitrine/internal/identity"
	"vitrine/internal/subpath"
)

// recorder remembers the status and the caller.
type recorder struct {
	http.ResponseWriter
	subpath       subpath.Path
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

func (w *recorder) begin(status int) {
	if w.status != 0 {
		return
	}
	w.status = status
	if w.subpath != "" {
		w.subpath.Head(w.Header())
	}
}

func (w *recorder) WriteHeader(status int) {
	w.begin(status)
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
