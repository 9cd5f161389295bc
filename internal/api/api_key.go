package api

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var apiKeys = []route{
	view("GET /api/administration/api", listAPIKeys, every(apiKey)),
	view("GET /api/administration/api/{id}", getAPIKey, one(apiKey)),
	prove("POST /api/administration/api", "api_key_created", apiKeyInput, nil, (*Server).createAPIKey, newAPIKey),
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

func (s *Server) createAPIKey(ctx context.Context, r *request, in identity.APIKeyInput) (secretKey, error) {
	made := secretKey{token: identity.NewToken()}
	err := s.self(r, "api_key_created", func(o postgres.Own) (err error) {
		if err := s.tell(ctx, r, o, mail.APIKeyCreated, map[string]string{"key": in.Label}); err != nil {
			return err
		}
		made.APIKey, err = o.CreateAPIKey(ctx, in.Label, made.token, in.Restrictions)
		return err
	})
	return made, err
}

func deleteAPIKey(ctx context.Context, o postgres.Own, req *request) error {
	return o.DeleteAPIKey(ctx, req.id("id"))
}

func apiKeyInput(b *body) identity.APIKeyInput {
	return identity.APIKeyInput{Label: b.text("label"), Restrictions: identity.Restrictions{
		Scopes:        b.strings("scopes"),
		ExpiresAt:     b.moment("expires_at"),
		CollectionIDs: b.integers("collection_ids"),
	}}
}

func apiKey(k identity.APIKey) resource { return showKey(k, nil) }

// showKey shows restrictions only where there are some.
func showKey(k identity.APIKey, token any) resource {
	shown := attributes{
		{"name", k.Name},
		{"token", token},
		{"last_used_at", k.LastUsedAt},
		{"created_at", k.CreatedAt},
		{"updated_at", k.UpdatedAt},
	}
	if k.Scopes != nil {
		shown = append(shown, attribute{"scopes", k.Scopes})
	}
	if k.ExpiresAt != nil {
		shown = append(shown, attribute{"expires_at", k.ExpiresAt})
	}
	if k.CollectionIDs != nil {
		shown = append(shown, attribute{"collection_ids", idTexts(k.CollectionIDs)})
	}
	return resource{kind: "api_key", id: k.ID, self: "/api/administration/api/" + strconv.FormatInt(k.ID, 10), attributes: shown}
}

// idTexts shows ids as all ids are shown.
func idTexts(ids []int64) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return texts
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
