package process

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// begin starts the program with any command, without waiting. It ends with the
// test.
func begin(t *testing.T, program, database string, env []string, args ...string) *instance {
	t.Helper()
	c := command(database, env, args...)
	c.Path = program
	return start(t, c)
}

// kill ends an instance like a power failure.
func (i *instance) kill() {
	i.killed = true
	_ = i.cmd.Process.Kill() // it may have just ended
	<-i.ended
}

// plain is the program without the race detector, for tests that start it often.
// It is built like the release, so that CI compiles it only once.
var plain = sync.OnceValues(func() (string, error) {
	path := filepath.Join(filepath.Dir(binary), "vitrine-plain")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", path, "./cmd/vitrine")
	build.Dir, build.Env = pgtest.Root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s%w", out, err)
	}
	return path, nil
})

// ask is send with headers, as names and values in turn.
func (c *client) ask(method, url, body string, headers ...string) (answer, error) {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for n := 0; n < len(headers); n += 2 {
		req.Header.Set(headers[n], headers[n+1])
	}
	res, err := connections.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, read}, err
}

// must is ask with an expected status.
func (c *client) must(t *testing.T, status int, method, url string, body any, headers ...string) answer {
	t.Helper()
	content := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = string(encoded)
	}
	a, err := c.ask(method, url, content, headers...)
	if err != nil || a.status != status {
		t.Fatalf("%s %s: status %d, want %d: %s (%v)", method, url, a.status, status, a.body, err)
	}
	return a
}

// text follows a path of names, or of numbers in lists, to a text in an answer.
func (a answer) text(t *testing.T, path ...any) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
	for _, step := range path {
		switch name := step.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[name]
		case int:
			list, _ := v.([]any)
			if name >= len(list) {
				t.Fatalf("no %v in %s", path, a.body)
			}
			v = list[name]
		}
	}
	found, ok := v.(string)
	if !ok {
		t.Fatalf("no text %v in %s", path, a.body)
	}
	return found
}

// scalar reads one value from the database as a superuser.
func scalar[T any](t *testing.T, url, sql string, args ...any) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, _ := conn.Query(t.Context(), sql, args...)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// address is an unused e-mail address.
func address() string { return "u" + strings.ToLower(rand.Text()) + "@example.org" }

// M is a JSON object.
type M = map[string]any

// person is a user with a login.
type person struct {
	*client
	email string
}

// newcomer registers a user.
func newcomer(t *testing.T, i *instance) *person {
	t.Helper()
	var in M
	if err := json.Unmarshal([]byte(registration(password)), &in); err != nil {
		t.Fatal(err)
	}
	a := (&client{}).must(t, http.StatusCreated, "POST", i.url+"/api/register", in)
	return &person{&client{a.text(t, "data", "token")}, in["email"].(string)}
}

// login creates another token for the same user.
func (p *person) login(t *testing.T, i *instance, headers ...string) *client {
	t.Helper()
	a := (&client{}).must(t, http.StatusOK, "POST", i.url+"/api/login", M{"email": p.email, "password": password, "device_name": "Laptop"}, headers...)
	return &client{a.text(t, "data", "token")}
}

// join invites a new user into the account of p and accepts for them.
func (p *person) join(t *testing.T, i *instance, role string) *person {
	t.Helper()
	email := address()
	a := p.must(t, http.StatusCreated, "POST", i.url+"/api/account/invitations", M{"email": email, "role": role})
	return &person{accept(t, i, a.text(t, "token")), email}
}

func accept(t *testing.T, i *instance, token string) *client {
	t.Helper()
	a := (&client{}).must(t, http.StatusCreated, "POST", i.url+"/api/invitations/"+token+"/accept",
		M{"first_name": "Vita", "last_name": "West", "password": password, "password_confirmation": password})
	return &client{a.text(t, "data", "token")}
}
