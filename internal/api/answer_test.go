package api

import (
	"fmt"
	"net/http"
	"testing"
)

// An answer says how long it is, however long: a chunked one costs both sides
// more, and a client cannot tell how much is to come.
func TestAnswersSayTheirLength(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	collection := u.make(t, "/api/collections", M{"name": "Records", "visibility": "private"})
	var item string
	for n := range 20 {
		item = u.make(t, "/api/collections/"+collection+"/items", M{"name": fmt.Sprint("Record ", n)})
	}
	for _, path := range []string{"/api/items?per_page=20", "/api/items/" + item, "/api/items/0", "/nowhere", "/livez"} {
		r := u.send(t, "GET", path, nil)
		if len(r.body) == 0 || r.ContentLength != int64(len(r.body)) || len(r.TransferEncoding) > 0 {
			t.Errorf("GET %s: %d bytes, Content-Length %d, Transfer-Encoding %q", path, len(r.body), r.ContentLength, r.TransferEncoding)
		}
	}
	known := u.send(t, "GET", "/api/items/"+item, nil).Header.Get("ETag")
	if r := u.send(t, "GET", "/api/items/"+item, nil, "If-None-Match", known).want(t, http.StatusNotModified); r.Header.Get("Content-Length") != "" {
		t.Errorf("304 with Content-Length %s", r.Header.Get("Content-Length"))
	}
}
