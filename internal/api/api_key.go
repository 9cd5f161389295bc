package api

import (
	"net/http"
	"strconv"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var apiKeys = []route{
	read(member, "GET /api/administration/api", mine(people.APIKeys), every(apiKey)),
	read(member, "GET /api/administration/api/{id}", get(people.APIKey), one(apiKey)),
	use(self, "POST /api/administration/api", catalog.APIKeyCreated, apiKeyInput, (*account.Accounts).CreateAPIKey, newAPIKey),
	write(self, "DELETE /api/administration/api/{id}", catalog.APIKeyDeleted, remove(people.DeleteAPIKey), nothing),
}

func apiKeyInput(b *body) identity.APIKeyInput {
	return identity.APIKeyInput{Label: b.text("label"), Restrictions: identity.Restrictions{
		Scopes:        b.strings("scopes"),
		ExpiresAt:     b.moment("expires_at"),
		CollectionIDs: b.integers("collection_ids"),
	}}
}

func apiKey(k identity.APIKey) resource { return showKey(k, nil) }

// showKey shows only restrictions that exist.
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

func idTexts(ids []int64) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return texts
}

// newAPIKey shows the token in the key and beside it.
func newAPIKey(r *request, k account.NewAPIKey) answer {
	return withToken(r, showKey(k.APIKey, k.Token), k.Token)
}

// withToken answers 201 with an object and, beside it, a token shown this once.
func withToken(r *request, made resource, token string) answer {
	out := appendResource([]byte(`{"data":`), r, made)
	return answer{status: http.StatusCreated, body: append(appendMember(append(out, ','), "token", token), '}'), secret: true}
}
