package api

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
	"vitrine/internal/traces"
)

// formats are the forms of a line by handler.
var formats = map[string]struct {
	handler func(io.Writer) slog.Handler
	line    string
}{
	"json": {func(to io.Writer) slog.Handler { return slog.NewJSONHandler(to, nil) },
		`{"time":"[^"]+","level":"INFO","msg":"request","request_id":"[A-Z2-7]{26}","method":"GET","route":"ROUTE","status":STATUS,"ms":[0-9.]+,"bytes":[0-9]+,"user_id":USER,"account_id":ACCOUNT}`},
	"text": {func(to io.Writer) slog.Handler { return slog.NewTextHandler(to, nil) },
		`time=\S+ level=INFO msg=request request_id=[A-Z2-7]{26} method=GET route="?ROUTE"? status=STATUS ms=[0-9.]+ bytes=[0-9]+ user_id=USER account_id=ACCOUNT`},
}

// A request is one line, which names the caller even if traces wrap the route.
func TestAccessLog(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	actor, _, err := people.Actor(t.Context(), h.DB, identity.HashToken(u.Token))
	if err != nil {
		t.Fatal(err)
	}
	tracing, err := traces.Open(t.Context(), h.URL, nil, "test", slog.New(slog.DiscardHandler)) // no collector is running
	if err != nil {
		t.Fatal(err)
	}
	user, account := strconv.FormatInt(actor.UserID, 10), strconv.FormatInt(actor.AccountID, 10)
	known := strings.NewReplacer("ROUTE", "GET /api/me", "STATUS", "200", "USER", user, "ACCOUNT", account)
	nobody := strings.NewReplacer("ROUTE", "none", "STATUS", "404", "USER", "0", "ACCOUNT", "0")
	for name, format := range formats {
		for _, trace := range []func(http.Handler) http.Handler{nil, tracing.Route} {
			var out bytes.Buffer
			logged := httptest.NewServer(newServer(t, h.DB, settings{Trace: trace, Log: slog.New(format.handler(&out))}))
			caller := &person{Harness: h.On(logged), Email: u.Email, Token: u.Token}
			caller.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
			caller.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK) // the caller is now cached
			caller.Send(t, "GET", "/nowhere", nil).Want(t, http.StatusNotFound)
			logged.Close() // everything is written
			want := known.Replace(format.line) + "\n" + known.Replace(format.line) + "\n" + nobody.Replace(format.line) + "\n"
			if !regexp.MustCompile("^" + want + "$").MatchString(out.String()) {
				t.Errorf("%s, traced: %t: logged\n%swant\n%s", name, trace != nil, &out, want)
			}
		}
	}
}
