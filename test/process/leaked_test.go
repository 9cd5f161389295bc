package process

import (
	"crypto/sha1"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// A password known to the range API is refused, and the API never learns it.
func TestRangeAPIRefusesLeakedPassword(t *testing.T) {
	t.Parallel()
	const known = "tulips-grow-on-the-moon"
	sum := fmt.Sprintf("%X", sha1.Sum([]byte(known)))
	asked := make(chan string, 8)
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		fmt.Fprintf(w, "%s:0\r\n%s:4711\r\n", strings.Repeat("0", 35), sum[5:])
	}))
	defer api.Close()
	v := serve(t, pgtest.Migrated(t), "VITRINE_PWNED_PASSWORDS_URL="+api.URL+"/range")

	a, err := (&client{}).send(http.MethodPost, v.url+"/api/register", registration(known))
	if err != nil || a.status != http.StatusUnprocessableEntity || !strings.Contains(string(a.body), `"password":["The given password has appeared in a data leak`) {
		t.Errorf("a leaked password: status %d: %s (%v)", a.status, a.body, err)
	}
	if path := <-asked; path != "/range/"+sum[:5] {
		t.Errorf("the API was asked for %s, want the first five characters of the hash", path)
	}
	register(t, v) // a password that the API does not know
}

// Registration does not depend on the range API being up.
func TestHangingRangeAPIDelaysNobody(t *testing.T) {
	testkind.WatchesTheClock(t)
	released := make(chan struct{})
	api := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-released:
		case <-r.Context().Done():
		}
	}))
	defer api.Close()
	defer close(released)
	v := serve(t, pgtest.Migrated(t), "VITRINE_PWNED_PASSWORDS_URL="+api.URL)
	began := time.Now()
	register(t, v)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("registration took %s while the range API hung, want 2 s at most", took)
	}
}
