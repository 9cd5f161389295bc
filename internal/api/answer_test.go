package api

import (
	"fmt"
	"net/http"
	"testing"
)

// Answers of any size have a Content-Length: chunks cost both sides more, and
// hide how much is to come.
func TestAnswersSayTheirLength(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	collection := u.Make(t, "/api/collections", M{"name": "Records", "visibility": "private"})
	var item string
	for n := range 20 {
		item = u.Make(t, "/api/collections/"+collection+"/items", M{"name": fmt.Sprint("Record ", n)})
	}
	for _, path := range []string{"/api/items?per_page=20", "/api/items/" + item, "/api/items/0", "/nowhere", "/livez"} {
		r := u.Send(t, "GET", path, nil)
		if len(r.Content) == 0 || r.ContentLength != int64(len(r.Content)) || len(r.TransferEncoding) > 0 {
			t.Errorf("GET %s: %d bytes, Content-Length %d, Transfer-Encoding %q", path, len(r.Content), r.ContentLength, r.TransferEncoding)
		}
	}
	known := u.Send(t, "GET", "/api/items/"+item, nil).Header.Get("ETag")
	if r := u.Send(t, "GET", "/api/items/"+item, nil, "If-None-Match", known).Want(t, http.StatusNotModified); r.Header.Get("Content-Length") != "" {
		t.Errorf("304 with Content-Length %s", r.Header.Get("Content-Length"))
	}
}
