package api

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

var apiKeys = []route{
	view("GET /api/administration/api", listAPIKeys, every(apiKey)),
	view("GET /api/administration/api/{id}", getAPIKey, one(apiKey)),
	change("POST /api/administration/api", "api_key_created", apiKeyInput, createAPIKey, newAPIKey),
	drop("DELETE /api/administration/api/{id}", "api_key_deleted", gone, deleteAPIKey),
}

func listAPIKeys(ctx context.Context, r postgres.Reader, _ *request) ([]identity.APIKey, error) {
	return r.APIKeys(ctx)
}

func getAPIKey(ctx context.Context, r postgres.Reader, req *request) (identity.APIKey, error) {
	return r.APIKey(ctx, req.id("id"))
}

// secretKey is a key with its token, which is shown this once.
type secretKey struct {
	identity.APIKey
	token string
}

func createAPIKey(ctx context.Context, o postgres.Own, _ *request, in identity.APIKeyInput) (secretKey, error) {
	token := identity.NewToken()
	key, err := o.CreateAPIKey(ctx, in.Label, token)
	return secretKey{key, token}, err
}

func deleteAPIKey(ctx context.Context, o postgres.Own, req *request) error {
	return o.DeleteAPIKey(ctx, req.id("id"))
}

func apiKeyInput(b *body) identity.APIKeyInput {
	return identity.APIKeyInput{Label: b.text("label")}
}

func apiKey(k identity.APIKey) resource { return showKey(k, nil) }

func showKey(k identity.APIKey, token any) resource {
	return resource{kind: "api_key", id: k.ID, self: "/api/administration/api/" + strconv.FormatInt(k.ID, 10), attributes: attributes{
		{"name", k.Name},
		{"token", token},
		{"last_used_at", k.LastUsedAt},
		{"created_at", k.CreatedAt},
		{"updated_at", k.UpdatedAt},
	}}
}

// newAPIKey shows the token in the key and beside it.
func newAPIKey(r *request, k secretKey) answer {
	return withToken(r, showKey(k.APIKey, k.token), k.token)
}

// withToken answers 201 with an object and, beside it, a token that is shown
// this once.
func withToken(r *request, made resource, token string) answer {
	out := appendResource([]byte(`{"data":`), r.base, made)
	return answer{status: http.StatusCreated, body: append(appendMember(append(out, ','), "token", token), '}'), secret: true}
}
