package docs

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

var exchanges = regexp.MustCompile(`(?m)^(vitrine|bin/vitrine) (import|export) `)

// usesAPI reports whether a page has commands that need an address and a token. Those of
// readers are theirs; the test has its own.
func (p page) usesAPI() bool {
	for _, b := range p.blocks {
		if b.runs() && exchanges.MatchString(b.text) {
			return true
		}
	}
	return false
}

// register makes an account and returns the token of its owner.
func register(t *testing.T, address string) string {
	t.Helper()
	res, err := http.Post("http://"+address+"/api/register", "application/json", strings.NewReader(`{"first_name": "Ada", "last_name": "Byron",
		"email": "reader@example.org", "password": "a quiet shelf of comics", "password_confirmation": "a quiet shelf of comics"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var made struct{ Data struct{ Token string } }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.Data.Token == "" {
		t.Fatalf("register: status %d, %v", res.StatusCode, err)
	}
	return made.Data.Token
}

// absolute is a path of the repository from the root of the file system.
func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join(pgtest.Root, path))
	if err != nil {
		t.Fatal(err)
	}
	return full
}
