package process

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const password = "correct-horse-battery"

// registration is the body of a registration.
func registration(password string) string {
	return fmt.Sprintf(`{"first_name":"Ada","last_name":"Byron","email":"u%s@example.org","password":%q,"password_confirmation":%[2]q}`,
		strings.ToLower(rand.Text()), password)
}

// register creates an account and returns its owner.
func register(t *testing.T, i *instance) *client {
	t.Helper()
	a, err := (&client{}).send(http.MethodPost, i.url+"/api/register", registration(password))
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ Data struct{ Token string } }
	if err := json.Unmarshal(a.body, &made); err != nil || a.status != http.StatusCreated || made.Data.Token == "" {
		t.Fatalf("register: status %d: %s", a.status, a.body)
	}
	return &client{made.Data.Token}
}

func newLocation(name string) string { return fmt.Sprintf(`{"name":%q}`, name) }
