package api

import (
	"net/http"
	"testing"
)

// The reference is served beside the API with the same middleware.
func TestReferenceIsMounted(t *testing.T) {
	t.Parallel()
	nobody := server(t).Nobody()
	for _, path := range []string{"/docs", "/docs/style.css", "/docs/icon.svg", "/api/openapi.json", "/api/openapi.yaml"} {
		nobody.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		nobody.Send(t, "POST", path, nil).Want(t, http.StatusMethodNotAllowed)
	}
	nobody.Send(t, "GET", "/docs/page.html", nil).Want(t, http.StatusNotFound)
}
