package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/ratelimit"
)

// M is a JSON object.
type M = map[string]any

// harness is a server on a database of its own, shared by the tests of this
// package. Each test makes accounts of its own; if two tests ever see each
// other, a leak between accounts is found.
type harness struct {
	*httptest.Server
	api *Server
	db  *postgres.DB
	url string // of the database
}

// shared is made by the first test that asks for it.
var shared = struct {
	sync.Once
	*harness
	cleanup []func()
}{}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range shared.cleanup {
		end()
	}
	os.Exit(code)
}

// lasting is a testing.TB whose cleanup waits for all tests.
type lasting struct{ testing.TB }

func (l lasting) Cleanup(f func()) { shared.cleanup = append([]func(){f}, shared.cleanup...) }

func server(t testing.TB) *harness {
	t.Helper()
	shared.Do(func() {
		shared.harness = newHarness(lasting{t}, Options{APILimit: 1 << 30, AuthLimit: 1 << 30, PublicURL: "https://vitrine.example", Sealer: testSealer(t)})
	})
	if shared.harness == nil {
		t.Fatal("the server did not start")
	}
	return shared.harness
}

// newHarness starts a server with options of its own.
func newHarness(t testing.TB, options Options) *harness {
	t.Helper()
	url := pgtest.Migrated(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	log := slog.New(slog.DiscardHandler)
	api := New(options, db, postgres.NewKeyUse(db, log), ratelimit.New(), identity.NewPwned(""), log)
	h := &harness{httptest.NewServer(api), api, db, url}
	t.Cleanup(h.Close)
	return h
}

// person is somebody with a token, or without.
type person struct {
	*harness
	email, token string
}

const password = "correct-horse-battery"

// passwordHash is made once: hashing is slow on purpose.
var passwordHash = sync.OnceValue(func() string {
	hash, err := identity.NewHasher().Hash(context.Background(), password)
	if err != nil {
		panic(err)
	}
	return hash
})

// owner registers somebody with an account of their own.
func (h *harness) owner(t testing.TB) *person {
	t.Helper()
	u := &person{h, address(), identity.NewToken()}
	in := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: u.email, DeviceName: "Test"}
	if err := h.db.Register(t.Context(), in, passwordHash(), u.token); err != nil {
		t.Fatal(err)
	}
	return u
}

func (h *harness) nobody() *person { return &person{harness: h} }

// address is an e-mail address nobody has used before.
func address() string { return "u" + strings.ToLower(rand.Text()) + "@example.org" }

// response is an answer with its body.
type response struct {
	*http.Response
	body []byte
}

// send makes one request. A body is a string, sent as it is, or a value. The
// exchange must be as the OpenAPI document says.
func (u *person) send(t testing.TB, method, path string, body any, headers ...string) response {
	t.Helper()
	content, ok := body.(string)
	if !ok && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = string(encoded)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, u.URL+path, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if u.token != "" {
		req.Header.Set("Authorization", "Bearer "+u.token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	r := response{res, answer}
	u.check(t, content, r)
	return r
}

var client = &http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// json is the body as a value; numbers are float64.
func (r response) json(t testing.TB) M {
	t.Helper()
	var v M
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	return v
}

// dig follows a dotted path through objects and arrays.
func (r response) dig(t testing.TB, path string) any {
	t.Helper()
	var v any = r.json(t)
	for name := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case M:
			v = x[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// want fails the test unless the status is as wanted.
func (r response) want(t testing.TB, status int) response {
	t.Helper()
	if r.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s", r.Request.Method, r.Request.URL.Path, r.StatusCode, status, r.body)
	}
	return r
}

// id is the id of the one object in an answer.
func (r response) id(t testing.TB) string {
	t.Helper()
	id, _ := r.dig(t, "data.id").(string)
	if id == "" {
		t.Fatalf("no id in %s", r.body)
	}
	return id
}

// make creates an object and returns its id.
func (u *person) make(t testing.TB, path string, body M) string {
	t.Helper()
	return u.send(t, "POST", path, body).want(t, http.StatusCreated).id(t)
}

// same fails the test unless both are equal as JSON.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(normal(want), normal(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func normal(v any) any {
	var b bytes.Buffer
	_ = json.NewEncoder(&b).Encode(v)
	var n any
	_ = json.Unmarshal(b.Bytes(), &n)
	return n
}

// testSealer has a key that everybody knows.
func testSealer(t testing.TB) *identity.Sealer {
	t.Helper()
	sealer, err := identity.NewSealer(base64.StdEncoding.EncodeToString(make([]byte, identity.SecretKeyBytes)))
	if err != nil {
		t.Fatal(err)
	}
	return sealer
}
