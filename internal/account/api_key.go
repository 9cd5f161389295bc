package account

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// NewAPIKey is a key with its token, shown this once.
type NewAPIKey struct {
	identity.APIKey
	Token string
}

// CreateAPIKey creates a key for the member, who is notified by mail.
func (a *Accounts) CreateAPIKey(ctx context.Context, m *Member, in identity.APIKeyInput) (NewAPIKey, error) {
	made := NewAPIKey{Token: identity.NewToken()}
	err := postgres.Change(ctx, m.Scope, catalog.APIKeyCreated, func(o postgres.Own) (err error) {
		if err := a.tell(ctx, m, o, mail.APIKeyCreated, map[string]string{"key": in.Label}); err != nil {
			return err
		}
		made.APIKey, err = people.CreateAPIKey(ctx, o, in.Label, made.Token, in.Restrictions)
		return err
	})
	return made, err
}
