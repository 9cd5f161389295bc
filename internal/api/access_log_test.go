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
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
	"vitrine/internal/traces"
)

// formats are the forms of a line, by what writes it.
var formats = map[string]struct {
	handler func(io.Writer) slog.Handler
	line    string
}{
	"json": {func(to io.Writer) slog.Handler { return slog.NewJSONHandler(to, nil) },
		`{"time":"[^"]+","level":"INFO","msg":"request","request_id":"[A-Z2-7]{26}","method":"GET","route":"ROUTE","status":STATUS,"ms":[0-9.]+,"bytes":[0-9]+,"user_id":USER,"account_id":ACCOUNT}`},
	"text": {func(to io.Writer) slog.Handler { return slog.NewTextHandler(to, nil) },
		`time=\S+ level=INFO msg=request request_id=[A-Z2-7]{26} method=GET route="?ROUTE"? status=STATUS ms=[0-9.]+ bytes=[0-9]+ user_id=USER account_id=ACCOUNT`},
}

// A request is one line, which names the caller also where traces stand between
// the server and the route.
func TestAccessLog(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	actor, _, err := h.db.Actor(t.Context(), identity.HashToken(u.token))
	if err != nil {
		t.Fatal(err)
	}
	tracing, err := traces.Open(t.Context(), h.URL, nil, "test", slog.New(slog.DiscardHandler)) // nobody is there who collects
	if err != nil {
		t.Fatal(err)
	}
	user, account := strconv.FormatInt(actor.UserID, 10), strconv.FormatInt(actor.AccountID, 10)
	known := strings.NewReplacer("ROUTE", "GET /api/me", "STATUS", "200", "USER", user, "ACCOUNT", account)
	nobody := strings.NewReplacer("ROUTE", "none", "STATUS", "404", "USER", "0", "ACCOUNT", "0")
	for name, format := range formats {
		for _, trace := range []func(http.Handler) http.Handler{nil, tracing.Route} {
			var out bytes.Buffer
			log := slog.New(format.handler(&out))
			options := h.api.options
			options.Trace = trace
			logged := httptest.NewServer(New(options, h.db, postgres.NewKeyUse(h.db, log), ratelimit.New(), identity.NewPwned(""), log))
			caller := &person{&harness{logged, h.api, h.db, h.url}, u.email, u.token}
			caller.send(t, "GET", "/api/me", nil).want(t, http.StatusOK)
			caller.send(t, "GET", "/api/me", nil).want(t, http.StatusOK) // when the caller is remembered
			caller.send(t, "GET", "/nowhere", nil).want(t, http.StatusNotFound)
			logged.Close() // when all is written
			want := known.Replace(format.line) + "\n" + known.Replace(format.line) + "\n" + nobody.Replace(format.line) + "\n"
			if !regexp.MustCompile("^" + want + "$").MatchString(out.String()) {
				t.Errorf("%s, traced: %t: logged\n%swant\n%s", name, trace != nil, &out, want)
			}
		}
	}
}
