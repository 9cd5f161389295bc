package apitest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
	"vitrine/test/fixture"
)

// Person is a client with or without a token.
type Person struct {
	*Harness
	Email, Token string
	Blind        bool // may not read, and so sees less than is documented
}

// Password is everybody's.
const Password = fixture.Password

// passwordHash is computed once: hashing is slow on purpose.
var passwordHash = sync.OnceValue(func() string {
	hash, err := identity.NewHasher().Hash(context.Background(), Password)
	if err != nil {
		panic(err)
	}
	return hash
})

// Owner registers a user with an account of their own.
func (h *Harness) Owner(t testing.TB) *Person {
	t.Helper()
	u := &Person{Harness: h, Email: Address(), Token: identity.NewToken()}
	in := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: u.Email, DeviceName: "Test"}
	if err := people.Register(t.Context(), h.DB, in, passwordHash(), u.Token); err != nil {
		t.Fatal(err)
	}
	return u
}

// Nobody has no token.
func (h *Harness) Nobody() *Person { return &Person{Harness: h} }

// Join adds a member to the account of u.
func (u *Person) Join(t testing.TB, role identity.Role) *Person {
	t.Helper()
	m := &Person{Harness: u.Harness, Email: Address(), Token: identity.NewToken()}
	Scalar[int64](t, u.Harness, `
		with member as (
			insert into users (account_id, role, first_name, last_name, email, password_hash)
			select account_id, $3, 'Vita', 'West', $2, $4 from users where email = $1 returning account_id, id
		), key as (
			insert into api_keys (account_id, user_id, name, token_hash) select account_id, id, 'Test', $5 from member
		) select id from member`, u.Email, m.Email, role, passwordHash(), identity.HashToken(m.Token))
	return m
}

func (h *Harness) MemberID(t testing.TB, p *Person) string {
	t.Helper()
	return strconv.FormatInt(Scalar[int64](t, h, `select id from users where email = $1`, p.Email), 10)
}

// Client keeps connections for many concurrent requests and follows no redirects.
var Client = &http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Send makes one request. A body is a string, sent unchanged, or a value. The
// exchange must match the OpenAPI document.
func (u *Person) Send(t testing.TB, method, path string, body any, headers ...string) Response {
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
	if u.Token != "" {
		req.Header.Set("Authorization", "Bearer "+u.Token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return u.do(t, req, content)
}

func (u *Person) do(t testing.TB, req *http.Request, sent string) Response {
	t.Helper()
	res, err := Client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	r := Response{res, answer}
	if u.Blind && r.StatusCode < 300 {
		return r
	}
	if err := u.Contract.Exchange(sent, r); err != nil {
		t.Errorf("%s %s is not as documented: %v\n%s", req.Method, req.URL, err, answer[:min(len(answer), 1000)])
	}
	return r
}

// Make creates an object and returns its id.
func (u *Person) Make(t testing.TB, path string, body M) string {
	t.Helper()
	return u.Send(t, "POST", path, body).Want(t, http.StatusCreated).ID(t)
}
