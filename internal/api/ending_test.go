package api

import (
	"bytes"
	"net/http/httptest"
	"testing"

	"vitrine/internal/openapi"
)

// An operation that the document ends says so in every answer, also where it refuses; others do not.
func TestDeprecatedOperationsSaySo(t *testing.T) {
	t.Parallel()
	h := server(t)
	s := newServer(t, h.DB, usual(t))
	ended := bytes.Replace(openapi.JSON, []byte(`"operationId": "listTags"`), []byte(`"x-deprecated": "2027-01-01", "x-sunset": "2027-07-01", "operationId": "listTags"`), 1)
	if bytes.Equal(ended, openapi.JSON) {
		t.Fatal("the document has no operation listTags")
	}
	var err error
	if s.endings, err = endings(ended); err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(s)
	t.Cleanup(front.Close)
	ada, nobody := h.On(front).Owner(t), h.On(front).Nobody()
	for name, r := range map[string]response{"an answer": ada.Send(t, "GET", "/api/tags", nil), "a refusal": ada.Send(t, "GET", "/api/tags?after=x", nil),
		"a stranger": nobody.Send(t, "GET", "/api/tags", nil), "HEAD": ada.Send(t, "HEAD", "/api/tags", nil)} {
		for header, want := range map[string]string{"Deprecation": "@1798761600", "Sunset": "Thu, 01 Jul 2027 00:00:00 GMT", "Link": `<https://vitrine.example/docs#listTags>; rel="deprecation"`} {
			if got := r.Header.Get(header); got != want {
				t.Errorf("%s has %s %q, want %q", name, header, got, want)
			}
		}
	}
	for _, path := range []string{"/api/sets", "/api/me"} {
		if r := ada.Send(t, "GET", path, nil); r.Header.Get("Deprecation")+r.Header.Get("Sunset")+r.Header.Get("Link") != "" {
			t.Errorf("%s says that it ends", path)
		}
	}
}
