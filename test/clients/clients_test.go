// Package clients generates clients from the OpenAPI document, compiles them and
// has them fetch an item from a running server, add a photo, get it back and delete
// it. Each is built in its own folder, with its tools installed: .ci/run clients.
package clients

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// clients are built and run by these commands in a copy of their folder that
// contains openapi.json.
var clients = []struct {
	folder, needs string
	commands      []string
}{
	{"typescript", "npm", []string{
		"npm ci --no-audit --no-fund",
		"npx openapi-typescript openapi.json -o schema.d.ts",
		"npx openapi-ts -i openapi.json -o sdk",
		"npx tsc",
		"node dist/fetch.js",
		"node dist/functions.js",
	}},
	{"golang", "go", []string{
		"mkdir vitrine",
		"go tool oapi-codegen -generate types,client -package vitrine -o vitrine/client.gen.go openapi.json",
		"go vet .",
		"go run .",
	}},
}

func TestGeneratedClients(t *testing.T) {
	if os.Getenv("VITRINE_TEST_CLIENTS") == "" {
		t.Skip("not run: it installs the generators, which .ci/run clients asks for")
	}
	s := newSite(t)
	for _, c := range clients {
		t.Run(c.folder, func(t *testing.T) {
			if _, err := exec.LookPath(c.needs); err != nil {
				t.Skipf("not run: %s is not installed", c.needs)
			}
			dir := t.TempDir()
			if err := errors.Join(os.CopyFS(dir, os.DirFS(c.folder)), os.WriteFile(filepath.Join(dir, "openapi.json"), s.get(t, "/api/openapi.json"), 0o644)); err != nil {
				t.Fatal(err)
			}
			for _, command := range c.commands {
				s.try(t, dir, command)
			}
		})
	}
}

// site is a running server with an item.
type site struct{ url, token, item string }

// try runs a client's command. The program that fetches the item prints its name.
func (s *site) try(t *testing.T, dir, command string) {
	t.Helper()
	var complaints bytes.Buffer
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Stderr = dir, &complaints
	c.Env = append(os.Environ(), "VITRINE="+s.url, "TOKEN="+s.token, "ITEM="+s.item, "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", command, err, out, complaints.String())
	}
	if fetches := strings.HasPrefix(command, "node ") || strings.HasPrefix(command, "go run "); fetches && string(out) != itemName+"\n" {
		t.Errorf("%s prints %q, want %q", command, out, itemName)
	}
}

const itemName = "The Blue Lotus"

// newSite serves a new database with an item that has a type and a custom field.
func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{url: "http://" + serve(t)}
	const password = "seven-purple-teapots"
	s.token = s.post(t, "/api/register", map[string]any{"first_name": "Ada", "last_name": "Byron", "email": "ada@example.org",
		"password": password, "password_confirmation": password}).Data.Token
	kind := s.post(t, "/api/collection-types", map[string]any{"name": "Comic"}).Data.ID
	field := s.post(t, "/api/collection-types/"+kind+"/custom-fields", map[string]any{"name": "Year", "field_type": "number"}).Data.ID
	collection := s.post(t, "/api/collections", map[string]any{"name": "Comics", "visibility": "shared", "collection_type_ids": []string{kind}}).Data.ID
	s.item = s.post(t, "/api/collections/"+collection+"/items", map[string]any{"name": itemName, "collection_type_id": kind,
		"custom_fields": map[string]any{field: 1936}}).Data.ID
	return s
}

type answer struct {
	Data struct{ ID, Token string }
}

func (s *site) post(t *testing.T, path string, body map[string]any) (a answer) {
	t.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(s.send(t, "POST", path, bytes.NewReader(content)), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func (s *site) get(t *testing.T, path string) []byte { return s.send(t, "GET", path, nil) }

func (s *site) send(t *testing.T, method, path string, body io.Reader) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		t.Fatalf("%s %s: %v, status %d: %s", method, path, err, response.StatusCode, content)
	}
	return content
}

// serve runs the service until the test ends and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "vitrine")
	compile := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "./cmd/vitrine")
	compile.Dir = pgtest.Root
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	service := exec.Command(binary, "serve")
	service.Env = []string{"DATABASE_URL=" + pgtest.Migrated(t), "VITRINE_LISTEN=127.0.0.1:0", "VITRINE_PWNED_PASSWORDS_URL=off", "VITRINE_FILES=" + t.TempDir()}
	log, err := service.StderrPipe()
	if err = errors.Join(err, service.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = service.Process.Signal(os.Interrupt)
		_ = service.Wait()
	})
	for lines := bufio.NewScanner(log); lines.Scan(); t.Log(lines.Text()) {
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return line.Address
		}
	}
	t.Fatal("the service did not start")
	return ""
}
